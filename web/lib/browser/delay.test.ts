import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { delay } from './delay.ts'

test('delay: removes its listener from the signal at the end', async () => {
  const { signal } = new AbortController()
  const paused = delay(1, signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await paused
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('delay: ends at once when it is aborted', async () => {
  const controller = new AbortController()
  const paused = delay(1_000_000, controller.signal)
  controller.abort()
  await paused
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
})
