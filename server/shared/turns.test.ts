import { expect, test } from 'vitest'
import { TooBusy } from './limiter.ts'
import { createTurns } from './turns.ts'

/** Lets everything that can go on go on. */
const settle = () => new Promise(setImmediate)

/** Work that ends when its caller says so. `started` lists the keys in the order in which their work began. */
function createWork(limits: Parameters<typeof createTurns>[0]) {
  const turns = createTurns(limits)
  const started: string[] = []
  const running: (() => void)[] = []
  const ask = (key: string, signal?: AbortSignal) =>
    turns.run(
      key,
      () => {
        started.push(key)
        return new Promise<void>((resolve) => running.push(resolve))
      },
      signal,
    )
  const endNext = async () => {
    await settle()
    running.shift()?.()
    await settle()
  }
  return { started, ask, endNext }
}

test('turns: a key that asks all the time waits for those that asked less', async () => {
  const { started, ask, endNext } = createWork({ concurrency: 1 })
  const all = ['a', 'a', 'a', 'a', 'b', 'a', 'b', 'c'].map((key) => ask(key))
  for (const _ of all) await endNext()
  await Promise.all(all)
  expect(started).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a', 'a'])
})

test('turns: one key never has all permits', async () => {
  const { started, ask, endNext } = createWork({ concurrency: 2, perKey: 1 })
  const all = ['a', 'a', 'a', 'b'].map((key) => ask(key))
  await settle()
  expect(started).toEqual(['a', 'b'])
  for (const _ of all) await endNext()
  await Promise.all(all)
})

test('turns: a caller gives up when it is gone, when it waits too long and when too many of its key wait', async () => {
  const { started, ask, endNext } = createWork({ concurrency: 1, maxWaitingPerKey: 1, waitMs: 1_000 })
  const first = ask('a')
  const gone = new AbortController()
  const waiting = ask('b', gone.signal)
  await expect(ask('b')).rejects.toThrow(TooBusy)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(ask('c', gone.signal)).rejects.toThrow('gone')
  await expect(ask('b')).rejects.toThrow(TooBusy)
  await endNext()
  await first
  const next = ask('b')
  await endNext()
  await next
  expect(started).toEqual(['a', 'b'])
})
