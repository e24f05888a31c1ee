import { setTimeout as delay } from 'node:timers/promises'
import { type Credentials, createClient } from '../server/testing/clients.ts'
import { defineDrill } from './lib/drill.ts'
import { startServerProcess } from './lib/server-process.ts'
import { signUpOwner, toClientServer } from './lib/shop.ts'

const MAX_HEALTH_MS = 200

export default defineDrill({
  description: '200 sign-ins at once from one address: all get in, and /healthz answers at the same time',
  options: { signIns: 200, owners: 10 },
  tiny: { signIns: 3, owners: 1 },
  async run(context) {
    const { options, figure, promise, limit } = context
    const process = await startServerProcess(context)
    await process.waitUntilReady()
    const server = toClientServer(process)
    const owners: Credentials[] = []
    for (let count = 0; count < options.owners; count++) owners.push((await signUpOwner(server)).credentials)

    const healths: { ms: number; status: number }[] = []
    const finished = new AbortController()
    const watching = (async () => {
      while (!finished.signal.aborted) {
        const started = performance.now()
        const { status } = await fetch(`${process.url}/healthz`)
        healths.push({ ms: Math.round(performance.now() - started), status })
        await delay(50)
      }
    })()
    const started = performance.now()
    const statuses = await Promise.all(
      Array.from({ length: options.signIns }, async (_, index) => {
        return (await createClient(server).send('POST', '/api/v1/session', owners[index % owners.length])).status
      }),
    )
    figure('all answered after, ms', Math.round(performance.now() - started))
    finished.abort()
    await watching

    const times = healths.map(({ ms }) => ms).sort((a, b) => a - b)
    const median = times[times.length >> 1] ?? Number.NaN
    figure('/healthz asked', times.length)
    figure('/healthz median, ms', median)
    figure('/healthz slowest, ms', times.at(-1) ?? Number.NaN)
    const others = statuses.filter((status) => status !== 200)
    promise('every right sign-in gets in', others.length === 0, others)
    promise(
      '/healthz answers 200 every time',
      healths.every(({ status }) => status === 200),
    )
    limit(`/healthz answers within ${MAX_HEALTH_MS} ms, in the median`, median < MAX_HEALTH_MS)
  },
})
