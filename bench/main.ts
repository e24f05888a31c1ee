import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { silentLog } from '../db/log.ts'
import { openPools } from '../db/open-store.ts'
import { keptCatalogue, keptShop } from './businesses.ts'
import { measureCrowd } from './figures/crowd.ts'
import { measureDashboard } from './figures/dashboard.ts'
import { measureExport } from './figures/export.ts'
import { measureImport } from './figures/import.ts'
import { measureIngest } from './figures/ingest.ts'
import { measureProducts } from './figures/products.ts'
import { measureSales } from './figures/sales.ts'
import { openReport } from './report.ts'
import { startServer } from './server.ts'

// Speed and memory, as ratios within one run: `npm run bench -- --sales 1000000`. What is measured is filled once and kept under
// .cache/bench; --fresh fills it anew, --only takes some of the parts below, and writes no file.
const PARTS = {
  dashboard: measureDashboard,
  sales: measureSales,
  export: measureExport,
  products: measureProducts,
  import: measureImport,
  crowd: measureCrowd,
  ingest: measureIngest,
}

const { values } = parseArgs({
  options: {
    sales: { type: 'string', default: '1000000' },
    fresh: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
})
const sales = Number(values.sales)
if (!Number.isInteger(sales) || sales < 1000) throw new Error('--sales is a whole number, 1000 or more')
const parts = (values.only?.split(',') ?? Object.keys(PARTS)).map((name) => {
  const part = PARTS[name as keyof typeof PARTS]
  if (!part) throw new Error(`--only takes some of ${Object.keys(PARTS).join(', ')}`)
  return part
})

const dataDir = resolve('.cache', 'bench', String(sales))
if (values.fresh) await rm(dataDir, { recursive: true, force: true })
await mkdir(dataDir, { recursive: true })

const server = await startServer(dataDir)
try {
  const shop = await keptShop(server, dataDir, sales)
  const catalogue = await keptCatalogue(server, dataDir)
  const db = new Client({ ...server.superuser, statement_timeout: 0 })
  await db.connect()
  const store = await openPools(server.login, silentLog)
  // What an owner would get, were there no Winkel: PostgreSQL as it is, with the shop's indexes.
  await db.query("set jit = off; set work_mem = '64MB'")
  const report = openReport(sales)
  try {
    for (const part of parts) await part({ server, shop, catalogue, db, store, sales, report })
  } finally {
    await Promise.all([db.end(), store.close()])
  }
  report.print()
  if (!values.only) await report.write()
} finally {
  await server.stop()
}
