import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Back closes the dialog and stays on the page, as users of a phone expect. Links in the dialog and the end of the session still
 * navigate. With `warnsBeforeUnload` the browser asks before it leaves the app.
 */
export function useCloseOnBack(
  close: () => void,
  { isOpen = true, warnsBeforeUnload = false }: { isOpen?: boolean; warnsBeforeUnload?: boolean | (() => boolean) } = {},
) {
  const { history, navigate } = useRouter()
  useEffect(() => {
    // On a page opened from a bookmark, Back would leave the app, which cannot be blocked. So a history entry is added.
    if (isOpen && !history.canGoBack()) void navigate({ to: '.', search: true, state: { hasOverlay: true }, resetScroll: false })
  }, [isOpen, history, navigate])
  useBlocker({
    shouldBlockFn: ({ action }) => {
      if (action === 'PUSH' || action === 'REPLACE') return false
      close()
      return true
    },
    enableBeforeUnload: warnsBeforeUnload,
    disabled: !isOpen,
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    hasOverlay?: boolean
  }
}
