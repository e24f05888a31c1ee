import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { findScreenFiles } from './screen-files.ts'

/** Maximum compressed kilobytes of JavaScript and style sheets per screen. */
const BUDGETS: Record<string, number> = {
  login: 191,
  dashboard: 293,
  products: 278,
  sales: 286,
  'sales/refused': 267,
  employees: 276,
  sites: 268,
  reports: 290,
  'reports/$kind': 272,
  'reports/accounting': 270,
  'reports/reorder': 269,
  'reports/slow-sellers': 265,
  'reports/stock-value': 265,
  'reports/in-transit': 266,
  'reports/shrinkage': 271,
  'stock/suppliers': 268,
  stock: 267,
  'stock/new': 287,
  'stock/$documentid': 293,
  'stock/count/new': 271,
  'stock/count/$documentid': 283,
  settings: 276,
  'settings/business': 276,
  'settings/stock': 273,
  'settings/notices': 272,
  'settings/connections': 266,
  'settings/connections/$webhookid': 267,
  'settings/activity': 270,
  'settings/data': 268,
  'cash-ups': 268,
  till: 115,
}

export type Weight = { screen: string; kilobytes: number; budget: number }

/** The Brotli bytes that each screen loads at once. */
export async function weigh(dist: string): Promise<Weight[]> {
  const readSize = async (file: string) => (await stat(join(dist, `${file}.br`))).size
  const screens = [...(await findScreenFiles(dist)), await findTillFiles(dist)]
  const unknown = Object.keys(BUDGETS).filter((path) => !screens.some(({ screen }) => screen === path))
  if (unknown.length > 0) throw new Error(`The build has no screen ${unknown.join(', ')}.`)
  return Promise.all(
    screens.map(async ({ screen, files }) => {
      const bytes = await Promise.all(files.map(readSize))
      return { screen, kilobytes: bytes.reduce((sum, size) => sum + size, 0) / 1000, budget: BUDGETS[screen] ?? 0 }
    }),
  )
}

/** The till is a build of its own: what its page loads. */
async function findTillFiles(dist: string) {
  const page = await readFile(join(dist, 'till.html'), 'utf8')
  return { screen: 'till', files: page.match(/assets\/till\/[\w.-]+\.(js|css)/g) ?? [] }
}

export function printWeights(weights: Weight[]) {
  console.log('\nCompressed weight of each screen:')
  for (const { screen, kilobytes, budget } of weights)
    console.log(
      `  ${screen.padEnd(20)} ${kilobytes.toFixed(1).padStart(6)} kB of ${budget} kB${kilobytes > budget ? '  TOO HEAVY' : ''}`,
    )
}
