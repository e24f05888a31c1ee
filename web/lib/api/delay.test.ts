import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { delay } from './delay.ts'

test('a pause that is over leaves nothing with the signal', async () => {
  const { signal } = new AbortController()
  const paused = delay(1, signal)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  await paused
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('a pause that is told to stop ends at once', async () => {
  const controller = new AbortController()
  const paused = delay(1_000_000, controller.signal)
  controller.abort()
  await paused
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
})
