import type { Logger } from 'pino'

/** Throws the contract's error when the current password was wrong. */
export function requireRightPassword<T>(done: T | null, log: Logger, errors: { WRONG_PASSWORD(): Error }): T {
  if (done !== null) return done
  log.info({ event: 'current_password_wrong' }, 'a change was refused: wrong current password')
  throw errors.WRONG_PASSWORD()
}
