import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { AuthOptions } from './better-auth.ts'
import { createHostCookie } from './host-cookie.ts'

const MAX_AGE_SECONDS = 365 * 24 * 3600
/** People who share a browser. */
const MAX_ACCOUNTS = 5
const DEVICE_ID = /^[\w-]{22}$/
const SIGNATURE = /^[\w-]{43}$/

export type DeviceCookie = ReturnType<typeof createDeviceCookie>

/**
 * The cookie that says in which accounts this browser has signed in before: 'id.signature.signature', a signature for each account.
 * A person who guesses at the password does not have it, so the owner signs in while others are refused. Sign-out deletes it.
 */
export function createDeviceCookie({ publicUrl, authSecret }: AuthOptions) {
  const cookie = createHostCookie('winkel-device', { publicUrl })
  const sign = (id: string, email: string) => createHmac('sha256', authSecret).update(`device ${id} ${email}`).digest('base64url')
  const read = (headers: Headers) => {
    const [id = '', ...signatures] = cookie.read(headers).split('.')
    return { id, signatures: signatures.filter((signature) => SIGNATURE.test(signature)) }
  }

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
      return cookie.write([device, ...others.slice(1 - MAX_ACCOUNTS), added].join('.'), MAX_AGE_SECONDS)
    },
    deletion: cookie.deletion,
  }
}
