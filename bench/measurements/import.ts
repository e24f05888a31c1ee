import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createOwner, deleteBusiness } from '../datasets/businesses.ts'
import { assertSame } from '../lib/assert-same.ts'
import type { Database } from '../lib/database.ts'
import type { HttpClient } from '../lib/http-client.ts'
import { measureTime } from '../lib/timing.ts'
import { importProducts } from '../plain-sql/import.ts'
import { copyToBaseline } from '../plain-sql/tables.ts'
import { GOALS } from '../report/goals.ts'
import type { BenchContext } from './context.ts'

const HEADER = 'Product,Barcode,Category,Supplier,Description,Price,Purchase price,Stock'

/** A file of products that are all new, then one that changes them all. The business is deleted afterwards. */
export async function measureImport({ server, db, size, report, folder }: BenchContext) {
  const { businessid, owner } = await createOwner(server, `${randomBytes(4).toString('hex')}@karoopantry.co.za`)
  const path = join(folder, 'products.csv')
  try {
    const { siteid } = await owner.post('/api/v1/sites', { sitename: 'Sandton', location: '12 Maude Street, Sandton' })
    await copyToBaseline(server.superuser, businessid)
    for (const [kind, priceRise] of [
      ['new', 0],
      ['changed', 1],
    ] as const) {
      const file = createFile(size.importedProducts, priceRise)
      await writeFile(path, file, { mode: 0o644 })
      const times = await importFile(owner, siteid, file, { [kind]: size.importedProducts })
      const baseline = {
        method: 'COPY and insert … on conflict do update',
        value: await measureTime(() => importProducts(db, businessid, siteid, path)),
      }
      assertSame(`import, ${kind}`, await readProducts(db, businessid, 'public'), await readProducts(db, businessid, 'baseline'))
      const name = `import of ${size.importedProducts.toLocaleString('en')} products, ${kind}`
      report.addValue(name, times.preview + times.confirmation, 'ms', { baseline, goal: GOALS.importOf20000 })
      report.addValue(`${name}: preview`, times.preview, 'ms')
    }
  } finally {
    await deleteBusiness(server, businessid)
  }
}

const createLine = (n: number, priceRise: number) =>
  [
    `Product ${n}`,
    6_000_000_000_000 + n,
    `Category ${n % 12}`,
    `Supplier ${n % 15}`,
    'What it is',
    (n % 300) + 0.5 + priceRise,
    n % 200,
    n % 500,
  ].join(',')

const createFile = (lines: number, priceRise: number) =>
  [HEADER, ...Array.from({ length: lines }, (_, n) => createLine(n, priceRise))].join('\n')

async function importFile(owner: HttpClient, siteid: number, body: string, expected: Record<string, number>) {
  const started = performance.now()
  const headers = { 'content-type': 'text/csv' }
  const { preview } = await owner.json(`/api/v1/products/imports?siteid=${siteid}`, { method: 'POST', body, headers })
  const previewed = performance.now()
  const { body: progress } = await owner.fetch(`/api/v1/products/imports/${preview.importid}`, { method: 'POST' })
  const done = performance.now()
  const end = readEvents(progress.toString()).find((event) => 'imported' in event)
  const isComplete = Object.entries(expected).every(([kind, count]) => end?.imported[kind] === count)
  if (!isComplete) throw new Error(`the import ended with ${progress.toString().slice(-500)}`)
  return { preview: previewed - started, confirmation: done - previewed }
}

/** The data of each event of an event stream. */
const readEvents = (stream: string) =>
  stream
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => JSON.parse(line.slice('data:'.length)))

async function readProducts(db: Database, businessid: string, schema: 'public' | 'baseline') {
  const { rows } = await db.query(
    `select siteid, productname, barcode, category, supplier, description, price, purchaseprice, stock
       from ${schema}.product where businessid = $1 order by barcode`,
    [businessid],
  )
  return rows
}
