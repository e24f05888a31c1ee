import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findScreenFiles } from './screen-files.ts'

/** Maximum compressed kilobytes of JavaScript and style sheets per screen. */
const BUDGETS: Record<string, number> = {
  login: 193,
  dashboard: 283,
  products: 270,
  sales: 277,
  employees: 261,
  sites: 260,
  reports: 280,
  'reports/reorder': 260,
  'reports/slow-sellers': 260,
  'reports/stock-value': 260,
  'reports/in-transit': 260,
  'reports/shrinkage': 265,
  'stock/suppliers': 260,
  stock: 260,
  'stock/new': 271,
  'stock/$documentid': 277,
  'stock/count/new': 265,
  'stock/count/$documentid': 275,
  account: 270,
  'account/webhooks': 260,
  'account/webhooks/$webhookid': 260,
  'cash-ups': 260,
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
