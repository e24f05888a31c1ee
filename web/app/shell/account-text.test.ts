import { expect, test } from 'vitest'
import { shortenAccount } from './account-text.ts'

test('an e-mail of 40 characters stays whole (9.26)', () => {
  const email = `${'a'.repeat(28)}@example.com`
  expect(email).toHaveLength(40)
  expect(shortenAccount(email)).toBe(email)
})

test('a longer one ends in … after 39 (2.3.6)', () => {
  const text = shortenAccount(`${'a'.repeat(60)}@example.com`)
  expect(text).toBe(`${'a'.repeat(39)}…`)
})

test('a letter that takes two code units is not cut in half', () => {
  expect(shortenAccount('😀'.repeat(41))).toBe(`${'😀'.repeat(39)}…`)
})
