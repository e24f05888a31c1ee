import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Prometheus metrics of this process. */
export function createMetrics({ hasProxyWarning }: { hasProxyWarning: () => boolean }) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'winkel_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  new Gauge({
    name: 'winkel_proxy_not_trusted',
    help: 'Whether requests came through a proxy although TRUSTED_PROXIES is 0',
    registers: [register],
    collect() {
      this.set(Number(hasProxyWarning()))
    },
  })
  return {
    /** `route` must come from a limited set: Prometheus keeps a series for each name. */
    observeRequest: (route: string, status: number, ms: number) => seconds.observe({ route, status }, ms / 1000),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}
