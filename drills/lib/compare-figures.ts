import type { Owner } from '../../server/testing/clients.ts'
import type { DrillContext } from './drill.ts'

const DAYS = { from: '2026-11-01', to: '2026-11-30' }

/** `session`: the session in which the calls are made. */
type SignedIn = { session(): Pick<Owner, 'api' | 'fetch'> }

/** What the screens and exports show. */
export async function readFigures(shop: SignedIn) {
  const { api, fetch } = shop.session()
  const readCsv = async (name: string) => {
    const response = await fetch(`/api/v1/${name}.csv?${new URLSearchParams(name === 'sales' ? DAYS : {})}`)
    if (!response.ok) throw new Error(`${name}.csv was answered with ${response.status}`)
    return response.text()
  }
  const figures = {
    dashboard: await api.dashboard.figures(DAYS),
    sales: await api.sales.list(DAYS),
    employees: await api.employees.list({}),
    sites: await api.sites.list({}),
    // One after the other: a person runs one export at a time.
    exports: [await readCsv('products'), await readCsv('employees'), await readCsv('sales')],
  }
  return JSON.stringify(figures, (name, value) => (name === 'as_at' ? undefined : value))
}

export async function compareFigures(
  { promise, figure }: Pick<DrillContext, 'promise' | 'figure'>,
  what: string,
  shop: SignedIn,
  before: string,
) {
  const now = await readFigures(shop)
  figure(`figures compared ${what}`, `${(now.length / 1e6).toFixed(1)} MB of answers`)
  promise(`figures, lists and exports are the same ${what}`, now === before)
}
