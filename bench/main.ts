import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import { Client } from 'pg'
import { pino } from 'pino'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { openPools } from '../db/open.ts'
import { doorsTo } from '../db/scope.ts'
import { createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { dashboardFigures } from '../server/dashboard/queries.ts'
import { type Measured, measure } from './measure.ts'
import { rawFigures } from './raw-figures.ts'
import { fillShop, SHOP } from './shop.ts'

// Speed and memory, as ratios within one run: `npm run bench -- --sales 1000000`. The shop is filled once and kept.
const { values } = parseArgs({
  options: { sales: { type: 'string', default: '1000000' }, fresh: { type: 'boolean', default: false } },
})
const sales = Number(values.sales)
if (!Number.isInteger(sales) || sales < 1000) throw new Error('--sales is a whole number, 1000 or more')

const LAST_DAY = '2026-10-31'
const YEAR = { from: '2025-11-01', to: LAST_DAY }
const MONTH = { from: '2026-10-02', to: LAST_DAY }

const dataDir = resolve('.cache', 'bench', String(sales))
if (values.fresh) await rm(dataDir, { recursive: true, force: true })
await mkdir(dataDir, { recursive: true })
const say = (level: string, message: string, error?: unknown) => level !== 'info' && console.error(message, error ?? '')
const embedded = await startEmbedded({ dataDir, say })
await migrate({ owner: embedded.owner, login: { name: String(embedded.login.user) } })
const store = await openPools(embedded.login, say)
const config = await readConfig({ PORT: '3999', DATA_DIR: dataDir })
const app = createApp({ store, config, log: pino({ level: 'warn' }), webFolder: resolve('dist') })
const socket = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
await once(socket, 'listening')
const url = `http://127.0.0.1:${(socket.address() as AddressInfo).port}`
const owner = new Client({ ...embedded.owner, statement_timeout: 0 })
await owner.connect()

try {
  const shop = await findShop()
  const doors = doorsTo(store.pool)
  const results: { figure: string; ours: Measured; plain: Measured; ratio: number }[] = []
  for (const [name, range] of Object.entries({ '30 days': MONTH, 'a year': YEAR })) {
    await expectSameFigures(shop, range)
    const plain = await measure(`plain SQL over the rows, ${name}`, 5, () => rawFigures(owner, shop.businessid, range))
    const inServer = await measure(`in the server, ${name}`, 100, () =>
      doors.asTenant(shop.user_id, (scope) => dashboardFigures(scope, range)),
    )
    const overHttp = await measure(`over HTTP, ${name}`, 100, () =>
      get(`/api/v1/dashboard/figures?from=${range.from}&to=${range.to}`, shop.cookie),
    )
    for (const ours of [inServer, overHttp])
      results.push({ figure: `dashboard figures ${ours.name}`, ours, plain, ratio: plain.median / ours.median })
  }

  const rounded = (ms: number) => Math.round(ms * 10) / 10
  console.log(
    `\n${sales.toLocaleString('en-ZA')} sales of ${SHOP.linesPerSale} lines in a year, ${SHOP.sites} sites, ${SHOP.employees} employees, ${SHOP.products} products`,
  )
  console.table(
    results.map(({ figure, ours, plain, ratio }) => ({
      figure,
      'median ms': rounded(ours.median),
      'p95 ms': rounded(ours.p95),
      'plain SQL ms': rounded(plain.median),
      'times faster': rounded(ratio),
    })),
  )
  const memory = Math.round(process.memoryUsage().rss / 1024 / 1024)
  console.log(`This process, server and measurements together: ${memory} MB.`)
  await mkdir('bench/results', { recursive: true })
  await writeFile(
    `bench/results/${sales}.json`,
    `${JSON.stringify({ sales, shop: SHOP, node: process.version, memory, results }, null, 2)}\n`,
  )
} finally {
  await owner.end()
  await app.close()
  socket.close()
  if ('closeAllConnections' in socket) socket.closeAllConnections()
  await store.close()
  await embedded.stop()
}

/** The filled shop of this size, signed up through the front door and filled once. */
async function findShop() {
  const file = join(dataDir, 'shop.json')
  const credentials = { email: 'bench@karoopantry.co.za', password: 'as fast as can be' }
  if (!existsSync(file)) {
    const { user } = await post('/api/functions/create-user', credentials)
    const started = await post('/api/v1/signup', { ...credentials, firstname: 'Bench', lastname: 'Owner' })
    const businessid = await post('/api/rpc/rpc_create_business', { p_name: 'Bench', p_reg: '1' }, started.cookie)
    console.log(`Filling a shop with ${sales.toLocaleString('en-ZA')} sales, once.`)
    await fillShop(
      { ...embedded.admin, database: String(embedded.owner.database) },
      {
        businessid: String(businessid.value),
        sales,
        lastDay: LAST_DAY,
        onProgress: (stored) => console.log(`  ${Math.round((stored / sales) * 100)} %`),
      },
    )
    await writeFile(file, JSON.stringify({ user_id: user.id, businessid: businessid.value }))
  }
  const { user_id, businessid } = JSON.parse(await readFile(file, 'utf8'))
  const { cookie } = await post('/api/v1/session', credentials)
  return { user_id: String(user_id), businessid: String(businessid), cookie }
}

/** A roll-up that is wrong is not fast: the run ends here. */
async function expectSameFigures(
  { businessid, user_id }: { businessid: string; user_id: string },
  range: { from: string; to: string },
) {
  const ours = await doorsTo(store.pool).asTenant(user_id, (scope) => dashboardFigures(scope, range))
  const raw = await rawFigures(owner, businessid, range)
  for (const [name, value] of Object.entries(raw)) {
    const same = JSON.stringify(typeof value === 'string' ? Number(value) : value)
    if (JSON.stringify(ours[name as keyof typeof ours]) !== same)
      throw new Error(`'${name}' of ${range.from} to ${range.to} differs from the rows`)
  }
}

async function post(path: string, body: unknown, cookie = '') {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: config.publicUrl, cookie },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  const value = await response.json()
  return {
    ...value,
    value,
    cookie: response.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; '),
  }
}

async function get(path: string, cookie: string) {
  const response = await fetch(url + path, { headers: { cookie } })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.json()
}
