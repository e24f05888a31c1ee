import { BATCH_MAX_SALES } from '../../contract/shared/constants.ts'
import { sendSales as sendBatch } from '../../docs/examples/till.ts'
import type { DemoServer } from './api-client.ts'
import { SHOPS, type Shop, STAFF } from './business.ts'
import { getScanned } from './catalogue.ts'
import type { DemoState } from './demo-folder.ts'
import { createShopSales, type DemoSale } from './sales.ts'

/**
 * Sends every sale closed since the last run, for all shops in parallel, with the key of each shop's till. Sending a sale again
 * changes nothing, because the server knows its reference. Returns the reasons of rejected sales: a product may have been deleted.
 */
export async function sendSales(server: DemoServer, state: DemoState, upTo: string) {
  const reasons: string[] = []
  const sendShopSales = async (shop: Shop) => {
    const sales = createShopSales(shop, state.upTo, upTo)
    const till = { url: server.url, key: state.tills[shop.code], onProblem: console.error }
    for (let first = 0; first < sales.length; first += BATCH_MAX_SALES) {
      const batch = sales.slice(first, first + BATCH_MAX_SALES).map((sale) => toApiSale(sale, state))
      const { answers } = await sendBatch(till, batch)
      for (const { status, reason } of answers) if (status === 'rejected') reasons.push(reason ?? '')
    }
  }
  await Promise.all(SHOPS.map(sendShopSales))
  return reasons
}

const toApiSale = ({ seller, lines, charges, payments, payment_method, ...sale }: DemoSale, { employeeids }: DemoState) => ({
  ...sale,
  ...(payments.length > 0 ? { payments } : { payment_method }),
  employeeid: employeeids[STAFF.indexOf(seller)],
  items: [
    ...lines.map(({ product, ...line }) => ({ barcode: getScanned(product, line.price), ...line })),
    ...charges.map((charge) => ({ kind: 'charge', quantity: 1, ...charge })),
  ],
})
