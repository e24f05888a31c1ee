import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../../../db/embedded/free-port.ts'
import { startEmbedded } from '../../../db/embedded/start-embedded.ts'
import { silentLog } from '../../../db/log.ts'
import { openStore } from '../../../db/open-store.ts'
import { createBusiness } from '../../../db/testing/create-business.ts'
import { createTillKey } from '../../../db/testing/create-till-key.ts'
import { findMismatches } from '../../testing/roll-up-check.ts'

// Kills the server and PostgreSQL while tills send sales. PostgreSQL has its durable settings. WINKEL_CRASH_ROUNDS sets the number
// of kills.

const ROUNDS = Number(process.env['WINKEL_CRASH_ROUNDS'] ?? 2)
const ROOT = join(import.meta.dirname, '..', '..', '..')
const TILLS = 2
const BATCH = 25
const PRODUCTS = 20

type Shop = { businessid: string; keys: string[]; dataDir: string; owner: ClientConfig }

/** A data folder with a business, its products and tills, on which no server runs yet. */
async function createShop(): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-crash-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await (await openStore({ dataDir, log: silentLog })).close()
  const { owner, stop } = await startEmbedded({ dataDir, log: silentLog })
  const client = await connect(owner)
  const { businessid, siteid } = await createBusiness(client)
  await client.query(
    `insert into product (businessid, siteid, productname, barcode, price, stock)
     select $1, $2, 'Bread', 'b-' || nth, 10, 1000000 from generate_series(1, $3::integer) nth`,
    [businessid, siteid, PRODUCTS],
  )
  const keys: string[] = []
  for (let nth = 0; nth < TILLS; nth++) keys.push(await createTillKey(client, { businessid, siteid }))
  await client.end()
  await stop()
  return { businessid, keys, dataDir, owner }
}

/** Starts the server as `npm start` does. */
function startServer(port: number, dataDir: string) {
  const child = spawn(process.execPath, ['tools/run.mjs', 'server/main.ts'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: String(port), DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return { child, exit: once(child, 'exit') }
}

/** A till that sends one batch after another until `stop`, and repeats each until it is answered. */
function startTill(url: string, key: string, nth: number) {
  const answered = new Map<string, number>()
  let isStopped = false
  let count = 0

  const nextBatch = () =>
    Array.from({ length: BATCH }, () => {
      count++
      const line = (step: number) => ({ barcode: `b-${1 + ((count * step + nth) % PRODUCTS)}`, quantity: 1 + (count % 3) })
      return { reference: `${nth}-${count}`, saledate: '2026-11-21T14:05', payment_method: 'card', items: [line(1), line(7)] }
    })

  async function send(sales: { reference: string }[]) {
    for (;;) {
      const response = await fetch(`${url}/api/v1/sales`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sales }),
        signal: AbortSignal.timeout(15_000),
      }).catch(() => undefined)
      // An incomplete answer does not count.
      const body = await (response?.ok ? response.text().then(JSON.parse) : undefined)?.catch(() => undefined)
      if (body) return body.sales as { reference: string; status: string; saleid: number }[]
      if (response && response.status < 500) throw new Error(`the server answered ${response.status} to a till`)
      await delay(20)
    }
  }

  const work = async () => {
    while (!isStopped) {
      for (const { reference, status, saleid } of await send(nextBatch())) {
        if (status !== 'created' && status !== 'duplicate') throw new Error(`${reference} was ${status}`)
        answered.set(reference, saleid)
      }
    }
  }
  const done = work()
  done.catch(() => undefined) // thrown again by stop
  return {
    answered,
    stop: () => {
      isStopped = true
      return done
    },
  }
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
    const tills = shop.keys.map((key, nth) => startTill(url, key, nth))
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
    const { rows } = await client.query(
      `select reference, saleid::integer, (select count(*)::integer from saleitems i where (i.businessid, i.saleid) = (s.businessid, s.saleid)) as lines
         from sales s where businessid = $1`,
      [shop.businessid],
    )
    const expected = new Map(tills.flatMap((till) => [...till.answered]))
    expect(new Map(rows.map(({ reference, saleid }) => [reference, saleid]))).toEqual(expected)
    expect(rows.length).toBe(expected.size)
    expect(rows.filter(({ lines }) => lines !== 2)).toEqual([])
    expect(await findMismatches(client, shop.businessid)).toEqual({})
    await client.end()
    console.log(`${ROUNDS} kills, ${expected.size} sales answered and each stored once.`)
  },
)
