import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findScreenFiles } from './screen-files.ts'

/** Maximum compressed kilobytes of JavaScript and style sheets per screen. */
const BUDGETS: Record<string, number> = {
  login: 195,
  dashboard: 287,
  products: 272,
  sales: 282,
  employees: 270,
  sites: 263,
  reports: 284,
  'reports/accounting': 265,
  'reports/reorder': 263,
  'reports/slow-sellers': 262,
  'reports/stock-value': 262,
  'reports/in-transit': 262,
  'reports/shrinkage': 265,
  'stock/suppliers': 263,
  stock: 263,
  'stock/new': 276,
  'stock/$documentid': 282,
  'stock/count/new': 266,
  'stock/count/$documentid': 275,
  account: 276,
  'account/webhooks': 262,
  'account/webhooks/$webhookid': 264,
  'cash-ups': 264,
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
