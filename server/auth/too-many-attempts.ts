import type { AuthLimit } from './auth-limits.ts'

/** Which limit was reached, for the log. `account` is a hash of the e-mail. */
export type LimitReached = {
  reason: AuthLimit | 'queue'
  account?: string
}

/** A limit is reached; the call may be repeated after `seconds`. */
export class TooManyAttempts extends Error {
  readonly seconds: number
  readonly limit: LimitReached
  constructor(seconds: number, limit: LimitReached) {
    super('too many attempts')
    this.seconds = seconds
    this.limit = limit
  }
}
