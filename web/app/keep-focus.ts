import type { AnyRouter } from '@tanstack/react-router'

/**
 * Moves the focus when a screen is opened and the focused element is gone with the one before, as the button of the sign-in is: to the
 * title, which a screen reader then reads, or after Back to the link that led away.
 */
export function keepFocus(router: AnyRouter) {
  /** The URL of the link by the key of its history entry. */
  const links = new Map<string, string>()
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    const key = fromLocation?.state.__TSR_key
    if (pathChanged && key && document.activeElement instanceof HTMLAnchorElement) links.set(key, document.activeElement.href)
  })
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    if (!fromLocation || !pathChanged || document.activeElement !== document.body) return
    const url = links.get(toLocation.state.__TSR_key ?? '')
    // Of two with the same URL, the one of the screen.
    const anchors = ['main a', 'a'].flatMap((selector) => [...document.querySelectorAll<HTMLAnchorElement>(selector)])
    const link = anchors.find(({ href }) => href === url)
    focus(link ?? document.querySelector<HTMLElement>('main h1'))
  })
}

function focus(element: HTMLElement | null) {
  if (element instanceof HTMLHeadingElement) element.tabIndex = -1
  element?.focus({ preventScroll: true })
}
