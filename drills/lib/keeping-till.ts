import { setTimeout as delay } from 'node:timers/promises'
import { openTill } from '../../docs/examples/till.ts'
import { createNumberedSale } from '../../server/testing/retrying-till.ts'

type Till = {
  till: number
  batch: number
  file: string
  /** The time between two batches. */
  pauseMs?: number
}

/** A till that sends one batch after another until `stop`, and keeps what is stored as docs/tills.md says. */
export async function startKeepingTill(url: string, key: string, { till, batch, file, pauseMs }: Till) {
  const answered = new Set<string>()
  const sentAgain: string[] = []
  const { send } = openTill({ url, key, onProblem: () => undefined }, file, (_, answers) => {
    sentAgain.push(...answers.map(({ status }) => status))
  })
  let isStopped = false
  let count = 0
  const work = async () => {
    while (!isStopped) {
      const sales = Array.from({ length: batch }, () => createNumberedSale(till, ++count))
      for (const { status, reference } of await send(sales)) {
        if (status === 'rejected') throw new Error(`${reference} was rejected`)
        if (reference !== null) answered.add(reference)
      }
      if (pauseMs) await delay(pauseMs)
    }
  }
  const done = work()
  return {
    answered,
    sentAgain,
    /** Rejects when the till fails. */
    failed: done.then(() => new Promise<never>(() => undefined)),
    stop: () => {
      isStopped = true
      return done
    },
  }
}
