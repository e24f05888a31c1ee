import { randomUUID } from 'node:crypto'
import { addDays } from '../../server/shared/buckets.ts'
import { type ApiClient, type DemoServer, signInOwner } from './api-client.ts'

type Site = Awaited<ReturnType<ApiClient['sites']['options']>>[number]

/** Writes what a stockroom has under way, as the owner would do on the screen: orders, a transfer, write-offs and a count. */
export async function createStockDocuments(server: DemoServer, today: string) {
  const api = await signInOwner(server)
  await api.stock.saveSettings({ ...(await api.stock.settings()), purchase_price_rule: 'average' })
  const [first, second, third] = await api.sites.options()
  if (!first || !second || !third) throw new Error('the demo has three shops')
  await order(api, first, { expected_on: addDays(today, 2), note: 'Deliver before 10:00' })
  await receivePart(api, second, await order(api, second, { expected_on: addDays(today, -1), note: '' }))
  await transfer(api, second, third)
  await writeOff(api, second)
  await count(api, third)
}

/** Orders from the supplier of most of what runs low at a site. */
async function order(api: ApiClient, { siteid }: Site, draft: { expected_on: string; note: string }) {
  const { rows, suppliers } = await api.stockReports.reorder({ siteid, days: 28 })
  const [largest] = suppliers.filter(({ supplier }) => supplier !== '').toSorted((a, b) => b.products - a.products)
  const supplier = (await api.suppliers.options()).find(({ name }) => name === largest?.supplier)
  const lines = rows
    .filter((row) => row.supplier === supplier?.name)
    .map(({ productid, suggested, purchaseprice }) => ({ productid, quantity: suggested, purchaseprice }))
  if (!supplier || lines.length === 0) return undefined
  const document = { kind: 'order', siteid, supplierid: supplier.supplierid, ...draft } as const
  return (await api.stock.create({ ...document, lines, finish: true })).documentid
}

/** The first half of an order, one box short and one torn. */
async function receivePart(api: ApiClient, { siteid }: Site, parentid: number | undefined) {
  if (parentid === undefined) return
  const { lines, supplierid } = await api.stock.get({ documentid: parentid })
  const delivered = lines.slice(0, Math.ceil(lines.length / 2)).map(({ productid, quantity, purchaseprice }, index) => ({
    ...{ productid, purchaseprice },
    quantity: index === 0 ? Math.max(quantity - 2, 0) : quantity,
    ...(index === 0 && quantity > 2 && { rejected: 1, reason: 'Torn packaging' }),
  }))
  await api.stock.create({
    ...{ kind: 'delivery', siteid, supplierid, parentid, reference: 'INV 20417', finish: true },
    lines: delivered,
  })
}

async function listStocked(api: ApiClient, siteid: number, products: number) {
  const { rows } = await api.products.list({ siteid, sort: 'stock', dir: 'desc', per_page: 25 })
  return rows.slice(0, products)
}

async function transfer(api: ApiClient, from: Site, to: Site) {
  const lines = (await listStocked(api, from.siteid, 4)).map(({ productid }) => ({ productid, quantity: 6 }))
  const transfer = { kind: 'transfer', siteid: from.siteid, to_siteid: to.siteid, note: 'With the van' } as const
  await api.stock.create({ ...transfer, lines, finish: true })
}

async function writeOff(api: ApiClient, { siteid }: Site) {
  const reasons = ['Damaged', 'Expired', 'Own use', 'Stolen']
  const products = await listStocked(api, siteid, reasons.length)
  const lines = products.map(({ productid }, index) => ({ productid, quantity: -1 - index, reason: reasons[index] ?? '' }))
  await api.stock.create({ kind: 'adjustment', siteid, note: 'Friday round', lines, finish: true })
}

/** Two of three products are counted, some of them wrong. */
async function count(api: ApiClient, { siteid }: Site) {
  const [product] = await listStocked(api, siteid, 1)
  if (!product) return
  const count = await api.stock.counts.begin({ siteid, scope: { of: 'category', name: product.category }, note: 'Monthly count' })
  const { rows } = await api.stock.counts.lines(count)
  const { rows: stocked } = await api.products.list({ siteid, category: product.category, per_page: 100 })
  const stock = new Map(stocked.map(({ productid, stock }) => [productid, stock]))
  const entries = rows
    .filter((_, index) => index % 3 !== 2)
    .map(({ productid }, index) => ({
      productid,
      quantity: Math.max(0, (stock.get(productid) ?? 0) + (index % 4 === 1 ? -2 : index % 7 === 3 ? 1 : 0)),
      request_id: randomUUID(),
    }))
  if (entries.length > 0) await api.stock.counts.enter({ ...count, entries })
}
