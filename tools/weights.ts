import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findScreenFiles } from './screen-files.ts'

/** Maximum compressed kilobytes of JavaScript and style sheets per screen. */
const BUDGETS: Record<string, number> = {
  login: 191,
  dashboard: 290,
  products: 276,
  sales: 286,
  'sales/refused': 266,
  employees: 273,
  sites: 265,
  reports: 288,
  'reports/$kind': 272,
  'reports/accounting': 269,
  'reports/reorder': 267,
  'reports/slow-sellers': 264,
  'reports/stock-value': 265,
  'reports/in-transit': 265,
  'reports/shrinkage': 270,
  'stock/suppliers': 267,
  stock: 267,
  'stock/new': 282,
  'stock/$documentid': 287,
  'stock/count/new': 267,
  'stock/count/$documentid': 277,
  settings: 273,
  'settings/business': 272,
  'settings/stock': 272,
  'settings/notices': 272,
  'settings/connections': 266,
  'settings/connections/$webhookid': 266,
  'settings/activity': 268,
  'settings/data': 268,
  'cash-ups': 268,
}

export type Weight = { screen: string; kilobytes: number; budget: number }

/** The Brotli bytes that each screen loads at once. */
export async function weigh(dist: string): Promise<Weight[]> {
  const readSize = async (file: string) => (await stat(join(dist, `${file}.br`))).size
  const screens = await findScreenFiles(dist)
  const unknown = Object.keys(BUDGETS).filter((path) => !screens.some(({ screen }) => screen === path))
  if (unknown.length > 0) throw new Error(`The build has no screen ${unknown.join(', ')}.`)
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
