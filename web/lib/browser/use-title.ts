import { useEffect, useLayoutEffect } from 'react'

/** The title of the tab while a screen is open, in place of that of its route, `usual`. */
export function useTitle(title: string, usual: string) {
  useEffect(() => {
    document.title = `${title} · Winkel`
  }, [title])
  // Before the next route sets its own.
  useLayoutEffect(
    () => () => {
      document.title = `${usual} · Winkel`
    },
    [usual],
  )
}
