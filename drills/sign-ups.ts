import { setTimeout as delay } from 'node:timers/promises'
import { createClient, newCredentials } from '../server/testing/clients.ts'
import { defineDrill } from './lib/drill.ts'
import { startServerProcess } from './lib/server-process.ts'
import { signUpOwner, toClientServer } from './lib/shop.ts'

const MAX_ANSWER_MS = 30_000
const MAX_SIGN_IN_MS = 10_000

export default defineDrill({
  description: '600 sign-ups at once from 600 addresses: each is answered, and owners get in at the same time',
  options: { signUps: 600 },
  tiny: { signUps: 3 },
  async run(context) {
    const { options, figure, promise, limit } = context
    const process = await startServerProcess(context, { environment: { TRUSTED_PROXIES: '1' } })
    await process.waitUntilReady()
    const server = toClientServer(process)
    const from = (address: string) => createClient(server, { 'x-forwarded-for': address })
    const { credentials } = await signUpOwner(server)

    const times: number[] = []
    const signingUp = Promise.all(
      Array.from({ length: options.signUps }, async (_, index) => {
        const started = performance.now()
        const client = from(`198.51.${index >> 8}.${index & 255}`)
        const { status } = await client.send('POST', '/api/functions/create-user', newCredentials(server))
        times.push(performance.now() - started)
        return status
      }),
    )
    await delay(1_000)
    const signIns: { status: number; ms: number }[] = []
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.1']) {
      const started = performance.now()
      const { status } = await from(address).send('POST', '/api/v1/session', credentials)
      signIns.push({ status, ms: Math.round(performance.now() - started) })
    }
    const statuses = await signingUp
    const slowest = Math.round(Math.max(...times))
    figure('accounts created', statuses.filter((status) => status === 200).length)
    figure('asked to try again', statuses.filter((status) => status === 429).length)
    figure('slowest answer, ms', slowest)
    figure('sign-ins at the same time, ms', signIns.map(({ ms }) => ms).join(' '))
    figure('database busy', statuses.filter((status) => status === 503).length)
    promise(
      'each sign-up is answered 200, 429 or 503',
      statuses.every((status) => [200, 429, 503].includes(status)),
    )
    promise(
      'an owner gets in',
      signIns.every(({ status }) => status === 200),
      signIns,
    )
    limit(`each is answered within ${MAX_ANSWER_MS / 1000} s`, slowest <= MAX_ANSWER_MS)
    limit(
      `an owner gets in within ${MAX_SIGN_IN_MS / 1000} s`,
      Math.max(...signIns.map(({ ms }) => ms)) <= MAX_SIGN_IN_MS,
      signIns,
    )
  },
})
