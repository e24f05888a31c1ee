import { MAILED_LINK_SECONDS } from './security-mails.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE

/** `points` of what is counted in `duration` seconds, and what happens to the `excess`. */
type Policy = { counted: string; points: number; duration: number; excess: string; pauseMs?: number }

/**
 * One policy of rate-limiter-flexible for each threat, as docs/operating.md has them. `pauseMs` is how long the excess keeps its
 * permit in the hash queue: that slows down who guesses, and refuses nobody who shares the client IP.
 */
export const AUTH_LIMITS = {
  account: {
    counted: 'wrong passwords for an account, from strange places together',
    points: 20,
    duration: HOUR,
    excess: '429 until the hour ends or the password is reset by mail',
  },
  known_place: {
    counted: 'wrong passwords for an account, from one known client IP or browser',
    points: 20,
    duration: HOUR,
    excess: '429 there; counted again after a right one',
  },
  address: {
    counted: 'wrong passwords from a client IP, for any accounts',
    points: 20,
    duration: 5 * MINUTE,
    excess: 'one a second; never refused',
    pauseMs: 4_000,
  },
  // The person who guesses them has the password.
  code: {
    counted: 'codes of two-step sign-in for an account, from everywhere together',
    points: 10,
    duration: 30 * MINUTE,
    excess: '429 until the half hour ends; counted again after a right one',
  },
  // Longer than an authenticator app's code is valid.
  used_code: {
    counted: 'uses of one code of an authenticator app, right or wrong',
    points: 1,
    duration: 2 * MINUTE,
    excess: 'counts as wrong',
  },
  account_creation: {
    counted: 'accounts created, reset links asked for and mailed links used, from a client IP',
    points: 600,
    duration: 10 * MINUTE,
    excess: '429',
  },
  taken_emails: {
    counted: 'new accounts with a taken e-mail, from a client IP or by an owner',
    points: 30,
    duration: HOUR,
    excess: 'one in ten seconds',
    pauseMs: 20_000,
  },
  // As long as a link works, so that a person always has a link that works.
  mails: { counted: 'links mailed to an e-mail', points: 5, duration: MAILED_LINK_SECONDS, excess: '429' },
} satisfies Record<string, Policy>

export type AuthLimit = keyof typeof AUTH_LIMITS
