import { expect, test } from 'vitest'
import { QueueTimeout } from '../errors.ts'
import { createKeyedLimiter } from './keyed-limiter.ts'

const limits = { concurrency: 2, maxQueued: 3, waitMs: 50 }

test('whoever has a whole share under way waits in order, and others do not', async () => {
  const take = createKeyedLimiter({ ...limits, waitMs: 60_000 })
  const thandis = [await take('thandi'), await take('thandi')]
  const came: string[] = []
  const waiting = ['first', 'second'].map((name) => take('thandi').then(() => came.push(name)))
  await take('anna')
  expect(came).toEqual([])
  thandis[0]?.release()
  await waiting[0]
  expect(came).toEqual(['first'])
  thandis[1]?.release()
  await waiting[1]
  expect(came).toEqual(['first', 'second'])
})

test('a turn that does not come in time is refused, and comes to nobody later', async () => {
  const take = createKeyedLimiter(limits)
  const [turn] = [await take('thandi'), await take('thandi')]
  await expect(take('thandi')).rejects.toThrow(QueueTimeout)
  turn.release()
  await take('thandi')
  await expect(take('thandi')).rejects.toThrow(QueueTimeout)
})

test('no more wait than may', async () => {
  const take = createKeyedLimiter(limits)
  const asked = Array.from({ length: 6 }, () =>
    take('thandi').then(
      () => 'turn',
      () => 'none',
    ),
  )
  // The last finds the queue full, and is told at once.
  expect(await Promise.race([asked[5], asked[4]])).toBe('none')
  expect(await Promise.all(asked)).toEqual(['turn', 'turn', 'none', 'none', 'none', 'none'])
})

test('a turn counts as another’s when it turns out whose it is, unless that one has its share', async () => {
  const take = createKeyedLimiter(limits)
  const tills = await Promise.all(['till 1', 'till 2', 'till 3'].map(take))
  expect(tills.map((turn) => turn.transferTo('thandi'))).toEqual([true, true, false])
  await expect(take('thandi')).rejects.toThrow(QueueTimeout)
  tills[0]?.release()
  expect(tills[2]?.transferTo('thandi')).toBe(true)
})
