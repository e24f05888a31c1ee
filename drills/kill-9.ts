import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { createTillShop, findLosses, startRetryingTill } from '../server/testing/retrying-till.ts'
import { defineDrill } from './lib/drill.ts'
import { findLinuxObstacle, findPostgresProcesses } from './lib/postgres-processes.ts'
import { startServerProcess } from './lib/server-process.ts'
import { connectOwner } from './lib/shop.ts'

const TILLS = 4
const BATCH = 25
const PROGRESS_TIMEOUT_MS = 60_000

export default defineDrill({
  description:
    'the server or PostgreSQL is killed while tills send: every answered sale is stored once and whole, stock and roll-ups agree',
  options: { rounds: 50, sales: 20 * BATCH },
  tiny: { rounds: 2, sales: 2 * BATCH },
  findObstacle: findLinuxObstacle,
  async run(context) {
    const { options, figure, promise, progress, onFinished } = context
    let server = await startServerProcess(context)
    const { dataDir, port, url } = server
    await server.waitUntilReady()
    const connect = () => connectOwner(dataDir)
    const setUp = await connect()
    const shop = await createTillShop(setUp, TILLS)
    await setUp.end()

    const tills = shop.keys.map((key, till) => startRetryingTill(url, key, { till, batch: BATCH }))
    onFinished(() => tills.map((till) => till.giveUp()))
    const count = () => tills.reduce((sum, till) => sum + till.answered.size, 0)
    const waitForAnswers = async (more: number) => {
      const enough = count() + more
      const deadline = Date.now() + PROGRESS_TIMEOUT_MS
      while (count() < enough && Date.now() < deadline) await delay(1)
      return count() >= enough
    }

    const kills = { server: 0, postgres: 0 }
    let stalled = 0
    for (let round = 0; round < options.rounds; round++) {
      // During a push, each time after another number of answered sales.
      if (!(await waitForAnswers(randomInt(BATCH, options.sales)))) stalled++
      if (round % 2 === 0) {
        kills.server++
        server.signal('SIGKILL')
        await server.exit
        server = await startServerProcess(context, { dataDir, port })
      } else {
        kills.postgres++
        process.kill((await findPostgresProcesses(dataDir)).postmaster, 'SIGKILL')
      }
      progress(`round ${round + 1} of ${options.rounds}: ${count()} sales answered`)
    }
    if (!(await waitForAnswers(BATCH))) stalled++
    await Promise.all(tills.map((till) => till.stop()))
    await server.waitUntilReady()

    const answered = new Map(tills.flatMap((till) => [...till.answered]))
    const client = await connect()
    const losses = await findLosses(client, shop.businessid, answered)
    await client.end()
    figure('kills of the server', kills.server)
    figure('kills of PostgreSQL', kills.postgres)
    figure('sales answered', answered.size)
    promise('sales are answered again after every kill', stalled === 0)
    promise('every answered sale is stored, under the id that was answered', losses.missing.length === 0, losses.missing)
    promise('no sale is stored twice or without an answer', losses.storedTwice + losses.unanswered.length === 0, losses)
    promise('no sale is stored in part', losses.partial.length === 0, losses.partial)
    promise('stock and roll-ups agree with the sales', Object.keys(losses.mismatches).length === 0, losses.mismatches)
  },
})
