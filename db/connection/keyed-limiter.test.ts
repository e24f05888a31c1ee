import { expect, test } from 'vitest'
import { QueueTimeout } from '../errors.ts'
import { createKeyedLimiter } from './keyed-limiter.ts'

const limits = { concurrency: 2, maxQueued: 3, waitMs: 50 }

test('keyed limiter: a key that has its permits in use waits in order, other keys do not wait', async () => {
  const takePermit = createKeyedLimiter({ ...limits, waitMs: 60_000 })
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

test('keyed limiter: a call that waits too long fails and takes no permit later', async () => {
  const takePermit = createKeyedLimiter(limits)
  const [permit] = [await takePermit('thandi'), await takePermit('thandi')]
  await expect(takePermit('thandi')).rejects.toThrow(QueueTimeout)
  permit.release()
  await takePermit('thandi')
  await expect(takePermit('thandi')).rejects.toThrow(QueueTimeout)
})

test('keyed limiter: a call that finds the queue full fails at once', async () => {
  const takePermit = createKeyedLimiter(limits)
  const calls = Array.from({ length: 6 }, () =>
    takePermit('thandi').then(
      () => 'permit',
      () => 'none',
    ),
  )
  expect(await Promise.race([calls[5], calls[4]])).toBe('none')
  expect(await Promise.all(calls)).toEqual(['permit', 'permit', 'none', 'none', 'none', 'none'])
})

test('keyed limiter: a permit can be transferred to another key, unless that key has its permits in use', async () => {
  const takePermit = createKeyedLimiter(limits)
  const tills = await Promise.all(['till 1', 'till 2', 'till 3'].map((key) => takePermit(key)))
  expect(tills.map((permit) => permit.transferTo('thandi'))).toEqual([true, true, false])
  await expect(takePermit('thandi')).rejects.toThrow(QueueTimeout)
  tills[0]?.release()
  expect(tills[2]?.transferTo('thandi')).toBe(true)
})

test('keyed limiter: a call that counts as several permits waits for all of them and is not overtaken', async () => {
  const takePermit = createKeyedLimiter({ ...limits, waitMs: 60_000 })
  const first = await takePermit('thandi')
  const started: string[] = []
  const large = takePermit('thandi', 2).then((permit) => {
    started.push('large')
    return permit
  })
  const small = takePermit('thandi').then((permit) => {
    started.push('small')
    return permit
  })
  await takePermit('anna', 2)
  expect(started).toEqual([])
  first.release()
  const permit = await large
  expect(started).toEqual(['large'])
  permit.release()
  await small
  expect(started).toEqual(['large', 'small'])
})
