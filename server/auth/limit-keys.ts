import { createHash } from 'node:crypto'
import { findClientNetwork } from '../shared/client-network.ts'

// The table has no e-mail and no IP address in plain text.
export const digest = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Begins with the e-mail's hash, so that all places of an account can be found. The second hash depends on the e-mail too. */
export const placeKey = (email: string, place: string) => `${digest(email)}.${digest(`${email} ${place}`)}`
export const networkKey = (clientIp: string) => digest(findClientNetwork(clientIp))
export const addressKey = (email: string, clientIp: string) => placeKey(email, findClientNetwork(clientIp))

/** The keys of the counters that keep a person out, and the beginnings of those of places. */
export const findLockKeys = (email: string, userId: string) => ({
  keys: [
    ...['account', 'known_browsers', 'reset_everywhere', 'reset_known_all'].map((name) => `${name}:${digest(email)}`),
    `code:${digest(userId)}`,
  ],
  prefixes: ['known_place', 'reset_known', 'reset_place', 'reset_place_day'].map((name) => `${name}:${digest(email)}.`),
})

/** Names an account in the log. An operator finds it with `printf %s the@e.mail | sha256sum`. */
export const hashEmail = (email: string) => createHash('sha256').update(email).digest('hex').slice(0, 16)
