import { RateLimiterMemory } from 'rate-limiter-flexible'
import { z } from 'zod'
import { describeDevice } from '../../contract/shared/describe-device.ts'
import { findClientNetwork } from '../shared/client-network.ts'
import { version } from '../shared/version.ts'
import { findClientIp } from './client-ip.ts'
import type { RouteContext } from './http-routes.ts'

const cut = (max: number) => z.string().transform((text) => text.slice(0, max))

/** The path has no query: it may have a token, or what somebody searched for. */
const Report = z.object({
  message: cut(300),
  stack: cut(4_000),
  path: cut(200).transform((path) => path.replace(/[?#].*/s, '')),
})

const WINDOW_SECONDS = 60
const MAX_REPORTS = { network: 10, all: 100 }

/** Logs an error of a screen. Anybody may call it, so it stores nothing, and is limited for a network and for all together. */
export function createBrowserErrorRoute(trustedProxies: number) {
  const networks = new RateLimiterMemory({ points: MAX_REPORTS.network, duration: WINDOW_SECONDS })
  const all = new RateLimiterMemory({ points: MAX_REPORTS.all, duration: WINDOW_SECONDS })

  return async (c: RouteContext) => {
    const isAllowed = await networks
      .consume(findClientNetwork(findClientIp(c.env.incoming, trustedProxies)))
      .then(() => all.consume('all'))
      .then(
        () => true,
        () => false,
      )
    if (!isAllowed) return c.body(null, 429, { 'retry-after': String(WINDOW_SECONDS) })
    const report = Report.safeParse(await c.req.json().catch(() => undefined))
    if (!report.success) return c.body(null, 400)
    const device = describeDevice(c.req.header('user-agent') ?? '')
    c.var.log.warn({ event: 'browser_error', ...report.data, version, device }, 'a screen failed')
    return c.body(null, 204)
  }
}
