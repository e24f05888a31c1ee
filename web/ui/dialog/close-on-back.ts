import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * On a phone Back is how people close what lies over a page: it does that, and the page below stays. What leads on, as a link
 * in it or the end of the session, leads on. Where a page is left by its address only the browser can ask, while `staysOpen`
 * says so.
 */
export function useCloseOnBack(
  close: () => void,
  { isOpen = true, staysOpen = false }: { isOpen?: boolean; staysOpen?: boolean | (() => boolean) } = {},
) {
  const { history, navigate } = useRouter()
  useEffect(() => {
    // Whoever came by a bookmark would leave Winkel by Back, which nothing can hold: so there is a step to go back from.
    if (isOpen && !history.canGoBack()) void navigate({ to: '.', search: true, state: { isLaidOver: true }, resetScroll: false })
  }, [isOpen, history, navigate])
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action === 'PUSH' || action === 'REPLACE') return false
      close()
      return true
    },
    enableBeforeUnload: staysOpen,
    disabled: !isOpen,
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    isLaidOver?: boolean
  }
}
