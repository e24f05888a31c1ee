import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { createImportHelpers } from '../../testing/product-imports.ts'
import { addProduct, createEdit, findProduct } from '../../testing/products.ts'
import { importSales } from '../../testing/sales-imports.ts'
import { testServer } from '../../testing/server.ts'
import { addWebhook } from '../../testing/webhook-receiver.ts'
import { claimDeliveries } from './sender-queries.ts'

const server = await testServer({ webhookAllowPrivate: true })
afterAll(server.close)
const scopes = createTenantScopes(server.store.pool)

let thandi: Owner
let till: Awaited<ReturnType<typeof createTill>>
beforeEach(async () => {
  thandi = await createOwner(server)
  till = await createTill(server, thandi)
})
// What a test claimed takes places at the host.
afterEach(() => ask('delete from webhooks'))

const URL = 'http://127.0.0.1:9/hook'
const ALL = ['sale.created', 'stock.low', 'cash_up.saved', 'import.finished'] as const
const subscribe = (events: readonly (typeof ALL)[number][] = ALL, siteid: number | null = null) =>
  addWebhook(thandi, server, { url: URL, events: [...events], siteid })
const ask = async (statement: string, values: unknown[] = []) => (await server.ownerPool.query(statement, values)).rows

/** What a sender would send now for the business of the test. */
async function claim() {
  const claimed = await scopes.asAuth((scope) => claimDeliveries(scope, 1000))
  return claimed.filter(({ businessid }) => businessid === thandi.businessid).sort((a, b) => a.webhookid - b.webhookid)
}
const listTypes = async () => (await claim()).map(({ type }) => type)

let receipt = 0
const sell = (sale: object = { finalamount: 10 }) =>
  till.push([{ reference: `receipt ${++receipt}`, saledate: '2026-11-20T09:00:00Z', ...sale }])
const sellBread = (quantity: number) => sell({ items: [{ barcode: '6001', quantity }] })

describe('webhook messages: sale.created', () => {
  test('has the sale as the API answers it, without what other sales change', async () => {
    const product = await addProduct(thandi, { productname: 'Bread', barcode: '6001', price: 18.99, stock: 100 })
    await addProduct(thandi, { productname: 'Eggs', barcode: '6002', price: 30, stock: 100, vat_rate: 0 })
    await subscribe(['sale.created'])
    const bread = { barcode: '6001', quantity: 2.5 }
    const sales = [
      { items: [bread], closetime: '2026-11-20T09:05:00Z', payment_method: 'Cash' },
      // Discounted, with an unknown product and one without VAT; a refund; one without lines; and one of an unknown seller.
      { items: [bread, { barcode: '6002', quantity: 1 }, { barcode: '9999', quantity: 1, price: 5 }], finalamount: 80 },
      { items: [{ barcode: '6001', quantity: -1 }] },
      { finalamount: 12.34 },
      { finalamount: 5, employee_code: 'K1', employee_name: 'Anna' },
    ]
    for (const sale of sales) {
      const { body } = await sell(sale)
      const [message] = await claim()
      const {
        related: _1,
        refunds: _2,
        refunded_by: _3,
        ...answered
      } = await thandi.api.sales.get({ saleid: body.sales[0].saleid })
      expect(message).toMatchObject({ type: 'sale.created', attempt: 1, url: URL })
      expect(message?.data).toEqual(JSON.parse(JSON.stringify(answered)))
      if (sale === sales[0])
        expect(message?.data).toMatchObject({
          items: [{ productid: product.productid, total: 47.48 }],
          items_total: 47.48,
          vat_rates: [{ vat_rate: 15, amount: 47.48 }],
        })
    }
  })

  test('has the same id for a sale that is sent again after a restore, and another one after the sale was deleted', async () => {
    await subscribe(['sale.created'])
    const sale = { reference: 'A-000917', saledate: '2026-11-20T09:00:00Z', finalamount: 10 }
    const push = async () => {
      await till.push([sale])
      return (await claim()).map(({ messageid }) => messageid)
    }
    const [first] = await push()
    // As a backup from before the sale has it.
    for (const table of ['webhook_messages', 'sales'])
      await ask(`delete from ${table} where businessid = $1`, [thandi.businessid])
    expect(await push()).toEqual([first])
    const { webhookid = 0 } = (await thandi.api.webhooks.list())[0] ?? {}
    await thandi.api.webhooks.resend({ webhookid, messageid: first ?? '' })

    await ask('delete from sales where businessid = $1', [thandi.businessid])
    await ask(`update webhook_deliveries set state = 'given_up', claim = null where businessid = $1`, [thandi.businessid])
    const again = await push()
    expect(again).toHaveLength(1)
    expect(again).not.toEqual([first])

    const anna = await createOwner(server)
    await addWebhook(anna, server, { url: URL, events: ['sale.created'] })
    await (await createTill(server, anna)).push([sale])
    const others = await scopes.asAuth((scope) => claimDeliveries(scope, 1000))
    expect(others.map(({ messageid }) => messageid)).not.toContain(first)
    expect(others).toMatchObject([{ businessid: anna.businessid }])
  })

  test('is one for each webhook that wants it, of its site, and none for a sale that is sent again', async () => {
    const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: '3 Bath Avenue' })
    const first = await subscribe()
    const second = await subscribe(['sale.created'], thandi.siteid)
    await subscribe(['sale.created'], siteid)
    await subscribe(['stock.low'])
    const sale = { reference: 'one', saledate: '2026-11-20T09:00:00Z', finalamount: 10 }
    await till.push([sale, { ...sale, reference: 'two' }])
    await till.push([sale])
    const claimed = await claim()
    expect(claimed.map(({ webhookid }) => webhookid)).toEqual([
      ...[first.webhookid, first.webhookid],
      ...[second.webhookid, second.webhookid],
    ])
    expect(new Set(claimed.map(({ messageid }) => messageid)).size).toBe(2)
    expect(await claim()).toEqual([])
  })

  test('is none of another business, of a webhook that is off, stopped or deleted, and none without a webhook', async () => {
    const anna = await createOwner(server)
    await addWebhook(anna, server, { url: URL, events: ['sale.created'] })
    const [off, stopped, deleted] = [await subscribe(), await subscribe(), await subscribe()]
    await thandi.api.webhooks.setState({ webhookid: off.webhookid, state: 'off' })
    await ask(`update webhooks set state = 'stopped' where webhookid = $1`, [stopped.webhookid])
    await thandi.api.webhooks.remove({ webhookid: deleted.webhookid })
    await sell()
    expect(await ask('select from webhook_messages where businessid = any($1)', [[thandi.businessid, anna.businessid]])).toEqual(
      [],
    )
  })

  test('is nothing before COMMIT, and nothing after a roll-back', async () => {
    await subscribe()
    const sale = `insert into sales (siteid, employeeid, saledate, finalamount, vat_rate) values ($1, $2, now(), 5, '15')`
    for (const end of ['rollback', 'commit']) {
      const client = await server.store.pool.connect()
      await client.query('begin')
      await client.query(`select enter_business('${thandi.user_id}'), set_config('role', 'winkel_tenant', true)`)
      await client.query(sale, [thandi.siteid, thandi.employeeid])
      const { rows } = await client.query('select type from webhook_messages')
      expect(rows).toEqual([{ type: 'sale.created' }])
      expect(await claim()).toEqual([])
      await client.query(end)
      client.release()
      expect(await listTypes()).toEqual(end === 'commit' ? ['sale.created'] : [])
    }
  })

  test('is null when the sale was deleted before it was sent', async () => {
    await subscribe()
    await sell()
    await ask('delete from sales where businessid = $1', [thandi.businessid])
    expect(await claim()).toMatchObject([{ type: 'sale.created', data: null }])
  })
})

describe('webhook messages: stock.low', () => {
  test('is one each time that the stock falls to its reorder level', async () => {
    const bread = await addProduct(thandi, { productname: 'Bread', barcode: '6001', stock: 20, reorder_level: 10 })
    await subscribe(['stock.low'])
    await sellBread(9)
    expect(await claim()).toEqual([])
    await sellBread(1)
    const place = {
      productid: bread.productid,
      productname: 'Bread',
      barcode: '6001',
      siteid: thandi.siteid,
      sitename: 'Sandton',
    }
    expect((await claim()).map(({ data }) => data)).toEqual([{ ...place, stock: 10, reorder_level: 10 }])
    await sellBread(1)
    await sellBread(3)
    expect(await claim()).toEqual([])
    await sellBread(-8)
    await sellBread(5)
    expect((await claim()).map(({ data }) => data)).toMatchObject([{ stock: 9 }])
  })

  test('is one when many tills sell the last ones at once', async () => {
    await addProduct(thandi, { productname: 'Bread', barcode: '6001', stock: 20, reorder_level: 10 })
    await subscribe(['stock.low'])
    await Promise.all(Array.from({ length: 15 }, () => sellBread(1)))
    expect(await listTypes()).toEqual(['stock.low'])
  })

  test('is sent for what a person types, and not for a product without a level, nor for a raised level', async () => {
    await subscribe(['stock.low'])
    const without = await addProduct(thandi, { productname: 'Milk', barcode: '6002', stock: 20 })
    await thandi.api.products.update(createEdit(without, { stock: 0 }))
    const bread = await addProduct(thandi, { productname: 'Bread', barcode: '6001', stock: 20, reorder_level: 10 })
    await thandi.api.products.update(createEdit(bread, { reorder_level: 30 }))
    expect(await claim()).toEqual([])
    const raised = await findProduct(thandi.api, bread.productid, 'Bread')
    await thandi.api.products.update(createEdit(raised, { stock: 40 }))
    const full = await findProduct(thandi.api, bread.productid, 'Bread')
    await thandi.api.products.update(createEdit(full, { stock: 30 }))
    expect(await listTypes()).toEqual(['stock.low'])
  })
})

describe('webhook messages: cash_up.saved and import.finished', () => {
  test('a cash-up is sent with its lines, a correction too', async () => {
    await sell({ finalamount: 100, payment_method: 'cash' })
    await subscribe(['cash_up.saved'])
    const day = { siteid: thandi.siteid, day: '2026-11-20' }
    const lines = [{ payment_method: 'cash', counted: 90 }]
    const { cash_upid } = await thandi.api.cashUps.create({ ...day, lines, opened: { entry: 0, sales: 1 }, cash_float: 200 })
    const [message] = await claim()
    expect(message?.data).toMatchObject({
      ...{ ...day, cash_upid, entry: 1, sitename: 'Sandton', cash_float: 200, note: '' },
      lines: [{ payment_method: 'cash', sales: 1, expected: 100, counted: 90 }],
    })
    await thandi.api.cashUps.create({ ...day, lines, opened: { entry: 1, sales: 1 }, note: 'Counted again' })
    expect((await claim()).map(({ data }) => data)).toMatchObject([{ entry: 2, note: 'Counted again' }])
  })

  test('an import of old sales is one message, and none a sale', async () => {
    await subscribe()
    const { importid } = await importSales(thandi, 'Receipt,Date,Total\n1,2026-04-03,10\n2,2026-04-03,20\n')
    expect((await claim()).map(({ type, data }) => [type, data])).toEqual([
      ['import.finished', { of: 'sales', importid, added: 2, changed: 0, failed: 0 }],
    ])
  })

  test('imports of products and employees are sent, and one that fails is not', async () => {
    await subscribe(['import.finished'])
    const { importFile } = createImportHelpers(server, () => thandi)
    await importFile('Product,Barcode,Price\nBread,6001,10\nMilk,6002,10\n')
    expect((await claim()).map(({ data }) => data)).toMatchObject([{ of: 'products', added: 2, changed: 0, importid: null }])
    const employee = {
      firstname: 'Sipho',
      lastname: 'Dube',
      position: 'Employee' as const,
      hiredate: null,
      siteid: thandi.siteid,
    }
    await thandi.api.employees.imports.confirm({ employees: [employee] })
    expect((await claim()).map(({ data }) => data)).toMatchObject([{ of: 'employees', added: 1 }])
    await expect(thandi.api.employees.imports.confirm({ employees: [{ ...employee, siteid: 999_999 }] })).rejects.toMatchObject({
      code: 'NO_SITE',
    })
    expect(await claim()).toEqual([])
  })
})

test('webhook secret: no statement of a business reads it, and a rotated one stays valid for a day', async () => {
  const { webhookid, secret } = await subscribe()
  await expect(
    scopes.asTenant(thandi.user_id, (scope) => scope.selectFrom('webhooks').select('secret').execute()),
  ).rejects.toThrow('permission denied')
  const rotated = await thandi.api.webhooks.rotateSecret({ current: thandi.credentials.password, webhookid })
  server.secrets.add(rotated.secret)
  await sell()
  expect(await claim()).toMatchObject([{ secrets: [rotated.secret, secret] }])
  // Another window does it too: the receiver still has the first one.
  const again = await thandi.api.webhooks.rotateSecret({ current: thandi.credentials.password, webhookid })
  server.secrets.add(again.secret)
  await sell()
  expect(await claim()).toMatchObject([{ secrets: [again.secret, rotated.secret, secret] }])
  await ask(`update webhooks set previous_secret_until = now() where webhookid = $1`, [webhookid])
  await sell()
  expect(await claim()).toMatchObject([{ secrets: [again.secret] }])
})

test('webhook backlog: a message is due while its business has no attempt under way, and not in a pause or where its webhook is off', async () => {
  const { webhookid } = await subscribe()
  const anna = await createOwner(server)
  await addWebhook(anna, server, { url: URL, events: ['sale.created'] })
  const readBacklog = async () => {
    const [{ waiting, due_since }] = await ask('select waiting, due_since from webhook_backlog()')
    return [Number(waiting), due_since instanceof Date]
  }
  expect(await readBacklog()).toEqual([0, false])
  await sell()
  expect(await readBacklog()).toEqual([1, true])
  expect(await claim()).toHaveLength(1)
  await sell()
  expect(await readBacklog()).toEqual([2, false])
  // One of another business waits for no attempt of this one.
  await (await createTill(server, anna)).push([{ reference: 'one', saledate: '2026-11-20T09:00:00Z', finalamount: 10 }])
  expect(await readBacklog()).toEqual([3, true])
  await ask(`update webhook_deliveries set next_attempt_at = now() + interval '5 minutes', claim = null`)
  expect(await readBacklog()).toEqual([3, false])
  await ask(`update webhook_deliveries set next_attempt_at = now() where businessid = $1`, [thandi.businessid])
  expect(await readBacklog()).toEqual([3, true])
  await thandi.api.webhooks.setState({ webhookid, state: 'off' })
  expect(await readBacklog()).toEqual([1, false])
})
