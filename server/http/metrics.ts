import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

type Sources = {
  hasProxyWarning(): boolean
  /** Rejects while the database is away. */
  countSilentTills(): Promise<number>
  /** Exports and imports of all businesses whose server ended, and imports that failed. Rejects while the database is away. */
  countStoppedWork(): Promise<number>
  /** Of all businesses. Rejects while the database is away. */
  readFiguresCheck(): Promise<{ checked_at: Date | null; differing: number }>
}

/** Prometheus metrics of this process. */
export function createMetrics({ hasProxyWarning, countSilentTills, countStoppedWork, readFiguresCheck }: Sources) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'winkel_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  })
  /** A number that is read when Prometheus asks. There is none, and not a wrong one, while it cannot be read. */
  const addGauge = (name: string, help: string, read: () => Promise<number | undefined>) => {
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        await read().then(
          (value = 0) => this.set(value),
          () => this.remove(),
        )
      },
    })
  }
  addGauge('winkel_proxy_not_trusted', 'Whether requests came through a proxy although TRUSTED_PROXIES is 0', async () =>
    Number(hasProxyWarning()),
  )
  addGauge(
    'winkel_silent_tills',
    'Tills of all businesses that were used on at least 5 of their last 7 days and not in the last 24 hours',
    countSilentTills,
  )
  addGauge(
    'winkel_stopped_work',
    'Exports and imports of all businesses whose server ended, and imports that failed, until they go on',
    countStoppedWork,
  )
  addGauge(
    'winkel_figures_differing_businesses',
    'Businesses whose figures differed from the sales when they were last checked',
    async () => (await readFiguresCheck()).differing,
  )
  addGauge(
    'winkel_last_figures_check_timestamp_seconds',
    'When the figures were last compared with the sales; 0 when they never were',
    async () => Number((await readFiguresCheck()).checked_at ?? 0) / 1000,
  )
  return {
    addGauge,
    /** `route` must come from a limited set: Prometheus keeps a series for each name. */
    observeRequest: (route: string, status: number, ms: number) => seconds.observe({ route, status }, ms / 1000),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}
