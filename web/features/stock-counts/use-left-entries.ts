import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MAX_COUNT_ENTRIES } from '../../../contract/shared/constants.ts'
import { useSession } from '../../auth/session.ts'
import { client } from '../../lib/api/api.ts'
import { findCountsWithEntries, getEntryPrefix, isOlder, readStoredTexts, type StoredEntry, toInput } from './stored-entries.ts'

/**
 * Sends what a person counted and left on the device, from any screen. An open count sends its own. What the server does not take stays
 * for the screen of its count.
 */
export function useLeftEntries() {
  const user_id = useSession()?.user.user_id
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    if (user_id === undefined) return
    const leaving = new AbortController()
    const send = async () => {
      for (const documentid of findCountsWithEntries(user_id))
        if (pathname !== `/stock/count/${documentid}`) await sendLeft(user_id, documentid, leaving.signal)
    }
    const start = () => void send().catch((error) => console.error(error)) // the next screen tries again
    start()
    addEventListener('online', start)
    return () => {
      leaving.abort()
      removeEventListener('online', start)
    }
  }, [user_id, pathname])
}

async function sendLeft(user_id: string, documentid: number, signal: AbortSignal) {
  const prefix = getEntryPrefix(user_id, documentid)
  const entries = readStoredTexts(prefix)
    .map((text): StoredEntry => JSON.parse(text))
    .filter(({ refusal }) => refusal === null)
    .sort(isOlder)
  for (let sent = 0; sent < entries.length && !signal.aborted; sent += MAX_COUNT_ENTRIES) {
    const batch = entries.slice(sent, sent + MAX_COUNT_ENTRIES).map(toInput)
    const results = await client.stock.counts.enter({ documentid, entries: batch })
    for (const { request_id, status } of results) if (status === 'counted') localStorage.removeItem(prefix + request_id)
  }
}
