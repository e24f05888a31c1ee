import type { Logger } from 'pino'

const PROXY_NOT_TRUSTED =
  'Requests arrive with X-Forwarded-For, but TRUSTED_PROXIES is 0: all clients behind the proxy count as one. Set TRUSTED_PROXIES to the number of proxies.'

export type ProxyCheck = ReturnType<typeof createProxyCheck>

/** Notices a proxy that is not trusted, and logs it once. */
export function createProxyCheck({ trustedProxies, log }: { trustedProxies: number; log: Logger }) {
  let warning: string | undefined

  return {
    check(forwardedFor: string | undefined) {
      if (warning || trustedProxies > 0 || forwardedFor === undefined) return
      warning = PROXY_NOT_TRUSTED
      log.warn({ event: 'proxy_not_trusted' }, warning)
    },
    /** A sentence for the operator, once such a proxy was noticed. */
    warning: () => warning,
  }
}
