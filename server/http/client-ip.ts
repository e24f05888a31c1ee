import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The IP address of the client. Of X-Forwarded-For only as many entries count, from the right, as there are trusted proxies: the
 * client can set the others.
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
