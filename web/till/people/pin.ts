import type { PinVerifier } from '../../../contract/till-catalogue.ts'
import { database, readValue, writeValue } from '../device/database.ts'

// The PIN is compared with a verifier on the device, so that a seller signs in without a network.

const FREE_TRIES = 3
const FIRST_WAIT_MS = 5_000
const MAX_WAIT_MS = 5 * 60_000

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))

/** PBKDF2 with SHA-256 (RFC 8018), as the server has computed the verifier. */
async function matches(pin: string, { salt, hash, iterations }: PinVerifier) {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, ['deriveBits'])
  const expected = fromBase64(hash)
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64(salt), iterations }
  const bits = new Uint8Array(await crypto.subtle.deriveBits(parameters, key, expected.length * 8))
  return bits.every((byte, index) => byte === expected[index])
}

export type PinResult = { isRight: true } | { isRight: false; waitMs: number }

/** How long this employee has to wait before the next try. */
export async function getPinWait(employeeid: number, now = Date.now()) {
  const until = (await readValue('wrong_pins'))?.[employeeid]?.until ?? 0
  return Math.max(0, Math.min(until - now, MAX_WAIT_MS))
}

/** After three wrong PINs each further one doubles the wait, also across reloads. A right one ends it. */
export async function checkPin(employeeid: number, pin: string, verifier: PinVerifier): Promise<PinResult> {
  const waitMs = await getPinWait(employeeid)
  if (waitMs > 0) return { isRight: false, waitMs }
  // Counted before the PIN is compared: a reload in between does not give another try.
  const { count } = await countTry(employeeid)
  if (await matches(pin, verifier)) {
    await clearTries(employeeid)
    return { isRight: true }
  }
  return { isRight: false, waitMs: findWait(count) }
}

const findWait = (count: number) => (count < FREE_TRIES ? 0 : Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_TRIES), MAX_WAIT_MS))

const countTry = (employeeid: number) =>
  database.transaction('rw', database.values, async () => {
    const all = (await readValue('wrong_pins')) ?? {}
    const count = (all[employeeid]?.count ?? 0) + 1
    const next = { count, until: Date.now() + findWait(count) }
    await writeValue('wrong_pins', { ...all, [employeeid]: next })
    return next
  })

const clearTries = (employeeid: number) =>
  database.transaction('rw', database.values, async () => {
    const { [employeeid]: _, ...others } = (await readValue('wrong_pins')) ?? {}
    await writeValue('wrong_pins', others)
  })
