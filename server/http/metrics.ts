import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { version } from '../shared/version.ts'

export type Metrics = ReturnType<typeof createMetrics>

/** Sums of gauges, named like counters. `sum by (instance)` of the metric without `_total` is the same. */
const MISNAMED = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total']

const WEBHOOK_RESULTS = ['delivered', 'failed', 'given_up'] as const
export type WebhookResult = (typeof WEBHOOK_RESULTS)[number]

/** Prometheus metrics of this process. */
export function createMetrics() {
  const register = new Registry()
  collectDefaultMetrics({ register })
  for (const name of MISNAMED) register.removeSingleMetric(name)
  const registers = [register]
  const seconds = new Histogram({
    name: 'winkel_request_duration_seconds',
    help: 'How long requests took',
    labelNames: ['route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const build = new Gauge({
    name: 'winkel_build_info',
    help: 'The version of Winkel; always 1',
    labelNames: ['version'],
    registers,
  })
  build.set({ version }, 1)
  const webhooks = new Counter({
    name: 'winkel_webhook_attempts_total',
    help: 'Attempts of this server to deliver a webhook: delivered, failed and tried again, or given up',
    labelNames: ['result'],
    registers,
  })
  for (const result of WEBHOOK_RESULTS) webhooks.inc({ result }, 0)
  const addCounter = (name: string, help: string) => {
    const counter = new Counter({ name, help, registers })
    return (amount = 1) => counter.inc(amount)
  }
  return {
    /** A number that is read when Prometheus asks. There is none while there is nothing to say, or it cannot be read. */
    addGauge(name: string, help: string, read: () => Promise<number | undefined>) {
      new Gauge({
        name,
        help,
        registers,
        async collect() {
          const value = await read().catch(() => undefined)
          if (value === undefined) this.remove()
          else this.set(value)
        },
      })
    },
    /** One series, whose reason may change. */
    addReasonGauge(name: string, help: string, read: () => Promise<{ value: number; reason: string }>) {
      new Gauge({
        name,
        help,
        labelNames: ['reason'],
        registers,
        async collect() {
          const { value, reason } = await read()
          this.reset()
          this.set({ reason }, value)
        },
      })
    },
    /** A number for each connection pool. */
    addPoolGauge(name: string, help: string, read: () => Record<string, number>) {
      new Gauge({
        name,
        help,
        labelNames: ['pool'],
        registers,
        collect() {
          for (const [pool, value] of Object.entries(read())) this.set({ pool }, value)
        },
      })
    },
    countStoredSales: addCounter('winkel_sales_stored_total', 'Sales that tills sent to this server and that were stored'),
    countRejectedSales: addCounter('winkel_sales_rejected_total', 'Sales that tills sent to this server and that were rejected'),
    countWebhookAttempt: (result: WebhookResult) => webhooks.inc({ result }),
    countMailFailure: addCounter('winkel_mail_failures_total', 'Mails that this server could not send'),
    /** `route` must come from a limited set: Prometheus keeps a series for each name. */
    observeRequest: (route: string, status: number, ms: number) => seconds.observe({ route, status }, ms / 1000),
    text: () => register.metrics(),
    contentType: register.contentType,
  }
}
