import type { ProductInput } from '../../contract/products.ts'
import { BATCH_MAX_SALES } from '../../contract/shared/constants.ts'
import type { SaleAnswer } from '../../contract/tills.ts'
import { createTillClient } from '../../server/testing/clients.ts'
import { plusDays } from './calendar.ts'
import { CATALOGUE } from './catalogue.ts'
import type { Story } from './folder.ts'
import { createDemoClient, type Demo } from './founding.ts'
import { OWNER, SHOPS, type Shop, STAFF } from './people.ts'
import { createShopSlips, type Slip, slipsBetween } from './sales.ts'
import { soldBy, stockLeft } from './stock.ts'

const dayOf = (time: string) => time.slice(0, 10)

/**
 * Sends every sale closed since the story stopped, each shop's with the key of its till, all shops' at once. A sale that is there
 * already is known by its reference. What the server refuses is answered: somebody may have deleted a product that goes on selling
 * here.
 */
export async function sell(demo: Demo, story: Story, upTo: string) {
  const refused: string[] = []
  const sellAt = async (shop: Shop) => {
    const slips = createShopSlips(shop, story.upTo, upTo)
    for (let first = 0; first < slips.length; first += BATCH_MAX_SALES) {
      const batch = slips.slice(first, first + BATCH_MAX_SALES).map((slip) => saleOf(slip, story))
      const { status, body } = await createTillClient(demo, story.tills[shop.code]).push(batch)
      if (status !== 200) throw new Error(`the till of ${shop.sitename} was refused: ${body.message}`)
      for (const answer of body.sales as SaleAnswer[]) if (answer.status === 'rejected') refused.push(answer.reason)
    }
  }
  await Promise.all(SHOPS.map(sellAt))
  return refused
}

const saleOf = ({ seller, lines, ...slip }: Slip, { employeeids }: Story) => ({
  ...slip,
  employeeid: employeeids[STAFF.indexOf(seller)],
  items: lines.map(({ product: { barcode }, quantity, price }) => ({ barcode, quantity, price })),
})

/** Puts on the shelves what suppliers have brought since the day on which the story stopped, as the owner would on the screen. */
export async function deliver(demo: Demo, story: Story, upTo: string) {
  if (dayOf(story.upTo) === dayOf(upTo)) return
  const sold = soldBy(slipsBetween(plusDays(dayOf(story.upTo), -7), upTo))
  const { api } = createDemoClient(demo)
  await api.session.signIn({ email: OWNER.email, password: OWNER.password })
  for (const product of CATALOGUE) {
    const left = stockLeft(product, sold, story.upTo) - sold.between(product, story.upTo, upTo)
    const brought = stockLeft(product, sold, upTo) - left
    if (brought === 0) continue
    const { rows } = await api.products.list({ q: product.barcode })
    const known = rows.find(({ barcode }) => barcode === product.barcode)
    if (!known) continue
    const { productid, version, stock } = known
    await api.products.update({ ...formOf(known), productid, stock: stock + brought, opened: { version, stock } })
  }
}

/** What the dialog on the screen would send back as it was. */
const formOf = ({ siteid, productname, barcode, category, supplier, description, price, purchaseprice }: ProductInput) => ({
  siteid,
  productname,
  barcode,
  category,
  supplier,
  description,
  price,
  purchaseprice,
})
