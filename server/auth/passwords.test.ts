import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('a password is known again, and another is not', async () => {
  const hash = await hashPassword('pässword')
  expect(hash).toMatch(/^scrypt:32768:8:3:[\w-]{22}:[\w-]{43}$/)
  expect(await verifyPassword({ hash, password: 'pa\u0308ssword' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'password' })).toBe(false)
})

test('the same password is never stored the same', async () => {
  expect(await hashPassword('x')).not.toBe(await hashPassword('x'))
})

test('a password that was stored at another cost still works', async () => {
  const hash = await hashPassword('of old', { N: 2 ** 10, r: 8, p: 1 })
  expect(await verifyPassword({ hash, password: 'of old' })).toBe(true)
})
