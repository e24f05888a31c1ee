import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

type Sources = {
  hasProxyWarning(): boolean
  /** Rejects while the database is away. */
  countSilentTills(): Promise<number>
  /** Of all businesses. Rejects while the database is away. */
  readFiguresCheck(): Promise<{ checked_at: Date | null; differing: number }>
}

/** Prometheus metrics of this process. */
export function createMetrics({ hasProxyWarning, countSilentTills, readFiguresCheck }: Sources) {
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
  new Gauge({
    name: 'winkel_silent_tills',
    help: 'Tills of all businesses that were used on at least 5 of their last 7 days and not in the last 24 hours',
    registers: [register],
    async collect() {
      // Without a number, and not with a wrong one, while the database is away.
      await countSilentTills().then(
        (silent) => this.set(silent),
        () => this.reset(),
      )
    },
  })
  new Gauge({
    name: 'winkel_figures_differing_businesses',
    help: 'Businesses whose figures differed from the sales when they were last checked',
    registers: [register],
    async collect() {
      await readFiguresCheck().then(
        ({ differing }) => this.set(differing),
        () => this.reset(),
      )
    },
  })
  new Gauge({
    name: 'winkel_last_figures_check_timestamp_seconds',
    help: 'When the figures were last compared with the sales; 0 when they never were',
    registers: [register],
    async collect() {
      await readFiguresCheck().then(
        ({ checked_at }) => this.set(Number(checked_at ?? 0) / 1000),
        () => this.reset(),
      )
    },
  })
  return {
    /** A number that is read when Prometheus asks; 0 while it is undefined. */
    addGauge: (name: string, help: string, read: () => Promise<number | undefined>) => {
      new Gauge({
        name,
        help,
        registers: [register],
        async collect() {
          this.set((await read()) ?? 0)
        },
      })
    },
    /** `route` must come from a limited set: Prometheus keeps a series for each name. */
    observeRequest: (route: string, status: number, ms: number) => seconds.observe({ route, status }, ms / 1000),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}
