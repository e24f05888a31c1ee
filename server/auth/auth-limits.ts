import { MAILED_LINK_SECONDS } from './security-mails.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const NO_LINK = 'answered as always, and no mail: the links that were mailed before work'

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
  known_browsers: {
    counted: 'attempts at a password of an account, in all its known browsers together',
    points: 60,
    duration: HOUR,
    excess: 'known browsers count as strange places',
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
    counted: 'accounts created and invitations accepted, from a client IP',
    points: 600,
    duration: 10 * MINUTE,
    excess: '429',
  },
  mailed_links: {
    counted: 'mailed links opened, from a client IP; of those for a new password, the ones that do not work',
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
  // The limits of mails. Each purpose has its own, so that nothing else counts against a reset.
  reset_known: {
    counted: 'reset links mailed to an address, asked for in one known browser',
    points: 5,
    duration: MAILED_LINK_SECONDS,
    excess: NO_LINK,
  },
  reset_known_all: {
    counted: 'reset links mailed to an address, asked for in all known browsers together',
    points: 10,
    duration: MAILED_LINK_SECONDS,
    excess: 'known browsers count as strange ones',
  },
  reset_place: {
    counted: 'reset links mailed to an address, asked for from one client IP',
    points: 5,
    duration: MAILED_LINK_SECONDS,
    excess: NO_LINK,
  },
  reset_place_day: {
    counted: 'reset links mailed to an address, asked for from one client IP',
    points: 10,
    duration: DAY,
    excess: 'answered as always, and no mail',
  },
  reset_network: {
    counted: 'reset links asked for from a client IP, for any addresses with a login',
    points: 300,
    duration: DAY,
    excess: 'answered as always, and no mail but to those who ask in a known browser',
  },
  // As long as a link works: a stranger who uses them up leaves links that work in the mailbox of the person.
  reset_everywhere: {
    counted: 'reset links mailed to an address, asked for from all client IPs together',
    points: 10,
    duration: MAILED_LINK_SECONDS,
    excess: NO_LINK,
  },
  invitation_repeat: { counted: 'invitations mailed to an address by one business', points: 3, duration: DAY, excess: '429' },
  invitation_address: { counted: 'invitations mailed to an address', points: 10, duration: DAY, excess: '429' },
  invitation_sender: { counted: 'invitations mailed by a person', points: 20, duration: DAY, excess: '429' },
  invitation_business: { counted: 'invitations mailed by a business', points: 40, duration: DAY, excess: '429' },
  invitation_network: { counted: 'invitations mailed from a client IP', points: 100, duration: DAY, excess: '429' },
  email_change_address: { counted: 'links for a new e-mail mailed to an address', points: 5, duration: DAY, excess: '429' },
  email_change_sender: { counted: 'links for a new e-mail mailed by a person', points: 5, duration: DAY, excess: '429' },
  email_change_business: { counted: 'links for a new e-mail mailed by a business', points: 20, duration: DAY, excess: '429' },
  email_change_network: { counted: 'links for a new e-mail mailed from a client IP', points: 50, duration: DAY, excess: '429' },
  proof_address: { counted: 'codes mailed to an address, to confirm it', points: 5, duration: DAY, excess: '429' },
  proof_business: { counted: 'codes mailed to addresses of a business', points: 20, duration: DAY, excess: '429' },
  proof_network: { counted: 'codes mailed from a client IP', points: 50, duration: DAY, excess: '429' },
  proof_code: {
    counted: 'codes that are entered to confirm an address',
    points: 10,
    duration: DAY,
    excess: '429; counted again after a right one',
  },
  notice_test_person: { counted: 'notices that a person asks for to see one', points: 20, duration: DAY, excess: '429' },
  notice_test_business: { counted: 'notices that a business asks for to see one', points: 60, duration: DAY, excess: '429' },
  security_mail: {
    counted: 'mails of one kind about a change of a sign-in or a business, to an address',
    points: 10,
    duration: DAY,
    excess: 'no mail; the change is made',
  },
  security_mail_unproven: {
    counted: 'mails about changes of a sign-in or a business, to an address that nobody has proven',
    points: 3,
    duration: DAY,
    excess: 'no mail; the change is made',
  },
} satisfies Record<string, Policy>

export type AuthLimit = keyof typeof AUTH_LIMITS
