import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coalesce } from './coalesce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a lonely call runs at once', () => {
  const run = vi.fn(async () => {})
  coalesce(run, 500)()
  expect(run).toHaveBeenCalledTimes(1)
})

test('a busy minute is two runs a second, and the last call is never lost', async () => {
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

test('a call during a run means another run after it, not beside it', async () => {
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

test('a run that fails does not end the later ones', async () => {
  const run = vi.fn().mockRejectedValueOnce(new Error('no answer')).mockResolvedValue(undefined)
  const call = coalesce(run, 500)
  call()
  await vi.advanceTimersByTimeAsync(500)
  call()
  expect(run).toHaveBeenCalledTimes(2)
})
