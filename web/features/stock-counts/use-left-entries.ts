import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import { MAX_COUNT_ENTRIES } from '../../../contract/shared/constants.ts'
import { useSession } from '../../auth/session.ts'
import { client } from '../../lib/api/api.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import {
  createBatchSizes,
  ENTRY_ERRORS,
  findCountsWithEntries,
  getEntryPrefix,
  isOlder,
  readStoredTexts,
  type StoredEntry,
  toInput,
} from './stored-entries.ts'

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
    const start = () => void sendAll(user_id, pathname, leaving.signal)
    start()
    addEventListener('online', start)
    return () => {
      leaving.abort()
      removeEventListener('online', start)
    }
  }, [user_id, pathname])
}

async function sendAll(user_id: string, pathname: string, signal: AbortSignal) {
  for (const documentid of findCountsWithEntries(user_id)) {
    if (pathname === `/stock/count/${documentid}`) continue
    try {
      await sendLeft(user_id, documentid, signal)
    } catch (error) {
      console.error(error) // such as of a cancelled count; the next screen tries again
    }
  }
}

async function sendLeft(user_id: string, documentid: number, signal: AbortSignal) {
  const prefix = getEntryPrefix(user_id, documentid)
  let waiting = readStoredTexts(prefix)
    .flatMap(parseText)
    .filter(({ refusal }) => refusal === null)
    .sort(isOlder)
  const sizes = createBatchSizes(MAX_COUNT_ENTRIES)
  while (waiting.length > 0 && !signal.aborted) {
    const batch = waiting.slice(0, sizes.next())
    try {
      const results = await client.stock.counts.enter({ documentid, entries: batch.map(toInput) })
      for (const { request_id, status } of results) if (status === 'counted') localStorage.removeItem(prefix + request_id)
      sizes.onAnswer()
    } catch (error) {
      if (!ENTRY_ERRORS.includes(getErrorCode(error) ?? '')) throw error
      sizes.onEntryError(batch.length)
      if (batch.length > 1) continue
    }
    waiting = waiting.slice(batch.length)
  }
}

function parseText(text: string): StoredEntry[] {
  try {
    const entry = JSON.parse(text)
    return typeof entry.counted_at === 'string' ? [entry] : []
  } catch {
    return [] // not an entry
  }
}
