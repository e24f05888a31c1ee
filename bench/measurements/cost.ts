import { randomInt } from 'node:crypto'
import { countDifferences, createQuery } from '../../db/roll-ups/roll-ups.ts'
import { createRecentSlices } from '../../db/roll-ups/slices.ts'
import { openOthers } from '../datasets/businesses.ts'
import { LAST_DAY, MONTH, YEAR } from '../lib/date-ranges.ts'
import { buildPath, createHttpClient, type HttpClient } from '../lib/http-client.ts'
import { summarize } from '../lib/timing.ts'
import type { BenchContext } from './context.ts'
import { createSales, openTill, readSites, type Till } from './ingest.ts'

const LOOKS = 200
const CHECKS = 20
const SECONDS = 10
/** As many businesses are asked and get sales at most, each time another one. */
const MAX_BUSINESSES = 100
const CHECKED_DAYS = 35

const pick = <T>(all: T[]): T => all[randomInt(all.length)] as T

/** What a sale, a look and a business cost: processor time of the server and of PostgreSQL, memory, and bytes of each table and index. */
export async function measureCost(context: BenchContext) {
  await measureBytes(context)
  const businesses = [context.shop, ...(await openOthers(context.server, context.db, MAX_BUSINESSES))]
  await measureLooks(
    context,
    businesses.map(({ owner }) => owner),
  )
  await measureFiguresCheck(
    context,
    businesses.map(({ businessid }) => businessid),
  )
  const tills: Till[] = []
  for (const { businessid, owner } of businesses) {
    // One of the many businesses has one till that sells at a time, and one that is alone has one at each site.
    const sites = await readSites(context.db, businessid)
    for (const site of businesses.length > 1 ? sites.slice(0, 1) : sites)
      tills.push(await openTill(site, owner, context.size.shop.linesPerSale))
  }
  try {
    await measureSales(context, 'one by one, 8 connections', { tills, connections: 8, batch: 1 })
    await measureSales(context, 'batches of 500, 2 connections', { tills, connections: 2, batch: 500 })
    report(context, 'memory of the server', await context.server.readMemory(), 'MB')
    report(context, 'memory of PostgreSQL beside its shared buffers', await context.server.readPostgresMemory(), 'MB')
  } finally {
    await deleteNewSales(
      context,
      businesses.map(({ businessid }) => businessid),
    )
  }
}

const report = ({ report }: BenchContext, name: string, value: number, unit: 'MB' | 'ms' | 'sales/s') =>
  report.addValue(`cost: ${name}`, value, unit)

async function measureBytes(context: BenchContext) {
  const { rows } = await context.db.query<{ name: string; mb: number }>(
    `select case relkind when 'i' then 'index ' else 'rows of ' end || relname as name, pg_table_size(oid)::float / 1e6 as mb
       from pg_class where relkind in ('r', 'i') and relnamespace = 'public'::regnamespace and pg_table_size(oid) >= 1e6
      order by 2 desc`,
  )
  for (const { name, mb } of rows) report(context, name, mb, 'MB')
}

/** The calls of a dashboard that is opened, and of the list of sales. */
async function measureLooks(context: BenchContext, owners: HttpClient[]) {
  const figures = (range: { from: string; to: string }) => buildPath('/api/v1/dashboard/figures', range)
  const notices = ['figures-check', 'first-steps', 'imported-sales', 'late-sales', 'silent-tills', 'announcements'].map(
    (name) => `/api/v1/dashboard/${name}`,
  )
  const looks = {
    'figures of 30 days': [figures(MONTH)],
    'figures of a year': [figures(YEAR)],
    'a dashboard opened': ['/api/v1/session', `${figures(MONTH)}&compare=previous`, ...notices, '/api/v1/refused-sales/sums'],
    'first page of sales': [buildPath('/api/v1/sales', YEAR)],
    'a search for a sale': [buildPath('/api/v1/sales', { ...YEAR, q: String(Math.floor(context.size.sales * 0.71234567)) })],
    'a year by product': [buildPath('/api/v1/reports', { ...YEAR, by: 'product', compare: 'off', sort: 'revenue' })],
  }
  for (const [name, paths] of Object.entries(looks)) {
    const look = async () => {
      const owner = pick(owners)
      for (const path of paths) await owner.fetch(path)
      return 1
    }
    const { result } = await measureProcessorTime(context, name, look, (counted) => context.timer.measureRuns(LOOKS, counted))
    context.report.addTiming(`cost: ${name}`, result)
  }
}

type Sending = { tills: Till[]; connections: number; batch: number }

async function measureSales(context: BenchContext, name: string, { tills, connections, batch }: Sending) {
  const clients = Array.from({ length: connections }, () => createHttpClient(context.server.url))
  const send = async (client: HttpClient) => {
    const till = pick(tills)
    const body = JSON.stringify({ sales: createSales(till, batch) })
    await client.fetch('/api/v1/sales', { method: 'POST', body, headers: { authorization: `Bearer ${till.key}` } })
    return batch
  }
  const wal = await readWal(context)
  const { result, done } = await measureProcessorTime(context, `sales ${name}`, send, (counted) =>
    context.timer.measureThroughput(
      clients.map((client) => () => counted(client)),
      SECONDS,
    ),
  )
  report(context, `sales ${name}: WAL of a thousand`, ((await readWal(context)) - wal) / done / 1e3, 'MB')
  report(context, `sales ${name}`, result.rate, 'sales/s')
  context.report.addTiming(`cost: sales ${name}, each request`, summarize(result.times))
  for (const client of clients) client.close()
}

const readWal = async ({ db }: BenchContext) =>
  (await db.query<{ bytes: number }>(`select pg_current_wal_lsn() - '0/0' as bytes`)).rows[0]?.bytes ?? 0

/** Reports what each unit of `work` takes of the processors, in the server and in PostgreSQL with its background work. */
async function measureProcessorTime<A extends unknown[], T>(
  context: BenchContext,
  name: string,
  work: (...args: A) => Promise<number>,
  run: (counted: (...args: A) => Promise<number>) => Promise<T>,
) {
  let done = 0
  const before = await context.server.readProcessorTimes()
  const result = await run(async (...args) => {
    const units = await work(...args)
    done += units
    return units
  })
  const after = await context.server.readProcessorTimes()
  report(context, `${name}: processor, server`, (after.server - before.server) / done, 'ms')
  report(context, `${name}: processor, PostgreSQL`, (after.postgres - before.postgres) / done, 'ms')
  return { result, done }
}

/** What the daily check of the figures does in a business whose last sale was on the last day. */
async function measureFiguresCheck(context: BenchContext, businesses: string[]) {
  const query = createQuery(context.db)
  const check = async () => {
    for (const { rollUp, bounds } of createRecentSlices(pick(businesses), LAST_DAY, CHECKED_DAYS)) {
      const differences = await countDifferences(query, rollUp, bounds)
      if (differences > 0) throw new Error(`${differences} sums of ${rollUp.table} are wrong`)
    }
    return 1
  }
  const { result } = await measureProcessorTime(context, 'check of the figures', check, (counted) =>
    context.timer.measureRuns(Math.min(CHECKS, businesses.length), counted),
  )
  context.report.addTiming('cost: check of the figures', result)
}

/** With triggers, so that the roll-ups are as before. */
async function deleteNewSales({ db }: BenchContext, businesses: string[]) {
  await db.query(`delete from sales where businessid = any($1) and saledate > $2::date + 2`, [businesses, LAST_DAY])
}
