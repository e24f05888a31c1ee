import { mkdir, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openCatalogue, openShop } from './datasets/businesses.ts'
import { SHOP } from './datasets/shop.ts'
import { connect, describePostgres } from './lib/database.ts'
import { startServer } from './lib/server-process.ts'
import { measureBackup } from './measurements/backup.ts'
import { measureConcurrency } from './measurements/concurrency.ts'
import { measureDashboard } from './measurements/dashboard.ts'
import { measureDisk } from './measurements/disk.ts'
import { measureExport } from './measurements/export.ts'
import { measureImport } from './measurements/import.ts'
import { measureIngest } from './measurements/ingest.ts'
import { measureProducts } from './measurements/products.ts'
import { measureReports } from './measurements/reports.ts'
import { measureSales } from './measurements/sales.ts'
import { createReport, resultsFile, writeResults } from './report/report.ts'
import { formatSummary } from './report/summary.ts'

// Measures the product beside baselines: `npm run bench -- --sales 1000000`. The dataset is filled once and kept under .cache/bench.
// --fresh fills it again. --only runs some of the parts below and writes no file.
const PARTS = {
  disk: measureDisk,
  dashboard: measureDashboard,
  sales: measureSales,
  reports: measureReports,
  products: measureProducts,
  export: measureExport,
  backup: measureBackup,
  import: measureImport,
  concurrency: measureConcurrency,
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
  const shop = await openShop(server, dataDir, sales, (stored) =>
    showProgress(`filling: ${Math.round((stored / sales) * 100)} %`),
  )
  const catalogue = await openCatalogue(server, dataDir)
  const db = await connect(server.superuser)
  const report = createReport(showProgress)
  try {
    for (const part of parts) await part({ server, shop, catalogue, db, sales, report })
    const [machine, postgres] = [report.describeMachine(), await describePostgres(db)]
    const { measurements } = report
    if (!values.only) await writeResults(sales, { dataset: { sales, ...SHOP }, machine, postgres, measurements })
    showProgress('')
    console.log(formatSummary(sales, measurements, machine, postgres, values.only ? undefined : resultsFile(sales)))
  } finally {
    await db.end()
  }
} finally {
  await server.stop()
}

/** One line in a terminal, written again and again. */
function showProgress(text: string) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text.slice(0, 100)}`)
}
