import { expect, test } from 'vitest'
import { z } from 'zod'
import { createUuid } from './uuid.ts'

test('uuid: each is a new UUID of version 4', () => {
  const some = Array.from({ length: 1_000 }, createUuid)
  for (const one of some) expect(z.uuidv4().safeParse(one).success, one).toBe(true)
  expect(new Set(some).size).toBe(1_000)
})
