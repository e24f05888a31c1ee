import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReadCoalescer } from './coalesce-reads.ts'

/** Reads that end when the test says so, in the order in which they began. */
function createReads() {
  const began: { key: string; end(value: number): void; fail(error: Error): void }[] = []
  const coalesce = createReadCoalescer<number>()
  const read = (key: string) =>
    coalesce(key, () => new Promise((resolve, reject) => began.push({ key, end: resolve, fail: reject })))
  return { began, read }
}

test('read coalescer: a call that finds nothing under way reads at once', async () => {
  const { began, read } = createReads()
  const result = read('a')
  expect(began).toHaveLength(1)
  began[0]?.end(1)
  expect(await result).toBe(1)
})

test('read coalescer: calls made during a read share the next one, which begins after them', async () => {
  const { began, read } = createReads()
  const first = read('a')
  const later = [read('a'), read('a'), read('a')]
  expect(began).toHaveLength(1)
  began[0]?.end(1)
  expect(await first).toBe(1)
  expect(began).toHaveLength(2)
  began[1]?.end(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  expect(began).toHaveLength(2)
})

test('read coalescer: a call made after the shared read began waits for the one after it', async () => {
  const { began, read } = createReads()
  const first = read('a')
  const second = read('a')
  began[0]?.end(1)
  await first
  const third = read('a')
  began[1]?.end(2)
  expect(await second).toBe(2)
  began[2]?.end(3)
  expect(await third).toBe(3)
})

test('read coalescer: reads of other keys do not wait', async () => {
  const { began, read } = createReads()
  const results = [read('a'), read('b')]
  expect(began.map(({ key }) => key)).toEqual(['a', 'b'])
  began[1]?.end(2)
  began[0]?.end(1)
  expect(await Promise.all(results)).toEqual([1, 2])
})

test('read coalescer: when a shared read fails, its other callers read for themselves', async () => {
  const { began, read } = createReads()
  const first = read('a')
  const [leader, follower] = [read('a'), read('a')]
  began[0]?.fail(new Error('lost connection'))
  await expect(first).rejects.toThrow('lost connection')
  began[1]?.fail(new Error('lost connection again'))
  await expect(leader).rejects.toThrow('lost connection again')
  await setImmediate()
  began[2]?.end(3)
  expect(await follower).toBe(3)
})

test('read coalescer: reads again after the last one ended', async () => {
  const { began, read } = createReads()
  for (const value of [1, 2]) {
    const result = read('a')
    began[value - 1]?.end(value)
    expect(await result).toBe(value)
  }
})
