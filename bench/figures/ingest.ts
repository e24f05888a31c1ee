import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client as Database } from 'pg'
import type { Bench } from '../bench.ts'
import { foundBusiness, superuser, takeAway } from '../businesses.ts'
import { type Client, clientOf } from '../client.ts'
import { GOALS } from '../goals.ts'
import { timeOf } from '../measure.ts'
import type { Server } from '../server.ts'
import { SHOP } from '../shop.ts'
import { fillStores } from '../stores.ts'

const BATCH = 500
const SECONDS = 8
const WARM_UP_MS = 2_000

type Till = { key: string; products: number[]; employees: number[] }

/** Tills that push as fast as they are answered, into a business that is taken away again. */
export async function measureIngest({ server, db, report }: Bench) {
  const { businessid, tills } = await openTills(server)
  try {
    const oneTill = await push(server.url, tills.slice(0, 1), BATCH)
    const twoTills = await push(server.url, tills.slice(0, 2), BATCH)
    const single = await push(server.url, tills.slice(0, 8), 1)
    const shared = await push(
      server.url,
      Array<Till | undefined>(8)
        .fill(tills[0])
        .filter((till) => till !== undefined),
      1,
    )
    const plain = { way: 'COPY into tables without keys', value: await copyRate(db, businessid) }
    const lines = `of ${SHOP.linesPerSale} lines`
    report.value(`ingest, sales ${lines} in batches of ${BATCH}, one till`, oneTill, 'sales/s', { plain })
    report.value(`ingest, sales ${lines} in batches of ${BATCH}, two tills`, twoTills, 'sales/s', { plain, goal: GOALS.batches })
    report.value(`ingest, sales ${lines} one by one over 8 connections, a till each`, single, 'sales/s', {
      plain,
      goal: GOALS.oneByOne,
    })
    report.value(`ingest, sales ${lines} one by one over 8 connections of one till`, shared, 'sales/s', { plain })
  } finally {
    await takeAway(server, businessid)
  }
}

/** Sales a second, once all are warm. */
async function push(url: string, tills: Till[], size: number) {
  const counted = performance.now() + WARM_UP_MS
  const ends = counted + SECONDS * 1000
  let stored = 0
  const pushing = async (till: Till) => {
    const client = clientOf(url)
    for (let began = performance.now(); began < ends; began = performance.now()) {
      await pushOnce(client, till, size)
      if (began >= counted) stored += size
    }
    client.close()
  }
  await Promise.all(tills.map(pushing))
  return stored / ((performance.now() - counted) / 1000)
}

async function pushOnce(client: Client, till: Till, size: number) {
  const sales = Array.from({ length: size }, () => saleOf(till))
  const answer = await client.json('/api/v1/sales', {
    method: 'POST',
    body: JSON.stringify({ sales }),
    headers: { authorization: `Bearer ${till.key}` },
  })
  const refused = answer.sales.find(({ status }: { status: string }) => status !== 'created')
  if (refused) throw new Error(`a sale was not stored: ${JSON.stringify(refused)}`)
}

let sold = 0
const run = randomBytes(4).toString('hex')
const oneOf = (ids: number[]) => ids[Math.floor(Math.random() ** 2 * ids.length)]

const saleOf = ({ products, employees }: Till) => ({
  reference: `${run}-${sold++}`,
  saledate: new Date().toISOString(),
  payment_method: ['card', 'cash', 'eft', 'snapscan'][Math.floor(Math.random() * 4)],
  employeeid: oneOf(employees),
  items: Array.from({ length: SHOP.linesPerSale }, () => ({
    productid: oneOf(products),
    quantity: 1 + Math.floor(Math.random() * 3),
  })),
})

/** A business as large as the kept one, with a till at each site. */
async function openTills(server: Server) {
  const { businessid, owner } = await foundBusiness(server, { email: `${run}@karoopantry.co.za`, password: 'as fast as can be' })
  const db = await superuser(server)
  await fillStores(db, businessid, SHOP)
  const { rows } = await db.query<{ siteid: string; products: number[]; employees: number[] }>(
    `select siteid, (select json_agg(productid) from product p where (p.businessid, p.siteid) = (s.businessid, s.siteid)) as products,
            (select json_agg(employeeid) from employee e where (e.businessid, e.siteid) = (s.businessid, s.siteid)) as employees
       from site s where businessid = $1 and sitename like 'Shop %' order by siteid`,
    [businessid],
  )
  await db.query('analyze')
  await db.end()
  const tills: Till[] = []
  for (const { siteid, products, employees } of rows) {
    const { key } = await owner.post(`/api/v1/sites/${siteid}/tills`, { name: 'Till 1' })
    tills.push({ key, products, employees })
  }
  return { businessid, tills }
}

/** The same rows by COPY into tables that have neither keys nor indexes, in sales a second. */
async function copyRate(db: Database, businessid: string) {
  const files = ['sales', 'saleitems'].map((table) => ({ table, file: join(tmpdir(), `winkel-bench-${run}-${table}`) }))
  for (const { table, file } of files) {
    await db.query(`create table plain_${table} (like ${table} including generated)`)
    const columns = await plainColumns(db, table)
    await db.query(`copy (select ${columns} from ${table} where businessid = '${businessid}') to '${file}'`)
  }
  const took = await timeOf(async () => {
    for (const { table, file } of files) await db.query(`copy plain_${table} (${await plainColumns(db, table)}) from '${file}'`)
  })
  const { rows } = await db.query('select count(*) as sales from plain_sales')
  for (const { table, file } of files) {
    await db.query(`drop table plain_${table}`)
    await rm(file, { force: true })
  }
  return Number(rows[0].sales) / (took / 1000)
}

async function plainColumns(db: Database, table: string) {
  const { rows } = await db.query(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as columns
       from pg_attribute where attrelid = $1::regclass and attnum > 0 and attgenerated = '' and not attisdropped`,
    [table],
  )
  return rows[0].columns as string
}
