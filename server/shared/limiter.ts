import { createWaitList, type Limits } from '../../db/connection/wait-list.ts'

/** The queue for work of one kind is full. */
export class TooBusy extends Error {}

/** Limits how much work of one kind runs at the same time. For work that fills a core, so that the others stay free. */
export function createLimiter(limits: Limits) {
  const permits = createWaitList(limits)

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (!(await permits.take())) throw new TooBusy('the queue is full')
    try {
      return await work()
    } finally {
      permits.release()
    }
  }
}
