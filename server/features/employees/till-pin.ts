import { pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import type { PinVerifier } from '../../../contract/till-catalogue.ts'
import { createLimiter } from '../../../db/connection/limiter.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

const ITERATIONS = 100_000
const SALT_BYTES = 16
const HASH_BYTES = 32

const hashPin = promisify(pbkdf2)
/** A hash takes a thread of the server for some 50 ms. */
const { run } = createLimiter({ concurrency: 1, maxQueued: 50, waitMs: 5_000 })

/** What a till verifies a PIN with, also without a network: the same as WebCrypto computes there. */
export const createPinVerifier = (pin: string): Promise<PinVerifier> =>
  run('', async () => {
    const salt = randomBytes(SALT_BYTES)
    const hash = await hashPin(pin, salt, ITERATIONS, HASH_BYTES, 'sha256')
    return { salt: salt.toString('base64'), hash: hash.toString('base64'), iterations: ITERATIONS }
  })

/** False when there is no such employee. */
export async function savePin(scope: Scope, employeeid: number, verifier: PinVerifier | null) {
  const { rows } = await sql<{ is_saved: boolean }>`
    select set_till_pin(${employeeid}, ${verifier && JSON.stringify(verifier)}::jsonb) as is_saved`.execute(scope)
  return rows[0]?.is_saved === true
}
