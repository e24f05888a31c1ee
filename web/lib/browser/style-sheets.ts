const AGAIN_MS = 1_000

// A screen's style sheets are asked for once, with its scripts, and a screen whose sheet did not come would be drawn without it for
// as long as the page is open.
document.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    setTimeout(() => target.replaceWith(target.cloneNode()), AGAIN_MS)
  },
  true, // it does not bubble
)
