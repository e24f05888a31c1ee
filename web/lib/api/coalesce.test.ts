import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('coalesce: a single call runs at once', () => {
  const run = vi.fn(async () => {})
  coalesce(run, 500)()
  expect(run).toHaveBeenCalledTimes(1)
})

test('coalesce: many calls are two runs a second, and the last call is never lost', async () => {
  const run = vi.fn(async () => {})
  const call = coalesce(run, 500)
  for (let at = 0; at < 1000; at += 10) {
    call()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(run.mock.calls.length).toBeLessThanOrEqual(3)
  await vi.advanceTimersByTimeAsync(500)
  const runs = run.mock.calls.length
  await vi.advanceTimersByTimeAsync(5000)
  expect(run).toHaveBeenCalledTimes(runs)
  call()
  expect(run).toHaveBeenCalledTimes(runs + 1)
})

test('coalesce: a call during a run starts another run after it', async () => {
  let end = () => {}
  const run = vi.fn(() => new Promise<void>((resolve) => (end = resolve)))
  const call = coalesce(run, 500)
  call()
  call()
  await vi.advanceTimersByTimeAsync(2000)
  expect(run).toHaveBeenCalledTimes(1)
  end()
  await vi.advanceTimersByTimeAsync(500)
  expect(run).toHaveBeenCalledTimes(2)
})

test('coalesce: a failed run does not prevent later ones', async () => {
  const run = vi.fn().mockRejectedValueOnce(new Error('no answer')).mockResolvedValue(undefined)
  const call = coalesce(run, 500)
  call()
  await vi.advanceTimersByTimeAsync(500)
  call()
  expect(run).toHaveBeenCalledTimes(2)
})
