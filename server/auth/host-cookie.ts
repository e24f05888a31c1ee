import { createHmac, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'hono/utils/cookie'
import type { AuthOptions } from './better-auth.ts'

/** A cookie that only this host reads, and no script. Over https its name begins with `__Host-`: RFC 6265bis, section 4.1.3.2. */
export function createHostCookie(baseName: string, { publicUrl }: Pick<AuthOptions, 'publicUrl'>) {
  const isSecure = publicUrl.startsWith('https:')
  const name = isSecure ? `__Host-${baseName}` : baseName
  /** Empty when the request has no such cookie. */
  const read = (headers: Headers) => parse(headers.get('cookie') ?? '', name)[name] ?? ''
  /** The Set-Cookie value. */
  const write = (value: string, maxAge: number) =>
    serialize(name, value, { path: '/', httpOnly: true, sameSite: 'Lax', maxAge, secure: isSecure })
  return {
    name,
    isSecure,
    read,
    /** The value of a cookie that Better Auth signs, when the request has it with our signature. */
    readSigned(headers: Headers, authSecret: string) {
      const [, value, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(read(headers)) ?? []
      if (!value || !signature) return undefined
      const expected = createHmac('sha256', authSecret).update(value).digest('base64')
      return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? value : undefined
    },
    write,
    /** The Set-Cookie value that makes the browser delete it. */
    deletion: write('', 0),
  }
}
