import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findScreenFiles } from './screen-files.ts'

/** Maximum compressed kilobytes of JavaScript and style sheets per screen. */
const BUDGETS: Record<string, number> = {
  login: 195,
  dashboard: 289,
  products: 275,
  sales: 284,
  employees: 272,
  sites: 264,
  reports: 287,
  'reports/accounting': 267,
  'reports/reorder': 266,
  'reports/slow-sellers': 263,
  'reports/stock-value': 264,
  'reports/in-transit': 263,
  'reports/shrinkage': 268,
  'stock/suppliers': 266,
  stock: 266,
  'stock/new': 280,
  'stock/$documentid': 285,
  'stock/count/new': 266,
  'stock/count/$documentid': 276,
  account: 279,
  'account/webhooks': 265,
  'account/webhooks/$webhookid': 267,
  'cash-ups': 266,
  'account/read-keys': 262,
}

export type Weight = { screen: string; kilobytes: number; budget: number }

/** The Brotli bytes that each screen loads at once. */
export async function weigh(dist: string): Promise<Weight[]> {
  const readSize = async (file: string) => (await stat(join(dist, `${file}.br`))).size
  const screens = await findScreenFiles(dist)
  return Promise.all(
    screens.map(async ({ screen, files }) => {
      const bytes = await Promise.all(files.map(readSize))
      return { screen, kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1000, budget: BUDGETS[screen] ?? 0 }
    }),
  )
}

export function printWeights(weights: Weight[]) {
  console.log('\nCompressed weight of each screen:')
  for (const { screen, kilobytes, budget } of weights)
    console.log(
      `  ${screen.padEnd(20)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget} kB${kilobytes > budget ? '  TOO HEAVY' : ''}`,
    )
}
