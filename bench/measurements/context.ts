import type { Business } from '../datasets/businesses.ts'
import type { Size } from '../datasets/size.ts'
import type { Database } from '../lib/database.ts'
import type { Server } from '../lib/server-process.ts'
import type { Timer } from '../lib/timing.ts'
import type { Report } from '../report/report.ts'

/** What every part of the bench works with. */
export type BenchContext = {
  server: Server
  /** The business with `size.sales` sales in a year. */
  shop: Business
  /** The business with many products. */
  catalogue: Business
  /** A superuser's connection, for the baselines. */
  db: Database
  size: Size
  timer: Timer
  report: Report
  /** For temporary files, which PostgreSQL may write too. It is deleted at the end. */
  folder: string
}
