import { expect, test } from 'vitest'
import { barWidth } from './bar-width.ts'
import { paymentName } from './payment-name.ts'

test.each([
  ['card', 'Card'],
  ['unknown', 'Unknown'],
  ['mobile money', 'Mobile money'],
  ['', ''],
])('%j is shown as %j (9.22)', (method, name) => expect(paymentName(method)).toBe(name))

test.each([
  [100, 100, 100],
  [50, 100, 50],
  [1, 1000, 4],
  [0, 100, 0],
  [-20, 100, 0],
  [0, 0, 0],
  [-5, -5, 0],
])('a revenue of %d beside %d is a bar of %d %% (2.4.8, 9.13)', (revenue, most, percent) =>
  expect(barWidth(revenue, most)).toBe(percent),
)
