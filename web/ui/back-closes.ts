import { useBlocker } from '@tanstack/react-router'

/**
 * On a phone Back is how people close what lies over a page: it does that, and the page below stays. What leads on, as a link
 * in it or the end of the session, leads on. Where Back leaves Winkel only the browser can ask, while `staysOpen` says so.
 */
export function useBackCloses(
  close: () => void,
  { isOpen = true, staysOpen = false }: { isOpen?: boolean; staysOpen?: boolean | (() => boolean) } = {},
) {
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
