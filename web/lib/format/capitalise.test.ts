import { expect, test } from 'vitest'
import { capitalise } from './capitalise.ts'

test.each([
  ['card', 'Card'],
  ['unknown', 'Unknown'],
  ['mobile money', 'Mobile money'],
  ['', ''],
])('capitalise: the payment method %j is shown as %j (9.22)', (method, name) => expect(capitalise(method)).toBe(name))
