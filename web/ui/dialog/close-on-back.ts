import { useBlocker, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOverlay } from './overlay-stack.ts'

type Options = {
  isOpen?: boolean
  /** The URL has the dialog's parameter, so Back closes it by itself. */
  inUrl?: boolean
  /** Whether the browser asks before it leaves the app. */
  warnsBeforeUnload?: () => boolean
  /** Whether a link to another screen may be followed. */
  canLeave?: () => boolean | Promise<boolean>
}

/**
 * Back closes the dialog in front and stays on the page, as users of a phone expect. The end of the session, which replaces the URL, still
 * navigates. Returns whether another dialog is in front of it.
 */
export function useCloseOnBack(close: () => void, { isOpen = true, inUrl = false, warnsBeforeUnload, canLeave }: Options = {}) {
  const { history, navigate } = useRouter()
  const { isCovered, isInFront } = useOverlay(isOpen)
  const blocksBack = isOpen && !inUrl
  useEffect(() => {
    // On a page opened from a bookmark, Back would leave the app, which cannot be blocked. So a history entry is added.
    if (blocksBack && !history.canGoBack())
      void navigate({ to: '.', search: true, state: { hasOverlay: true }, resetScroll: false })
  }, [blocksBack, history, navigate])
  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      if (!isInFront() || action === 'REPLACE') return false
      if (action === 'PUSH') return next.pathname !== current.pathname && !((await canLeave?.()) ?? true)
      close()
      return true
    },
    enableBeforeUnload: warnsBeforeUnload ?? false,
    disabled: !blocksBack,
  })
  return isCovered
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    hasOverlay?: boolean
  }
}
