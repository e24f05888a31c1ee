import { expect, test } from 'vitest'
import { QueueTimeout } from '../errors.ts'
import { createLimiter, type Limits } from './limiter.ts'

const limits = { perKey: 2, maxQueued: 3, waitMs: 50 }

test('limiter: a key that has its permits in use waits in order, other keys do not wait', async () => {
  const { take: takePermit } = createLimiter({ ...limits, waitMs: 60_000 })
  const permits = [await takePermit('thandi'), await takePermit('thandi')]
  const started: string[] = []
  const waiting = ['first', 'second'].map((name) => takePermit('thandi').then(() => started.push(name)))
  await takePermit('anna')
  expect(started).toEqual([])
  permits[0]?.release()
  await waiting[0]
  expect(started).toEqual(['first'])
  permits[1]?.release()
  await waiting[1]
  expect(started).toEqual(['first', 'second'])
})

test('limiter: a call that waits too long fails and takes no permit later', async () => {
  const { take: takePermit } = createLimiter(limits)
  const [permit] = [await takePermit('thandi'), await takePermit('thandi')]
  await expect(takePermit('thandi')).rejects.toThrow(QueueTimeout)
  permit.release()
  await takePermit('thandi')
  await expect(takePermit('thandi')).rejects.toThrow(QueueTimeout)
})

test('limiter: a call that finds the queue full fails at once', async () => {
  const { take: takePermit } = createLimiter(limits)
  const calls = Array.from({ length: 6 }, () =>
    takePermit('thandi').then(
      () => 'permit',
      () => 'none',
    ),
  )
  expect(await Promise.race([calls[5], calls[4]])).toBe('none')
  expect(await Promise.all(calls)).toEqual(['permit', 'permit', 'none', 'none', 'none', 'none'])
})

test('limiter: a permit can be transferred to another key, unless that key has its permits in use', async () => {
  const { take: takePermit } = createLimiter(limits)
  const tills = await Promise.all(['till 1', 'till 2', 'till 3'].map((key) => takePermit(key)))
  expect(tills.map((permit) => permit.transferTo('thandi'))).toEqual([true, true, false])
  await expect(takePermit('thandi')).rejects.toThrow(QueueTimeout)
  tills[0]?.release()
  expect(tills[2]?.transferTo('thandi')).toBe(true)
})

test('limiter: a call that counts as several permits waits for all of them and is not overtaken', async () => {
  const { take: takePermit } = createLimiter({ ...limits, waitMs: 60_000 })
  const first = await takePermit('thandi')
  const started: string[] = []
  const large = takePermit('thandi', { permits: 2 }).then((permit) => {
    started.push('large')
    return permit
  })
  const small = takePermit('thandi').then((permit) => {
    started.push('small')
    return permit
  })
  await takePermit('anna', { permits: 2 })
  expect(started).toEqual([])
  first.release()
  const permit = await large
  expect(started).toEqual(['large'])
  permit.release()
  await small
  expect(started).toEqual(['large', 'small'])
})

/** Lets everything that can go on go on. */
const settle = () => new Promise(setImmediate)

/** Work that ends when its caller says so. `started` lists the keys in the order in which their work began. */
function createWork(limits: Partial<Limits>) {
  const limiter = createLimiter({ maxQueued: 20, ...limits })
  const started: string[] = []
  const running: (() => void)[] = []
  const ask = (key: string, signal?: AbortSignal) =>
    limiter.run(
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

test('limiter: a key that asks all the time waits for those that asked less', async () => {
  const { started, ask, endNext } = createWork({ concurrency: 1 })
  const all = ['a', 'a', 'a', 'a', 'b', 'a', 'b', 'c'].map((key) => ask(key))
  for (const _ of all) await endNext()
  await Promise.all(all)
  expect(started).toEqual(['a', 'b', 'c', 'a', 'b', 'a', 'a', 'a'])
})

test('limiter: one key never has all permits', async () => {
  const { started, ask, endNext } = createWork({ concurrency: 2, perKey: 1 })
  const all = ['a', 'a', 'a', 'b'].map((key) => ask(key))
  await settle()
  expect(started).toEqual(['a', 'b'])
  for (const _ of all) await endNext()
  await Promise.all(all)
})

test('limiter: a caller gives up when it is gone, when it waits too long and when too many of its key wait', async () => {
  const { started, ask, endNext } = createWork({ concurrency: 1, maxQueued: 1, waitMs: 1_000 })
  const first = ask('a')
  const gone = new AbortController()
  const waiting = ask('b', gone.signal)
  await expect(ask('b')).rejects.toThrow(QueueTimeout)
  gone.abort(new Error('gone'))
  await expect(waiting).rejects.toThrow('gone')
  await expect(ask('c', gone.signal)).rejects.toThrow('gone')
  await expect(ask('b')).rejects.toThrow(QueueTimeout)
  await endNext()
  await first
  const next = ask('b')
  await endNext()
  await next
  expect(started).toEqual(['a', 'b'])
})
