const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000

const failures = new Map<string, number>()

// The build loads the style sheet of a screen once, with its scripts. If that fails, the screen would have no styles until a reload.
document.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    const failed = failures.get(target.href) ?? 0
    failures.set(target.href, failed + 1)
    setTimeout(() => target.replaceWith(target.cloneNode()), Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failed))
  },
  true, // it does not bubble
)
