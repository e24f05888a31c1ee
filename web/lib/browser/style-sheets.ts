const RETRY_MS = 1_000

// The build loads the style sheet of a screen once, with its scripts. If that fails, the screen would have no styles until a reload.
document.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    setTimeout(() => target.replaceWith(target.cloneNode()), RETRY_MS)
  },
  true, // it does not bubble
)
