import { useEffect, useState, useSyncExternalStore } from 'react'
import { createEntryQueue } from './entry-queue.ts'

type Options = Parameters<typeof createEntryQueue>[0]

/** The entries of a person in a count, sent while the component is mounted. A component has one person and one count. */
export function useEntryQueue(options: Options) {
  const [queue] = useState(() => createEntryQueue(options))
  useEffect(() => {
    queue.start()
    return queue.stop
  }, [queue])
  const state = useSyncExternalStore(queue.subscribe, queue.getState)
  return { queue, state }
}
