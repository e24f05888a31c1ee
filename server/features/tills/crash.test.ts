import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../../../db/embedded/free-port.ts'
import { startEmbedded } from '../../../db/embedded/start-embedded.ts'
import { silentLog } from '../../../db/log.ts'
import { openStore } from '../../../db/open-store.ts'
import { createTillShop, findLosses, NO_LOSSES, startRetryingTill } from '../../testing/retrying-till.ts'

// Kills the server and PostgreSQL while tills send sales. PostgreSQL has its durable settings. `npm run drill -- kill-9` does more
// rounds.

const ROUNDS = 2
const ROOT = join(import.meta.dirname, '..', '..', '..')
const TILLS = 2
const BATCH = 25

type Shop = { businessid: string; keys: string[]; dataDir: string; owner: ClientConfig }

/** A data folder with a business, its products and tills, on which no server runs yet. */
async function createShop(): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-crash-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await (await openStore({ dataDir, log: silentLog })).close()
  const { owner, stop } = await startEmbedded({ dataDir, log: silentLog })
  const client = await connect(owner)
  const shop = await createTillShop(client, TILLS)
  await client.end()
  await stop()
  return { ...shop, dataDir, owner }
}

/** Starts the server as `npm start` does. */
function startServer(port: number, dataDir: string) {
  const child = spawn(process.execPath, ['tools/run.mjs', 'server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], TMPDIR: tmpdir(), PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { child, exit: once(child, 'exit') }
}

async function connect(owner: ClientConfig) {
  const client = new Client(owner)
  await client.connect()
  return client
}

async function killPostgres(dataDir: string) {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

async function killServer({ child, exit }: { child: ChildProcess; exit: Promise<unknown> }) {
  child.kill('SIGKILL')
  await exit
}

test.skipIf(process.platform === 'win32')(
  'tills: every answered sale is stored once, with its stock and roll-ups, after kills of the server and of PostgreSQL',
  { timeout: 60_000 + ROUNDS * 30_000 },
  async () => {
    const shop = await createShop()
    const port = await findFreePort()
    const url = `http://127.0.0.1:${port}`
    let server = startServer(port, shop.dataDir)
    onTestFinished(async () => {
      server.child.kill('SIGTERM')
      await server.exit
    })
    const tills = shop.keys.map((key, till) => startRetryingTill(url, key, { till, batch: BATCH }))
    const answered = () => tills.reduce((sum, till) => sum + till.answered.size, 0)

    for (let round = 0; round < ROUNDS; round++) {
      // Kill during a push, each time after another number of answered sales.
      const enough = answered() + randomInt(BATCH, 40 * BATCH)
      await vi.waitFor(() => expect(answered()).toBeGreaterThan(enough), { timeout: 30_000, interval: 1 })
      if (round % 2 === 0) {
        await killServer(server)
        server = startServer(port, shop.dataDir)
      } else await killPostgres(shop.dataDir)
    }
    const enough = answered() + BATCH
    await vi.waitFor(() => expect(answered()).toBeGreaterThan(enough), { timeout: 30_000, interval: 10 })
    await Promise.all(tills.map((till) => till.stop()))

    const client = await vi.waitFor(() => connect(shop.owner), { timeout: 30_000, interval: 50 })
    const answers = new Map(tills.flatMap((till) => [...till.answered]))
    expect(await findLosses(client, shop.businessid, answers)).toEqual(NO_LOSSES)
    await client.end()
    console.log(`${ROUNDS} kills, ${answers.size} sales answered and each stored once.`)
  },
)
