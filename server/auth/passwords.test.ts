import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './passwords.ts'

test('password hash: verifies its password and no other', async () => {
  const hash = await hashPassword('pässword')
  expect(hash).toMatch(/^scrypt:32768:8:3:[\w-]{22}:[\w-]{43}$/)
  expect(await verifyPassword({ hash, password: 'pa\u0308ssword' })).toBe(true)
  expect(await verifyPassword({ hash, password: 'password' })).toBe(false)
})

test('password hash: differs each time', async () => {
  expect(await hashPassword('x')).not.toBe(await hashPassword('x'))
})

test('password hash: one of another cost still verifies', async () => {
  const hash = await hashPassword('of old', { N: 2 ** 10, r: 8, p: 1 })
  expect(await verifyPassword({ hash, password: 'of old' })).toBe(true)
})
