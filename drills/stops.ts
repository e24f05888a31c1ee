import { Agent, type IncomingMessage, request as sendRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../db/embedded/free-port.ts'
import { defineDrill } from './lib/drill.ts'
import { createDataDir, startServerProcess } from './lib/server-process.ts'
import { signUpShop } from './lib/shop.ts'

const MAX_PAUSE_MS = 2_500
const MAX_LOAD_MS = 2_000
const STOP_WAIT_SECONDS = 2
const CHECK_INTERVAL_MS = 200

type Call = { method: string; path: string; headers?: Record<string, string>; body?: string }
/** `idle` is a request that crossed with the close of its idle connection: a client sends it again (RFC 9112, 9.3.1 and 9.5). */
type Outcome = 'answered' | 'refused' | 'idle' | 'cut' | 'unanswered'

export default defineDrill({
  description:
    'Stops under load: no answer is cut after its first byte, no request under way is lost, and none is refused behind a proxy that asks /readyz',
  options: { rounds: 50, clients: 24 },
  tiny: { rounds: 2, clients: 6 },
  async run(context) {
    const { options, figure, promise, progress } = context
    const dataDir = await createDataDir(context)
    const port = await findFreePort()
    const outcomes: Record<Outcome, number> = { answered: 0, refused: 0, idle: 0, cut: 0, unanswered: 0 }
    const failures: string[] = []
    const stopMs: number[] = []
    const exitCodes: (number | null)[] = []
    let streamsCut = 0
    let refusedBehindProxy = 0
    let created = 0
    let shop: Awaited<ReturnType<typeof signUpShop>> | undefined

    const send = (agent: Agent, { method, path, headers, body }: Call) =>
      new Promise<Outcome>((resolve) => {
        let answer: IncomingMessage | undefined
        const request = sendRequest({ agent, port, host: '127.0.0.1', method, path, headers }, (response) => {
          answer = response
          let text = ''
          response.on('data', (chunk) => {
            if (path === '/api/v1/sales') text += chunk
          })
          response.on('end', () => {
            created += text.split('"created"').length - 1
            resolve('answered')
          })
          response.on('error', () => resolve(fail('cut', 'the answer broke off')))
        })
        const fail = (outcome: Outcome, reason: string) => {
          failures.push(`${method} ${path}: ${reason}, connection used before: ${request.reusedSocket}`)
          return outcome
        }
        request.on('error', (error: NodeJS.ErrnoException) => {
          if (answer) return
          if (error.code === 'ECONNREFUSED') return resolve('refused')
          resolve(request.reusedSocket ? 'idle' : fail('unanswered', error.message))
        })
        request.end(body)
      })

    let sale = 0
    const createCalls = ({ owner, till }: Awaited<ReturnType<typeof signUpShop>>): (() => Call)[] => {
      const cookie = owner.cookie()
      const json = { 'content-type': 'application/json' }
      return [
        () => ({ method: 'GET', path: '/healthz' }),
        () => ({ method: 'GET', path: '/api/v1/sites', headers: { cookie } }),
        () => ({ method: 'GET', path: '/api/v1/sales.csv?from=2026-11-01&to=2026-11-30', headers: { cookie } }),
        () => ({ method: 'GET', path: '/api/docs/swagger-ui-bundle.js' }),
        () => ({ method: 'GET', path: '/login' }),
        () => ({
          method: 'POST',
          path: '/api/v1/sales',
          headers: { ...json, authorization: `Bearer ${till.key}` },
          body: JSON.stringify({ sales: [{ reference: `stop-${++sale}`, saledate: '2026-11-21T14:05', finalamount: 1 }] }),
        }),
      ]
    }

    for (let round = 1; round <= options.rounds; round++) {
      // In every second round the server waits, and the clients send until a check of /readyz fails, as those of a proxy do.
      const isBehindProxy = round % 2 === 0
      const environment = { STOP_WAIT_SECONDS: String(isBehindProxy ? STOP_WAIT_SECONDS : 0) }
      const server = await startServerProcess(context, { dataDir, port, environment })
      await server.waitUntilReady()
      shop ??= await signUpShop(server)
      const calls = createCalls(shop)
      let isStopped = false
      const checkReadiness = async () => {
        while (!isStopped) {
          const status = await fetch(`${server.url}/readyz`, { headers: { connection: 'close' } }).then(
            (answer) => answer.status,
            () => 0,
          )
          if (status !== 200) return
          await delay(CHECK_INTERVAL_MS)
        }
      }
      const checking = isBehindProxy ? checkReadiness().then(() => (isStopped = true)) : undefined
      const clients = Array.from({ length: options.clients }, async (_, client) => {
        const agent = new Agent({ keepAlive: true, maxSockets: 1 })
        for (let turn = client; !isStopped; turn++) {
          const call = calls[turn % calls.length]?.()
          if (!call) break
          const outcome = await send(agent, call)
          outcomes[outcome]++
          if (outcome === 'refused' && isBehindProxy) refusedBehindProxy++
          if (outcome === 'refused') break
          // Half of the clients ask without a pause; the connections of the others are idle in between.
          if (client % 2 === 0) await delay(Math.random() * MAX_PAUSE_MS)
        }
        agent.destroy()
      })
      const stream = await fetch(`${server.url}/api/v1/live`, { headers: { cookie: shop.owner.cookie() } })
      const streamEnd = stream.text().then(
        () => true,
        () => false,
      )
      await delay(Math.random() * MAX_LOAD_MS)
      const started = performance.now()
      server.signal('SIGTERM')
      exitCodes.push(await server.exit)
      if (!isBehindProxy) stopMs.push(Math.round(performance.now() - started))
      isStopped = true
      await Promise.all([...clients, checking])
      if (!(await streamEnd)) streamsCut++
      if (round % 10 === 0) progress(`${round} stops, ${outcomes.answered} answers`)
    }

    const server = await startServerProcess(context, { dataDir, port })
    await server.waitUntilReady()
    const figures = await shop?.owner.api.dashboard.figures({ from: '2026-11-21', to: '2026-11-21' })
    await server.stop()

    for (const [outcome, count] of Object.entries(outcomes)) figure(`requests ${outcome}`, count)
    figure('live streams cut', streamsCut)
    figure('sales answered with created, and stored', `${created} ${figures?.orders}`)
    figure('stops without a wait, ms: median and slowest', `${stopMs.sort((a, b) => a - b)[stopMs.length >> 1]} ${stopMs.at(-1)}`)
    promise('no answer is cut after its first byte', outcomes.cut === 0, failures.slice(0, 20))
    promise('none is refused behind a proxy that asks /readyz', refusedBehindProxy === 0, refusedBehindProxy)
    promise('no request on a new connection is sent and not answered', outcomes.unanswered === 0, failures.slice(0, 20))
    promise('every live stream ends properly', streamsCut === 0)
    promise('every sale that was answered is stored, and no other', created === figures?.orders)
    promise(
      'every stop ends with exit code 0',
      exitCodes.every((code) => code === 0),
      exitCodes,
    )
  },
})
