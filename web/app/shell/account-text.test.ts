import { expect, test } from 'vitest'
import { shortenAccount } from './account-text.ts'

test('account text: an e-mail of 40 characters is not shortened (9.26)', () => {
  const email = `${'a'.repeat(28)}@example.com`
  expect(email).toHaveLength(40)
  expect(shortenAccount(email)).toBe(email)
})

test('account text: a longer e-mail is shortened to 39 characters and … (2.3.6)', () => {
  const text = shortenAccount(`${'a'.repeat(60)}@example.com`)
  expect(text).toBe(`${'a'.repeat(39)}…`)
})

test('account text: a surrogate pair is not split', () => {
  expect(shortenAccount('😀'.repeat(41))).toBe(`${'😀'.repeat(39)}…`)
})
