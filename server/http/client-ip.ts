import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * Where a request comes from. Of X-Forwarded-For only as many entries are believed, from the right, as there are proxies of
 * ours in front; whatever stands further left was written by the caller.
 */
export function findClientIp(c: Context, trustedProxies: number) {
  const socket = getConnInfo(c).remote.address ?? 'unknown'
  const forwarded =
    c.req
      .header('x-forwarded-for')
      ?.split(',')
      .map((entry) => entry.trim()) ?? []
  return trustedProxies > 0 ? (forwarded.at(-trustedProxies) ?? forwarded[0] ?? socket) : socket
}
