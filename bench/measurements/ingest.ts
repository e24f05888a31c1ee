import { randomBytes } from 'node:crypto'
import { createOwner, deleteBusiness } from '../datasets/businesses.ts'
import { fillSitesAndProducts } from '../datasets/sites-and-products.ts'
import type { Size } from '../datasets/size.ts'
import { assertSame } from '../lib/assert-same.ts'
import { connect, connectWithoutTriggers, type Database } from '../lib/database.ts'
import { createHttpClient, type HttpClient } from '../lib/http-client.ts'
import type { Server } from '../lib/server-process.ts'
import { median, summarize, type Timer } from '../lib/timing.ts'
import { type SentSale, storeSales } from '../plain-sql/ingest.ts'
import { copyToBaseline } from '../plain-sql/tables.ts'
import { GOALS, type Goal } from '../report/goals.ts'
import type { BenchContext } from './context.ts'

const BATCH = 500
const CONNECTIONS = 8
const ROUNDS = 3
const SECONDS = 4

export type Till = { siteid: number; key: string; products: number[]; employees: number[]; linesPerSale: number }

/** Tills that push as fast as they are answered, into a business that is deleted afterwards. */
export async function measureIngest({ server, db, size, timer, report }: BenchContext) {
  const { businessid, tills } = await openTills(server, size)
  const stockBefore = await readStock(db, businessid, 'public')
  const measure = async (name: string, pushing: Till[], batch: number, goal?: Goal) => {
    const { ours, baseline, times } = await comparePushes({ server, timer, businessid }, pushing, batch)
    report.addValue(`ingest: ${name}`, ours, 'sales/s', {
      baseline: {
        method: 'one statement and commit a batch, no roll-ups, the same connections',
        value: baseline,
        runs: timer.limitRounds(ROUNDS),
      },
      goal,
    })
    report.addTiming(`ingest: ${name}, each push`, summarize(times))
  }
  try {
    await measure(`batches of ${BATCH}, one till`, tills.slice(0, 1), BATCH)
    await measure(`batches of ${BATCH}, two tills`, tills.slice(0, 2), BATCH, GOALS.batches)
    await measure(`one by one, ${CONNECTIONS} tills`, tills.slice(0, CONNECTIONS), 1, GOALS.oneByOne)
    const [first] = tills
    if (first) await measure(`one by one, ${CONNECTIONS} connections of one till`, Array(CONNECTIONS).fill(first), 1)
    for (const schema of ['public', 'baseline'] as const) {
      const { stock, quantity } = await readStock(db, businessid, schema)
      assertSame(`stock in ${schema}`, stock, stockBefore.stock - quantity)
    }
  } finally {
    await deleteBusiness(server, businessid)
  }
}

type Pushes = { server: Server; timer: Timer; businessid: string }

/** The median rates of both sides, which push in turn, and how long each push of ours took. */
async function comparePushes({ server, timer, businessid }: Pushes, tills: Till[], size: number) {
  const clients = tills.map(() => createHttpClient(server.url))
  const databases = await Promise.all(tills.map(() => connect(server.superuser)))
  const ours = tills.map((till, nth) => async () => {
    const answer = await clients[nth]?.json('/api/v1/sales', {
      method: 'POST',
      body: JSON.stringify({ sales: createSales(till, size) }),
      headers: { authorization: `Bearer ${till.key}` },
    })
    return expectStored(answer.sales.filter(({ status }: { status: string }) => status === 'created').length, size)
  })
  const baseline = tills.map((till, nth) => async () => {
    const db = databases[nth]
    return expectStored(db ? await storeSales(db, { businessid, siteid: till.siteid }, createSales(till, size)) : 0, size)
  })
  const rates = { ours: [] as number[], baseline: [] as number[] }
  const times: number[] = []
  for (let round = 0; round < timer.limitRounds(ROUNDS); round++) {
    const measured = await timer.measureThroughput(ours, SECONDS)
    rates.ours.push(measured.rate)
    times.push(...measured.times)
    rates.baseline.push((await timer.measureThroughput(baseline, SECONDS)).rate)
  }
  for (const client of clients) client.close()
  await Promise.all(databases.map((db) => db.end()))
  return { ours: median(rates.ours), baseline: median(rates.baseline), times }
}

function expectStored(stored: number, size: number) {
  if (stored !== size) throw new Error(`${stored} of ${size} sales were stored`)
  return stored
}

const run = randomBytes(4).toString('hex')
let created = 0
const pickId = (ids: number[]) => ids[Math.floor(Math.random() ** 2 * ids.length)] ?? 0

export const createSales = ({ products, employees, linesPerSale }: Till, size: number): SentSale[] =>
  Array.from({ length: size }, () => ({
    reference: `${run}-${created++}`,
    saledate: new Date().toISOString(),
    payment_method: ['card', 'cash', 'eft', 'snapscan'][Math.floor(Math.random() * 4)] ?? 'card',
    employeeid: pickId(employees),
    items: Array.from({ length: linesPerSale }, () => ({
      productid: pickId(products),
      quantity: 1 + Math.floor(Math.random() * 3),
    })),
  }))

/** A business as large as the measured shop, with a till at each site, here and in the baseline's tables. */
async function openTills(server: Server, { shop }: Size) {
  const { businessid, owner } = await createOwner(server, `${run}@karoopantry.co.za`)
  const db = await connectWithoutTriggers(server.superuser)
  await fillSitesAndProducts(db, businessid, shop)
  const sites = await readSites(db, businessid)
  await db.query('analyze')
  await db.end()
  await copyToBaseline(server.superuser, businessid)
  const tills: Till[] = []
  for (const site of sites) tills.push(await openTill(site, owner, shop.linesPerSale))
  return { businessid, tills }
}

type Site = Omit<Till, 'key' | 'linesPerSale'>

/** Sites of the dataset, with what a till there sells and who sells it. */
export const readSites = async (db: Database, businessid: string) =>
  (
    await db.query<Site>(
      `select siteid, (select json_agg(productid) from product p where (p.businessid, p.siteid) = (s.businessid, s.siteid)) as products,
              (select json_agg(employeeid) from employee e where (e.businessid, e.siteid) = (s.businessid, s.siteid)) as employees
         from site s where businessid = $1 and sitename like 'Shop %' order by siteid`,
      [businessid],
    )
  ).rows

export async function openTill(site: Site, owner: HttpClient, linesPerSale: number): Promise<Till> {
  const { key } = await owner.post(`/api/v1/sites/${site.siteid}/tills`, { name: 'Till 1' })
  return { ...site, key, linesPerSale }
}

/** What lies on the shelves in all, and what was sold in all. */
async function readStock(db: Database, businessid: string, schema: 'public' | 'baseline') {
  const { rows } = await db.query<{ stock: number; quantity: number }>(
    `select (select sum(stock) from ${schema}.product where businessid = $1) as stock,
            (select coalesce(sum(quantity), 0) from ${schema}.saleitems where businessid = $1) as quantity`,
    [businessid],
  )
  return rows[0] ?? { stock: 0, quantity: 0 }
}
