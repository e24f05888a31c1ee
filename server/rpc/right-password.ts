import type { Logger } from 'pino'
import type { Auth } from '../auth/auth.ts'
import type { Client } from '../auth/password-check.ts'
import type { SignedIn } from '../auth/sessions.ts'

/** Throws the contract's error when the current password was wrong. */
export function requireRightPassword<T>(done: T | null, log: Logger, errors: { WRONG_PASSWORD(): Error }): T {
  if (done !== null) return done
  log.info({ event: 'current_password_wrong' }, 'a change was refused: wrong current password')
  throw errors.WRONG_PASSWORD()
}

type Caller = { auth: Pick<Auth, 'confirmPassword'>; person: SignedIn; log: Logger } & Client

/**
 * Throws the contract's error when it is not the current password of the caller, and TooManyAttempts. Outside of a transaction, because the
 * password waits to be hashed.
 */
export async function requirePassword(caller: Caller, current: string, errors: { WRONG_PASSWORD(): Error }) {
  requireRightPassword((await caller.auth.confirmPassword(caller.person, current, caller)) || null, caller.log, errors)
}
