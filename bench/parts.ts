import { measureBackup } from './measurements/backup.ts'
import { measureConcurrency } from './measurements/concurrency.ts'
import type { BenchContext } from './measurements/context.ts'
import { measureCost } from './measurements/cost.ts'
import { measureCounts } from './measurements/counts.ts'
import { measureDashboard } from './measurements/dashboard.ts'
import { measureDisk } from './measurements/disk.ts'
import { measureExport } from './measurements/export.ts'
import { measureImport } from './measurements/import.ts'
import { measureIngest } from './measurements/ingest.ts'
import { measureProducts } from './measurements/products.ts'
import { measureReports } from './measurements/reports.ts'
import { measureRights } from './measurements/rights.ts'
import { measureSales } from './measurements/sales.ts'
import { measureStock } from './measurements/stock.ts'
import { measureTill } from './measurements/till.ts'

/** The parts of the bench, in the order in which they run. */
export const PARTS: Record<string, (context: BenchContext) => Promise<void>> = {
  disk: measureDisk,
  dashboard: measureDashboard,
  sales: measureSales,
  reports: measureReports,
  products: measureProducts,
  counts: measureCounts,
  stock: measureStock,
  rights: measureRights,
  till: measureTill,
  export: measureExport,
  backup: measureBackup,
  import: measureImport,
  concurrency: measureConcurrency,
  ingest: measureIngest,
  cost: measureCost,
}
