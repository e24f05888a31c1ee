import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Client as Database } from 'pg'
import type { Bench } from '../bench.ts'
import { foundBusiness, takeAway } from '../businesses.ts'
import type { Client } from '../client.ts'
import { GOALS } from '../goals.ts'
import { timeOf } from '../measure.ts'

const LINES = 20_000
const HEAD = 'Product,Barcode,Category,Supplier,Description,Price,Purchase price,Stock'

/** A file of products, all new and then all dearer, from sending it to the last line of progress; the business is taken away again. */
export async function measureImport({ server, db, report }: Bench) {
  const email = `${randomBytes(4).toString('hex')}@karoopantry.co.za`
  const { businessid, owner } = await foundBusiness(server, { email, password: 'as fast as can be' })
  try {
    const { siteid } = await owner.post('/api/v1/sites', { sitename: 'Sandton', location: '12 Maude Street, Sandton' })
    const plain = { way: 'COPY into a table without keys', value: await timeOfCopy(db, businessid, siteid) }
    const lines = `${LINES.toLocaleString('en-ZA')} lines`
    for (const [what, dearer] of [
      ['new', 0],
      ['changed', 1],
    ] as const) {
      const took = await timeOfImport(owner, siteid, fileOf(dearer), { [what]: LINES })
      report.value(`import of ${lines}, ${what}: preview`, took.preview, 'ms', { plain })
      report.value(`import of ${lines}, ${what}: preview and confirm`, took.preview + took.confirm, 'ms', {
        plain,
        goal: GOALS.importOf20000,
      })
    }
  } finally {
    await takeAway(server, businessid)
  }
}

const productOf = (n: number, dearer: number) =>
  [
    `Product ${n}`,
    6_000_000_000_000 + n,
    `Category ${n % 12}`,
    `Supplier ${n % 15}`,
    'What it is',
    (n % 300) + 0.5 + dearer,
    n % 200,
    n % 500,
  ].join(',')

const productsOf = (dearer: number) => Array.from({ length: LINES }, (_, n) => productOf(n, dearer))
const fileOf = (dearer: number) => [HEAD, ...productsOf(dearer)].join('\n')

async function timeOfImport(owner: Client, siteid: number, body: string, expected: Record<string, number>) {
  const began = performance.now()
  const preview = await owner.json(`/api/v1/products/imports?siteid=${siteid}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'text/csv' },
  })
  const shown = performance.now()
  const { body: told } = await owner.fetch(`/api/v1/products/imports/${preview.importid}`, { method: 'POST' })
  const done = performance.now()
  const end = JSON.parse(told.toString().trimEnd().split('\n').at(-1) ?? '')
  const isWhole = Object.entries(expected).every(([what, count]) => end.imported?.[what] === count)
  if (!isWhole) throw new Error(`the import ended as ${JSON.stringify(end)}`)
  return { preview: shown - began, confirm: done - shown }
}

async function timeOfCopy(db: Database, businessid: string, siteid: number) {
  const file = join(tmpdir(), `winkel-bench-products-${businessid}`)
  await writeFile(
    file,
    productsOf(0)
      .map((line) => `${businessid},${siteid},${line}`)
      .join('\n'),
    { mode: 0o644 },
  )
  const columns = 'businessid, siteid, productname, barcode, category, supplier, description, price, purchaseprice, stock'
  try {
    await db.query(`begin; create table plain_product as select ${columns} from product with no data`)
    return await timeOf(() => db.query(`copy plain_product from '${file}' with csv`))
  } finally {
    await db.query('rollback')
    await rm(file)
  }
}
