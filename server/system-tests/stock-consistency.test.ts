import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/client'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { findMismatches } from '../../db/testing/find-mismatches.ts'
import { createClient, createOwner, createTillClient } from '../testing/clients.ts'
import { addProduct } from '../testing/products.ts'
import { startServer, testServer } from '../testing/server.ts'

// Random documents, sales, refunds and edits, several at once, on two servers, with requests that are sent twice.

const server = await testServer()
const other = await startServer(server.store)
afterAll(async () => {
  await other.close()
  await server.close()
})

const quantity = fc.integer({ min: 1, max: 12_000 }).map((thousandths) => thousandths / 1000)
const place = fc.nat({ max: 5 })
const command = fc.record({
  kind: fc.constantFrom(
    ...(['sale', 'refund', 'edit', 'adjust', 'deliver', 'order', 'deliver order', 'correct', 'close', 'transfer'] as const),
    ...(['receive', 'receive', 'return', 'begin count', 'enter', 'enter', 'approve', 'remove product'] as const),
  ),
  product: place,
  /** Which of the documents that there are. */
  document: place,
  quantity,
  missing: fc.oneof(fc.constant(0), quantity),
  isSentTwice: fc.boolean(),
})
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

async function createShop() {
  const owner = await createOwner(server)
  const { siteid } = await owner.api.sites.create({ sitename: 'Rosebank', location: 'x' })
  const sites = [owner.siteid, siteid]
  const products: { productid: number; siteid: number }[] = []
  for (const [index, productname] of ['Bread', 'Milk', 'Rusks', 'Bread', 'Milk', 'Tea'].entries()) {
    const site = sites[index < 3 ? 0 : 1] ?? 0
    const barcode = index % 3 === 2 ? '' : `600${index % 3}`
    products.push(await addProduct(owner, { productname, barcode, siteid: site, stock: index - 1, purchaseprice: index }))
  }
  await addProduct(owner, { productname: 'Yeast', supplier: 'Sasko' })
  const { rows } = await server.ownerPool.query('select supplierid from suppliers where businessid = $1', [owner.businessid])
  const elsewhere = createClient(other)
  await elsewhere.api.session.signIn(owner.credentials)
  const tills = new Map<number, ReturnType<typeof createTillClient>[]>()
  for (const site of sites) {
    const { key } = await owner.api.tills.create({ siteid: site, name: 'Till' })
    for (const { secrets } of [server, other]) secrets.add(key)
    tills.set(site, [createTillClient(server, key), createTillClient(other, key)])
  }
  return { ...owner, sites, products, tills, supplierid: Number(rows[0].supplierid), apis: [owner.api, elsewhere.api] as const }
}
type Shop = Awaited<ReturnType<typeof createShop>>
type Api = Shop['apis'][number]

/** Makes the requests of a command: the first on one server, and where it is sent twice, the same on the other one at the same time. */
async function run(shop: Shop, command: Command) {
  const [first, second] = shop.apis
  await tolerate(async () => {
    const request = await prepare(shop, command)
    await Promise.all((command.isSentTwice ? [first, second] : [first]).map((api, index) => tolerate(() => request(api, index))))
  })
}

/** A refusal is an answer, and so is 'too busy' on a loaded machine; a fault of the server is not. */
async function tolerate(request: () => Promise<unknown>) {
  try {
    await request()
  } catch (error) {
    if (!(error instanceof ORPCError) || (error.status >= 500 && error.status !== 503)) throw error
  }
}

async function prepare(shop: Shop, { kind, product, document, quantity, missing }: Command) {
  const { api, products, sites, supplierid, tills } = shop
  const { productid = 0, siteid = 0 } = products[product % products.length] ?? {}
  const request_id = randomUUID()
  const find = async (search: Parameters<Api['stock']['list']>[0]) => {
    const { rows } = await api.stock.list(search)
    const row = rows[document % Math.max(1, rows.length)]
    return row && api.stock.get({ documentid: row.documentid })
  }
  const write = async (
    draft: Omit<Parameters<Api['stock']['create']>[0], 'siteid' | 'lines'>,
    change = quantity,
    reason = '',
  ) => {
    const lines = [{ productid, quantity: change, reason }]
    return (at: Api) => at.stock.create({ siteid, request_id, finish: true, ...draft, lines })
  }
  const opened = (found: { documentid: number; version: number }) => ({
    ...{ documentid: found.documentid, opened: { version: found.version }, request_id },
  })
  const nothing = async () => undefined

  switch (kind) {
    case 'sale':
    case 'refund': {
      const items = [{ productid, quantity: kind === 'sale' ? quantity : -quantity, price: 10 }]
      const sale = { reference: request_id, saledate: new Date().toISOString(), items }
      return (_: Api, index: number) => tills.get(siteid)?.[index]?.push([sale]) ?? nothing()
    }
    case 'edit': {
      const { sitename: _, picture: __, version, ...row } = await api.products.get({ productid })
      return (at: Api) => at.products.update({ ...row, stock: quantity, opened: { version, stock: row.stock } })
    }
    case 'adjust':
      return write({ kind: 'adjustment' }, missing > 0 ? -quantity : quantity, missing > 0 ? 'Damaged' : 'Found')
    case 'deliver':
      return write({ kind: 'delivery' })
    case 'order':
      return write({ kind: 'order', supplierid })
    case 'transfer':
      return write({ kind: 'transfer', to_siteid: sites.find((site) => site !== siteid) ?? 0 })
    case 'deliver order': {
      const order = await find({ kind: 'order', status: 'open' })
      if (!order) return nothing
      const lines = order.lines.map((line) => ({ productid: line.productid, quantity, rejected: missing }))
      const parentid = order.documentid
      return (at: Api) => at.stock.create({ kind: 'delivery', siteid: order.siteid, parentid, lines, request_id, finish: true })
    }
    case 'correct': {
      const delivery = await find({ kind: 'delivery' })
      if (!delivery) return nothing
      const lines = delivery.lines.map((line) => ({ productid: line.productid, quantity }))
      return (at: Api) => at.stock.correct({ ...opened(delivery), lines })
    }
    case 'close': {
      const order = await find({ kind: 'order', status: 'open' })
      return order ? (at: Api) => at.stock.close(opened(order)) : nothing
    }
    case 'receive':
    case 'return': {
      const transfer = await find({ kind: 'transfer', status: 'open' })
      if (!transfer) return nothing
      const lines = transfer.lines.map((line) => {
        const left = line.quantity - line.received
        const came = Math.min(quantity, left)
        const lost = Math.min(missing, Math.round((left - came) * 1000) / 1000)
        return { productid: line.productid, quantity: came, missing: lost, reason: 'Stolen' }
      })
      const at = kind === 'return' ? transfer.siteid : (transfer.to_siteid ?? 0)
      return (on: Api) => on.stock.receive({ ...opened(transfer), siteid: at, lines })
    }
    case 'begin count':
      return (at: Api) => at.stock.counts.begin({ siteid, scope: { of: 'all' }, request_id })
    case 'enter': {
      const count = await find({ kind: 'count', status: 'open' })
      const entries = [{ productid, quantity, request_id }]
      return count ? (at: Api) => at.stock.counts.enter({ documentid: count.documentid, entries }) : nothing
    }
    case 'approve': {
      const count = await find({ kind: 'count', status: 'open' })
      if (!count) return nothing
      const { summary } = await api.stock.counts.lines({ documentid: count.documentid })
      const uncounted = missing > 0 ? 'zero' : 'keep'
      return (at: Api) => at.stock.counts.approve({ ...opened(count), entries: summary.entries, uncounted })
    }
    case 'remove product':
      return products.length > 3 && product === 5 ? (at: Api) => at.products.remove({ productid }) : nothing
  }
}

/** Nothing appears or is lost: what left a shelf for another site is in transit, arrived or missing. */
async function checkTransfers({ api, businessid }: Shop) {
  const { rows } = await server.ownerPool.query(
    `select (select coalesce(sum(stock_after - stock_before), 0) from stock_movements where businessid = $1 and reason = 'transfer')
            + (select coalesce(sum(missing), 0) from stock_document_lines where businessid = $1) as left_shelves`,
    [businessid],
  )
  const outstanding = await sumOutstanding(api, 'transfer')
  expect(Number(rows[0].left_shelves)).toBe(0 - outstanding)
}

async function sumOutstanding(api: Api, kind: 'transfer' | 'order') {
  let sum = 0
  for (let page = 1; ; page++) {
    const { rows, pages } = await api.stock.list({ kind, page })
    for (const row of rows) {
      expect([row, row.outstanding >= 0]).toEqual([row, true])
      if (row.state === 'received' || row.state === 'cancelled') expect(row.outstanding).toBe(0)
      sum += Math.round(row.outstanding * 1000)
    }
    if (page >= pages) return sum / 1000
  }
}

/** The stock of the products now is what they began with and what sales and documents did, by the lines of these and not by movements. */
async function checkTotal({ businessid }: Shop) {
  const { rows } = await server.ownerPool.query(
    `select (select sum(stock) from product where businessid = $1)::float as shelves,
            (select sum(case reason when 'edit' then stock_after - stock_before else 0 end) from stock_movements where businessid = $1)::float as typed,
            (select coalesce(sum(quantity), 0) from saleitems where businessid = $1)::float as sold,
            (select coalesce(sum(case d.kind when 'transfer' then -quantity when 'order' then 0 else quantity end), 0)
               from stock_documents d join stock_document_lines l using (businessid, documentid)
              where d.businessid = $1 and d.state not in ('draft', 'counting'))::float as moved`,
    [businessid],
  )
  const { shelves, typed, sold, moved } = rows[0]
  expect(shelves).toBeCloseTo(typed - sold + moved, 6)
}

test('stock: adds up after any mix of documents, sales, edits and retries on two servers', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(command, { minLength: 1, maxLength: 4 }), { minLength: 8, maxLength: 14 }),
      async (batches) => {
        const shop = await createShop()
        for (const batch of batches) {
          await Promise.all(batch.map((command) => run(shop, command)))
          await checkTransfers(shop)
          await checkTotal(shop)
        }
        expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
      },
    ),
    { numRuns: 8, endOnFailure: true },
  )
})
