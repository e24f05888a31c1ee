import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { yieldToEventLoop } from './yield-to-event-loop.ts'

/** Longer than a loop may block. */
function block() {
  const started = performance.now()
  while (performance.now() - started < 4);
}

test('event loop: other work runs between two long steps of a loop', async () => {
  const order: string[] = []
  const other = (async () => {
    for (let turns = 0; turns < 3; turns++) {
      await nextTurn()
      order.push('other')
    }
  })()
  for await (const item of yieldToEventLoop(['a', 'b', 'c'])) {
    block()
    order.push(item)
  }
  await other
  expect(order.join(' ')).toMatch(/^a other.* b other.* c/)
})

test('event loop: of several loops with long steps, one goes on in each turn', async () => {
  const order: string[] = []
  const loop = async (name: string) => {
    for await (const item of yieldToEventLoop([1, 2, 3])) {
      block()
      order.push(`${name}${item}`)
    }
  }
  let isDone = false
  const turns = (async () => {
    while (!isDone) {
      await nextTurn()
      order.push('|')
    }
  })()
  await Promise.all([loop('a'), loop('b')])
  isDone = true
  await turns
  expect(order.filter((step) => step !== '|')).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'b3'])
  // The first steps are made at once; behind them, no turn has two.
  const later = order.slice(order.indexOf('b1') + 1).join('')
  expect(later).not.toMatch(/[ab]\d[ab]\d/)
})
