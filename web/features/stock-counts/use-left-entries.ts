import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../auth/session.ts'
import { findCountsWithEntries } from './entry-keys.ts'

/** Sends what a person counted and left on the device, from any screen. An open count sends its own. */
export function useLeftEntries() {
  const user_id = useSession()?.user.user_id
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    const left = user_id === undefined ? [] : findCountsWithEntries(user_id).filter((id) => pathname !== `/stock/count/${id}`)
    if (user_id === undefined || left.length === 0) return
    const leaving = new AbortController()
    const send = async () => {
      const { createEntryQueue } = await import('./entry-queue.ts')
      if (leaving.signal.aborted) return
      for (const documentid of left) {
        const queue = createEntryQueue({ user_id, documentid, onAnswer: () => {}, onRefused: () => {} })
        queue.start()
        leaving.signal.addEventListener('abort', queue.stop)
      }
    }
    send().catch((error) => console.error(error)) // the next screen tries again
    return () => leaving.abort()
  }, [user_id, pathname])
}
