import { createApiClient, type DemoServer } from './api-client.ts'
import { OWNER } from './business.ts'
import { addDays } from './calendar.ts'
import { CATALOGUE } from './catalogue.ts'
import type { DemoState } from './demo-folder.ts'
import { createSales } from './sales.ts'
import { calculateStock, countSoldQuantities } from './stock.ts'

/** Writes a delivery at each site for what came since the day of the last run, as the owner would do on the screen. */
export async function restock(server: DemoServer, state: DemoState, upTo: string) {
  const lastDay = state.upTo.slice(0, 10)
  if (lastDay === upTo.slice(0, 10)) return
  const sold = countSoldQuantities(createSales(addDays(lastDay, -7), upTo))
  const api = createApiClient(server)
  await api.session.signIn({ email: OWNER.email, password: OWNER.password })
  const deliveries = new Map<number, { productid: number; quantity: number }[]>()
  for (const product of CATALOGUE) {
    const stockBefore = calculateStock(product, sold, state.upTo) - sold.between(product, state.upTo, upTo)
    const quantity = calculateStock(product, sold, upTo) - stockBefore
    if (quantity <= 0) continue
    const { rows } = await api.products.list({ q: product.barcode })
    const row = rows.find(({ barcode }) => barcode === product.barcode)
    if (row) deliveries.set(row.siteid, [...(deliveries.get(row.siteid) ?? []), { productid: row.productid, quantity }])
  }
  for (const [siteid, lines] of deliveries) await api.stock.create({ kind: 'delivery', siteid, lines, finish: true })
}
