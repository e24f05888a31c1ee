import type { ProductInput } from '../../contract/products.ts'
import { createApiClient, type DemoServer } from './api-client.ts'
import { OWNER } from './business.ts'
import { addDays } from './calendar.ts'
import { CATALOGUE } from './catalogue.ts'
import type { DemoState } from './demo-folder.ts'
import { createSales } from './sales.ts'
import { calculateStock, countSoldQuantities } from './stock.ts'

/** Adds the deliveries since the day of the last run to the stock, as the owner would do on the screen. */
export async function restock(server: DemoServer, state: DemoState, upTo: string) {
  const lastDay = state.upTo.slice(0, 10)
  if (lastDay === upTo.slice(0, 10)) return
  const sold = countSoldQuantities(createSales(addDays(lastDay, -7), upTo))
  const api = createApiClient(server)
  await api.session.signIn({ email: OWNER.email, password: OWNER.password })
  for (const product of CATALOGUE) {
    const stockBefore = calculateStock(product, sold, state.upTo) - sold.between(product, state.upTo, upTo)
    const delivered = calculateStock(product, sold, upTo) - stockBefore
    if (delivered === 0) continue
    const { rows } = await api.products.list({ q: product.barcode })
    const row = rows.find(({ barcode }) => barcode === product.barcode)
    if (!row) continue
    const { productid, version, stock } = row
    await api.products.update({
      ...pickInput(row),
      productid,
      stock: stock + delivered,
      opened: { version, stock },
      stock_note: 'Delivery',
    })
  }
}

const pickInput = ({ siteid, productname, barcode, category, supplier, description, price, purchaseprice }: ProductInput) => ({
  siteid,
  productname,
  barcode,
  category,
  supplier,
  description,
  price,
  purchaseprice,
})
