import { createHash, createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'wk_'
const BYTES = 32
const START_LENGTH = PREFIX.length + 6
const IN_HEADER = /^bearer +(wk_[\w-]{20,100})$/i

/** The first characters of a key, which may be shown and logged, and its SHA-256 in hexadecimal digits, which is stored in its place. */
export type TillKey = { start: string; hash: string }

export const generateTillKey = () => PREFIX + randomBytes(BYTES).toString('base64url')

type Request = { businessid: string; request_id: string }

/** The key of a request that may be sent again. Each attempt has the same one, although the key is not stored. */
export const deriveTillKey = (authSecret: string, { businessid, request_id }: Request) =>
  PREFIX + createHmac('sha256', authSecret).update(`till key ${businessid} ${request_id}`).digest('base64url')

export const digestTillKey = (key: string): TillKey => ({
  start: key.slice(0, START_LENGTH),
  hash: createHash('sha256').update(key).digest('hex'),
})

/** The key of a request; undefined when it sends none. */
export function readTillKey(headers: Headers): TillKey | undefined {
  const key = IN_HEADER.exec(headers.get('authorization') ?? '')?.[1]
  return key === undefined ? undefined : digestTillKey(key)
}
