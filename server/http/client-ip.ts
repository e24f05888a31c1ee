import type { IncomingMessage } from 'node:http'

/**
 * The IP address of the client. Of X-Forwarded-For only as many entries count, from the right, as there are trusted proxies: the
 * client can set the others.
 */
export function findClientIp({ headers, socket }: IncomingMessage, trustedProxies: number) {
  const address = socket.remoteAddress ?? 'unknown'
  // Node joins repeated headers.
  const forwarded =
    headers['x-forwarded-for']
      ?.toString()
      .split(',')
      .map((entry) => entry.trim()) ?? []
  return trustedProxies > 0 ? (forwarded.at(-trustedProxies) ?? forwarded[0] ?? address) : address
}
