import { createHash, createHmac, randomBytes } from 'node:crypto'

const BYTES = 32
const SHOWN = 6

/** The first characters of a key, which may be shown and logged, and its SHA-256 in hexadecimal digits, which is stored in its place. */
export type AccessKey = { start: string; hash: string }

type Request = { businessid: string; request_id: string }

/** The keys of one kind: their prefix, and what they are called where one is derived. */
export function createAccessKeys(prefix: string, kind: string) {
  const inHeader = new RegExp(`^bearer +(${prefix}[\\w-]{20,100})$`, 'i')
  const digest = (key: string): AccessKey => ({
    start: key.slice(0, prefix.length + SHOWN),
    hash: createHash('sha256').update(key).digest('hex'),
  })
  return {
    generate: () => prefix + randomBytes(BYTES).toString('base64url'),

    /** The key of a request that may be sent again. Each attempt has the same one, although the key is not stored. */
    derive: (authSecret: string, { businessid, request_id }: Request) =>
      prefix + createHmac('sha256', authSecret).update(`${kind} ${businessid} ${request_id}`).digest('base64url'),

    digest,

    /** The key of a request; undefined when it sends none. */
    read(headers: Headers): AccessKey | undefined {
      const key = inHeader.exec(headers.get('authorization') ?? '')?.[1]
      return key === undefined ? undefined : digest(key)
    },
  }
}
