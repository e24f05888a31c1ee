import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { AuthOptions } from './better-auth.ts'

const MAX_AGE_SECONDS = 365 * 24 * 3600
/** People who share a browser. */
const MAX_ACCOUNTS = 5
const DEVICE_ID = /^[\w-]{22}$/
const SIGNATURE = /^[\w-]{43}$/

export type DeviceCookie = ReturnType<typeof createDeviceCookie>

/**
 * The cookie that says in which accounts this browser has signed in before: 'id.signature.signature', a signature for each account.
 * Whoever guesses at a password does not have it, so the owner signs in while others are refused. Sign-out deletes it.
 */
export function createDeviceCookie({ publicUrl, authSecret }: AuthOptions) {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? '__Host-winkel-device' : 'winkel-device'
  const sign = (id: string, email: string) => createHmac('sha256', authSecret).update(`device ${id} ${email}`).digest('base64url')
  const read = (headers: Headers) => {
    const [id = '', ...signatures] = parse(headers.get('cookie') ?? '', name)[name]?.split('.') ?? []
    return { id, signatures: signatures.filter((signature) => SIGNATURE.test(signature)) }
  }
  const write = (value: string, maxAge: number) =>
    serialize(name, value, { path: '/', httpOnly: true, sameSite: 'Lax', maxAge, secure: isSecure })

  return {
    /** The id of the browser, if it has signed in to this account before. */
    findDevice(headers: Headers, email: string) {
      const { id, signatures } = read(headers)
      const expected = Buffer.from(sign(id, email))
      return signatures.some((signature) => timingSafeEqual(Buffer.from(signature), expected)) ? id : undefined
    },
    /** The Set-Cookie value after a sign-in: the latest accounts of the browser, and this one. */
    remember(headers: Headers, email: string) {
      const { id, signatures } = read(headers)
      const device = DEVICE_ID.test(id) ? id : randomBytes(16).toString('base64url')
      const added = sign(device, email)
      const others = signatures.filter((signature) => signature !== added)
      return write([device, ...others.slice(1 - MAX_ACCOUNTS), added].join('.'), MAX_AGE_SECONDS)
    },
    /** The Set-Cookie value that makes the browser delete it. */
    deletion: write('', 0),
  }
}
