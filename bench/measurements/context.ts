import type { Business } from '../datasets/businesses.ts'
import type { Database } from '../lib/database.ts'
import type { Server } from '../lib/server-process.ts'
import type { Report } from '../report/report.ts'

/** What every part of the bench works with. */
export type BenchContext = {
  server: Server
  /** The business with `sales` sales in a year. */
  shop: Business
  /** The business with 100,000 products. */
  catalogue: Business
  /** A superuser's connection, for the baselines. */
  db: Database
  sales: number
  report: Report
}
