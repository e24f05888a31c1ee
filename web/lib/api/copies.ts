import type { Query, QueryFunction, QueryFunctionContext, QueryKey } from '@tanstack/react-query'
import { COPIES } from '../browser/copies-database.ts'
import { getErrorCode } from './messages.ts'

// The answers that with-copies.ts keeps, in the browser's database. Only the screens that need them load this file.

const STORE = 'answers'
const LONGEST_MS = 7 * 24 * 60 * 60_000

type Copy = { at: number; answer: unknown }

/** Runs a request in a transaction of its own. The connection is closed at once: it would keep the database from being removed. */
async function request<Result>(mode: IDBTransactionMode, run: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
  const opening = indexedDB.open(COPIES, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE).createIndex('at', 'at')
  const database = await toPromise(opening)
  try {
    return await toPromise(run(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

const toPromise = <Result>(asked: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result)
    asked.onerror = () => reject(asked.error)
  })

/** Keeps an answer under a name. What cannot be kept is not there without a network, and disturbs nothing else. */
export const writeCopy = async (name: string, answer: unknown) => {
  await request('readwrite', (store) => store.put({ at: Date.now(), answer } satisfies Copy, name)).catch(console.error)
}

/** Undefined where there is none, or only one of more than 7 days: a session ends after as many. */
export async function readCopy<Answer>(name: string): Promise<Answer | undefined> {
  const copy: Copy | undefined = await request('readonly', (store) => store.get(name)).catch(() => undefined)
  return copy && copy.at > Date.now() - LONGEST_MS ? (copy.answer as Answer) : undefined
}

/** Removes those that nobody reads any more. */
export const removeOldCopies = async () => {
  await request('readwrite', (store) => {
    const finding = store.index('at').openCursor(IDBKeyRange.upperBound(Date.now() - LONGEST_MS))
    finding.addEventListener('success', () => {
      finding.result?.delete()
      finding.result?.continue()
    })
    return finding
  }).catch(console.error)
}

/** The answer of a query, which is kept; the one that is kept where the first request of a page gets none. */
export async function readOrKept(read: QueryFunction<unknown, QueryKey, never>, context: QueryFunctionContext, query: Query) {
  try {
    const answer = await read(context)
    void writeCopy(query.queryHash, answer)
    return answer
  } catch (error) {
    const isFirst = query.state.data === undefined
    const copy = isFirst && getErrorCode(error) === null ? await readCopy(query.queryHash) : undefined
    if (copy === undefined) throw error
    // After it is shown: it is old, and read again when the network is back.
    setTimeout(() => query.invalidate())
    return copy
  }
}
