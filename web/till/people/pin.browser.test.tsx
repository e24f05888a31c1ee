import { beforeEach, expect, test } from 'vitest'
import { database } from '../device/database.ts'
import { checkPin, getPinWait } from './pin.ts'

/** Of 2580, as the server computes it: PBKDF2 with SHA-256. */
async function createVerifier() {
  const salt = new Uint8Array(16).fill(7)
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode('2580'), 'PBKDF2', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 1000 }, key, 256)
  const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes))
  return { salt: toBase64(salt), hash: toBase64(new Uint8Array(bits)), iterations: 1000 }
}

beforeEach(() => database.values.clear())

test('till PIN: after three wrong ones each further try waits longer, for this person alone, and a right one ends it', async () => {
  const verifier = await createVerifier()
  const tryPin = (pin: string) => checkPin(1, pin, verifier)
  expect(await tryPin('2580')).toEqual({ isRight: true })
  expect(await tryPin('1111')).toEqual({ isRight: false, waitMs: 0 })
  expect(await tryPin('1112')).toEqual({ isRight: false, waitMs: 0 })
  expect(await tryPin('1113')).toEqual({ isRight: false, waitMs: 5000 })
  // The right one has to wait too.
  expect(await tryPin('2580')).toMatchObject({ isRight: false })
  expect(await getPinWait(1)).toBeGreaterThan(0)
  expect(await getPinWait(2)).toBe(0)
  expect(await getPinWait(1, Date.now() + 5001)).toBe(0)

  await database.values.put({ name: 'wrong_pins', value: { 1: { count: 9, until: 0 } } })
  expect(await tryPin('1114')).toEqual({ isRight: false, waitMs: 300_000 })
  await database.values.put({ name: 'wrong_pins', value: { 1: { count: 9, until: 0 } } })
  expect(await tryPin('2580')).toEqual({ isRight: true })
  expect(await getPinWait(1)).toBe(0)
})
