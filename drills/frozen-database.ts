import { setTimeout as delay } from 'node:timers/promises'
import { defineDrill } from './lib/drill.ts'
import { formatCounts } from './lib/format-counts.ts'
import { findLinuxObstacle, findPostgresProcesses } from './lib/postgres-processes.ts'
import { startServerProcess } from './lib/server-process.ts'
import { signUpShop } from './lib/shop.ts'

const MAX_DETECTION_MS = 2_000
const MAX_CALL_MS = 5_000
const MAX_RECOVERY_MS = 5_000
/** How long to wait for what must happen at all. */
const TIMEOUT_MS = 60_000

type Answer = { name: string; status: number; ms: number; body: string }

export default defineDrill({
  description: 'PostgreSQL is frozen: the server says so within 2 s, no call takes over 5 s, and it recovers within 5 s',
  options: { seconds: 30 },
  tiny: { seconds: 1 },
  findObstacle: findLinuxObstacle,
  async run(context) {
    const { options, figure, promise, limit, onFinished } = context
    const server = await startServerProcess(context)
    await server.waitUntilReady()
    const { owner, till } = await signUpShop(server)

    const { postmaster, children } = await findPostgresProcesses(server.dataDir)
    const signal = (name: NodeJS.Signals, ids: number[]) => {
      for (const id of ids) process.kill(id, name)
    }
    let isFrozen = false
    const thaw = () => {
      if (isFrozen) signal('SIGCONT', [postmaster, ...children])
      isFrozen = false
    }
    onFinished(thaw)

    const measure = async (name: string, send: () => Promise<Response>): Promise<Answer> => {
      const started = performance.now()
      const { status, body } = await send().then(
        async (response) => ({ status: response.status, body: await response.text() }),
        (error: Error) => ({ status: 0, body: error.message }),
      )
      return { name, status, ms: Math.round(performance.now() - started), body: body.slice(0, 200) }
    }
    let count = 0
    const sale = () => ({ reference: `frozen-${++count}`, saledate: '2026-11-21T14:05', finalamount: 1, items: [] })
    const calls: [string, () => Promise<Response>][] = [
      ['sites', () => owner.fetch('/api/v1/sites')],
      ['dashboard', () => owner.fetch('/api/v1/dashboard/figures?from=2026-11-01&to=2026-11-22')],
      ['session', () => owner.fetch('/api/v1/session')],
      ['till', () => pushSales(server.url, till.key, [sale()])],
      ['sign-in', () => signIn(server.url)],
    ]
    const health = () => measure('healthz', () => fetch(`${server.url}/healthz`))
    const readiness = () => measure('readyz', () => fetch(`${server.url}/readyz`))

    // The calls that are under way when it freezes, and those that come while it is frozen.
    const answers: Promise<Answer>[] = calls.map(([name, send]) => measure(name, send))
    signal('SIGSTOP', [postmaster, ...children])
    isFrozen = true
    const frozenAt = performance.now()
    let detectedAt = Number.NaN
    const healths: Answer[] = []
    const readinesses: Answer[] = []
    const frozenMs = () => performance.now() - frozenAt
    while (frozenMs() < options.seconds * 1000 || (Number.isNaN(detectedAt) && frozenMs() < TIMEOUT_MS)) {
      answers.push(...calls.map(([name, send]) => measure(name, send)))
      healths.push(await health())
      const ready = await readiness()
      readinesses.push(ready)
      if (ready.status === 503 && Number.isNaN(detectedAt)) detectedAt = frozenMs()
      await delay(500)
    }
    thaw()
    const thawedAt = performance.now()
    let recovered = Number.NaN
    while (performance.now() - thawedAt < TIMEOUT_MS && Number.isNaN(recovered)) {
      const all = await Promise.all([readiness(), ...calls.slice(0, 4).map(([name, send]) => measure(name, send))])
      if (all.every(({ status }) => status === 200)) recovered = performance.now() - thawedAt
      else await delay(50)
    }

    const all = await Promise.all(answers)
    const slowest = (list: Answer[]) => Math.max(...list.map(({ ms }) => ms))
    figure('calls while frozen', all.length)
    figure('answers', formatCounts(all.map(({ status }) => String(status))))
    figure('slowest call, ms', slowest(all))
    figure('slowest /healthz, ms', slowest(healths))
    figure('slowest /readyz, ms', slowest(readinesses))
    figure('/readyz answers 503 after, ms', Math.round(detectedAt))
    figure('recovered after, ms', Math.round(recovered))
    promise('/readyz answers 503', !Number.isNaN(detectedAt), readinesses.slice(0, 5))
    limit('/readyz answers 503 within 2 s', detectedAt <= MAX_DETECTION_MS, readinesses.slice(0, 5))
    limit('no call takes over 5 s', slowest(all) <= MAX_CALL_MS, all.filter(({ ms }) => ms > MAX_CALL_MS).slice(0, 10))
    promise(
      'every call has an answer of its own: 2xx, 4xx or 503',
      all.every(({ status }) => status > 0 && (status < 500 || status === 503)),
      all.filter(({ status }) => status === 0 || (status >= 500 && status !== 503)).slice(0, 10),
    )
    promise(
      '/healthz answers 200',
      healths.every(({ status }) => status === 200),
      healths.slice(0, 5),
    )
    promise('everything answers 200 after the thaw', !Number.isNaN(recovered))
    limit('everything answers 200 within 5 s of the thaw', recovered <= MAX_RECOVERY_MS)
    promise('the server ran on', server.isRunning())
  },
})

const pushSales = (url: string, key: string, sales: unknown[]) =>
  fetch(`${url}/api/v1/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ sales }),
  })

const signIn = (url: string) =>
  fetch(`${url}/api/v1/session`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@winkel.example', password: 'wrong' }),
  })
