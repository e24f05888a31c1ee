import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import { logFault } from '../log-fault.ts'

/** What a read of the database gives, again after each change of the rows that it has read. Undefined until the first answer. `key` names what the read depends on. */
export function useLive<T>(read: () => Promise<T>, key: unknown = null): T | undefined {
  const [result, setResult] = useState<T>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is a new function at each render; `key` stands for it.
  useEffect(() => {
    const subscription = liveQuery(read).subscribe({ next: setResult, error: logFault })
    return () => subscription.unsubscribe()
  }, [key])
  return result
}
