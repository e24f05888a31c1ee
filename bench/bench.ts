import type { Client as Database } from 'pg'
import type { Store } from '../db/open-store.ts'
import type { Business } from './businesses.ts'
import type { Report } from './report.ts'
import type { Server } from './server.ts'

/** What every measurement is handed. */
export type Bench = {
  server: Server
  /** The business with `sales` sales in a year. */
  shop: Business
  /** The one with 100,000 products. */
  catalogue: Business
  /** The superuser's connection, for the plain ways. */
  db: Database
  /** The server's way to the data, from this process. */
  store: Store
  sales: number
  report: Report
}

export const YEAR = { from: '2025-11-01', to: '2026-10-31' }
export const MONTH = { from: '2026-10-02', to: '2026-10-31' }

/** An address with its parameters. */
export const at = (path: string, parameters: Record<string, string | number | boolean>) =>
  `${path}?${new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]))}`
