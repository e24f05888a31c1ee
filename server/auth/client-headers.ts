import type { Client } from './password-check.ts'

/** The headers for a call of Better Auth. It stores X-Forwarded-For with a session, and a client can send any. */
export function withClientIp({ headers, clientIp }: Client) {
  const copy = new Headers(headers)
  copy.set('x-forwarded-for', clientIp)
  return copy
}
