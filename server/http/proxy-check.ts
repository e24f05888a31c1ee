import type { Logger } from 'pino'

const PROXY_NOT_TRUSTED =
  'Requests arrive with X-Forwarded-For, but TRUSTED_PROXIES is 0: all clients behind the proxy count as one. Set TRUSTED_PROXIES to the number of proxies.'

/** A proxy sets the header of every request. Any client may set it too, so a few of them say nothing. */
const REQUESTS = 50
const SHARE = 0.5

export type ProxyCheck = ReturnType<typeof createProxyCheck>

/** Notices a proxy that is not trusted, and logs it once. */
export function createProxyCheck({ trustedProxies, log }: { trustedProxies: number; log: Logger }) {
  let warning: string | undefined
  let seen = 0
  let forwarded = 0
  let isLogged = false

  return {
    /** Of a request that is no check of health: these come without a proxy. */
    check(forwardedFor: string | undefined) {
      if (trustedProxies > 0) return
      seen += 1
      if (forwardedFor !== undefined) forwarded += 1
      if (seen < REQUESTS) return
      warning = forwarded > seen * SHARE ? PROXY_NOT_TRUSTED : undefined
      seen = forwarded = 0
      if (!warning || isLogged) return
      isLogged = true
      log.warn({ event: 'proxy_not_trusted' }, warning)
    },
    /** A sentence for the operator, while such a proxy is noticed. */
    warning: () => warning,
  }
}
