import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { createClient, createOwner, createTill, createTillClient, type Owner } from '../../testing/clients.ts'
import { findMismatches } from '../../testing/roll-up-check.ts'
import { startServer, testServer } from '../../testing/server.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)

const ask = async <Row = Record<string, unknown>>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.ownerPool.query(statement, values)).rows

type Till = ReturnType<typeof createTillClient> & { key: string }
type Shop = { businessid: string; siteid: number; till: Till }

/** A key for a site, straight into the database: most tests here need nobody who signs in. */
async function addTill({ businessid, siteid }: Pick<Shop, 'businessid' | 'siteid'>): Promise<Till> {
  const key = `wk_${randomBytes(32).toString('base64url')}`
  server.secrets.add(key)
  await ask(`insert into till_keys (businessid, siteid, name, key_start, key_hash) values ($1, $2, 'Till 1', 'wk_abcdef', $3)`, [
    businessid,
    siteid,
    createHash('sha256').update(key).digest(),
  ])
  return { key, ...createTillClient(server, key) }
}

async function addSite({ businessid }: Pick<Shop, 'businessid'>, sitename = 'Rosebank') {
  const [site] = await ask<{ siteid: number }>(
    `insert into site (businessid, sitename, location) values ($1, $2, 'x') returning siteid`,
    [businessid, sitename],
  )
  if (!site) throw new Error('an insert returns its row')
  return site.siteid
}

async function openShop(): Promise<Shop> {
  const [business] = await ask<{ businessid: string }>(
    `insert into business (name, registration_number) values ('Nkosi Stores', '2026/1') returning id as businessid`,
  )
  if (!business) throw new Error('an insert returns its row')
  const shop = { ...business, siteid: await addSite(business, 'Sandton') }
  return { ...shop, till: await addTill(shop) }
}

/** The same with somebody who may look at it. */
async function openOwnedShop(): Promise<Owner & Shop> {
  const shop = await createOwner(server)
  return { ...shop, till: await addTill(shop) }
}

async function addEmployee({ businessid, siteid }: Pick<Shop, 'businessid' | 'siteid'>) {
  const [employee] = await ask<{ employeeid: number }>(
    `insert into employee (businessid, siteid, firstname, lastname) values ($1, $2, 'Sipho', 'Dube') returning employeeid`,
    [businessid, siteid],
  )
  return employee?.employeeid
}

type Product = { productid: number; productname: string; barcode: string; price: number; stock: number }

/** A product of the shop's, straight into the database. */
async function stock(shop: Pick<Shop, 'businessid' | 'siteid'>, values: Partial<Product & { archived_at: Date }> = {}) {
  const { productname = 'Bread', barcode = '', price = 18.99, stock = 100, archived_at = null } = values
  const [product] = await ask<Product>(
    `insert into product (businessid, siteid, productname, barcode, price, purchaseprice, stock, archived_at)
     values ($1, $2, $3, $4, $5, 12, $6, $7) returning productid, productname, barcode, price, stock`,
    [shop.businessid, shop.siteid, productname, barcode, price, stock, archived_at],
  )
  if (!product) throw new Error('an insert returns its row')
  return product
}

const findStock = async ({ productid }: Product) =>
  (await ask<{ stock: number }>('select stock from product where productid = $1', [productid]))[0]?.stock

const findSales = ({ businessid }: Pick<Shop, 'businessid'>) =>
  ask<Record<string, unknown>>('select * from sales where businessid = $1 order by saleid', [businessid])

const SALEDATE = '2026-11-21T14:05:00+02:00'
const sale = (reference: string, values: Record<string, unknown> = {}) => ({
  reference,
  saledate: SALEDATE,
  finalamount: 10,
  ...values,
})

const statuses = ({ body }: { body: { sales: { status: string }[] } }) => body.sales.map(({ status }) => status)

describe('batch of sales', () => {
  test('is answered sale by sale, in the order sent, and one bad sale costs no other', async () => {
    const { till, ...shop } = await openShop()
    await till.push([sale('old')])
    const { status, body } = await till.push([
      sale('a'),
      sale('b', { finalamount: 'ten' }),
      sale('old'),
      sale('c', { items: [{ barcode: 'none', quantity: 1 }] }),
      'not a sale',
      sale('d'),
    ])

    expect(status).toBe(200)
    expect(body.sales).toEqual([
      { reference: 'a', status: 'created', saleid: expect.any(Number) },
      { reference: 'b', status: 'rejected', reason: expect.any(String), field: 'sales[1].finalamount' },
      { reference: 'old', status: 'duplicate', saleid: expect.any(Number) },
      {
        reference: 'c',
        status: 'rejected',
        reason: 'There is no such product at this site.',
        field: 'sales[3].items[0].barcode',
      },
      { reference: null, status: 'rejected', reason: expect.any(String), field: 'sales[4]' },
      { reference: 'd', status: 'created', saleid: expect.any(Number) },
    ])
    expect((await findSales(shop)).map(({ reference }) => reference)).toEqual(['old', 'a', 'd'])
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('sent again is the same sales, by the same ids', async () => {
    const { till, ...shop } = await openShop()
    const bread = await stock(shop, { barcode: '600' })
    const sales = [sale('a', { items: [{ barcode: '600', quantity: 2 }] }), sale('b')]
    const first = await till.push(sales)
    const again = await till.push(sales)

    expect(again.body.sales).toEqual(first.body.sales.map((one: object) => ({ ...one, status: 'duplicate' })))
    expect(await findStock(bread)).toBe(98)
    expect(await findSales(shop)).toHaveLength(2)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('may repeat a reference: the same content is a duplicate, other content is refused', async () => {
    const { till, ...shop } = await openShop()
    const { body } = await till.push([sale('a'), sale('a'), sale('a', { finalamount: 11 })])

    const [created, duplicate, refused] = body.sales
    expect(created.status).toBe('created')
    expect(duplicate).toEqual({ ...created, status: 'duplicate' })
    expect(refused).toEqual({
      reference: 'a',
      status: 'rejected',
      reason: 'This reference was used for another sale.',
      field: 'sales[2].reference',
    })
    expect(await findSales(shop)).toHaveLength(1)
  })

  test('with a refused sale stores another one under its reference', async () => {
    const { till } = await openShop()
    expect(statuses(await till.push([sale('a', { items: [{ barcode: 'none', quantity: 1 }] }), sale('a')]))).toEqual([
      'rejected',
      'created',
    ])
  })

  test('with a number too large for its column loses that sale only', async () => {
    const { till, ...shop } = await openShop()
    const bread = await stock(shop, { barcode: '600', stock: -999_999_990 })
    const sales = Array.from({ length: 20 }, (_, index) => sale(`s-${index}`, { items: [{ barcode: '600', quantity: 0.1 }] }))
    sales[13] = sale('s-13', { items: [{ barcode: '600', quantity: 1000 }] })
    const { body } = await till.push(sales)

    expect(body.sales.filter(({ status }: { status: string }) => status === 'created')).toHaveLength(19)
    expect(body.sales[13]).toMatchObject({ reference: 's-13', status: 'rejected', field: 'sales[13]' })
    expect(await findStock(bread)).toBeCloseTo(-999_999_991.9, 3)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })
})

describe('sale that is sent again', () => {
  test.each([
    ['without its float dirt', { finalamount: 145.79999999999998 }, { finalamount: 145.8 }],
    ['with a payment method that is empty', { payment_method: '' }, {}],
    ['with fields that are null', { closetime: null, employeeid: null }, {}],
  ])('is known %s', async (_, first, second) => {
    const { till } = await openShop()
    expect(statuses(await till.push([sale('a', first), sale('a', second)]))).toEqual(['created', 'duplicate'])
  })

  test('is refused with other lines, another date or another payment', async () => {
    const { till, ...shop } = await openShop()
    await stock(shop, { barcode: '600' })
    const content = { items: [{ barcode: '600', quantity: 1 }], payment_method: 'card' }
    await till.push([sale('a', content)])
    const others = [
      { items: [{ barcode: '600', quantity: 2 }] },
      { items: [] },
      { saledate: '2026-11-21T14:06:00+02:00' },
      { payment_method: 'cash' },
    ]
    expect(statuses(await till.push(others.map((other) => sale('a', { ...content, ...other }))))).toEqual(
      others.map(() => 'rejected'),
    )
  })

  test('by the till of another site is refused, as the reference is one for the whole business', async () => {
    const { till: sandton, ...shop } = await openShop()
    const rosebank = await addTill({ ...shop, siteid: await addSite(shop) })
    await sandton.push([sale('a')])
    const { body } = await rosebank.push([sale('a'), sale('b')])
    expect(body.sales).toMatchObject([
      { status: 'rejected', reason: 'This reference was used for another sale.' },
      { status: 'created' },
    ])
  })

  test('by another business is another sale', async () => {
    const [one, other] = [await openShop(), await openShop()]
    expect(statuses(await one.till.push([sale('a')]))).toEqual(['created'])
    expect(statuses(await other.till.push([sale('a')]))).toEqual(['created'])
  })
})

describe('sale lines', () => {
  test('give the amount when there is none, at the product’s price when they say none', async () => {
    const { till, ...shop } = await openShop()
    const bread = await stock(shop, { barcode: '600', price: 18.99 })
    await till.push([
      sale('a', {
        finalamount: undefined,
        items: [
          { barcode: '600', quantity: 2 },
          { productid: bread.productid, quantity: 0.333, price: 10 },
        ],
      }),
    ])
    expect(await findSales(shop)).toMatchObject([{ finalamount: 41.31 }])
    expect(
      await ask(
        'select line, productid, quantity, productname, price, purchaseprice from saleitems where businessid = $1 order by line',
        [shop.businessid],
      ),
    ).toEqual([
      { line: 1, productid: bread.productid, quantity: 2, productname: 'Bread', price: 18.99, purchaseprice: 12 },
      { line: 2, productid: bread.productid, quantity: 0.333, productname: 'Bread', price: 10, purchaseprice: 12 },
    ])
  })

  test('and the amount are both kept where they differ', async () => {
    const { till, ...shop } = await openShop()
    await stock(shop, { barcode: '600', price: 18.99 })
    await till.push([sale('a', { finalamount: 15, items: [{ barcode: '600', quantity: 1 }] })])
    expect(await findSales(shop)).toMatchObject([{ finalamount: 15 }])
    expect(await ask('select price from saleitems where businessid = $1', [shop.businessid])).toEqual([{ price: 18.99 }])
  })

  test('of another site’s or another business’s product are refused alike, and so is a product that never was', async () => {
    const { till, ...shop } = await openShop()
    const elsewhere = await stock({ ...shop, siteid: await addSite(shop) }, { barcode: '601' })
    const foreign = await stock(await openShop(), { barcode: '602' })
    const { body } = await till.push([
      sale('a', { items: [{ productid: elsewhere.productid, quantity: 1 }] }),
      sale('b', { items: [{ barcode: '601', quantity: 1 }] }),
      sale('c', { items: [{ productid: foreign.productid, quantity: 1 }] }),
      sale('d', { items: [{ barcode: '602', quantity: 1 }] }),
      sale('e', { items: [{ productid: 999_999_999, quantity: 1 }] }),
    ])
    expect(new Set(body.sales.map(({ status, reason }: Record<string, string>) => `${status}: ${reason}`))).toEqual(
      new Set(['rejected: There is no such product at this site.']),
    )
    expect(await findStock(elsewhere)).toBe(100)
    expect(await findStock(foreign)).toBe(100)
  })

  test('may name an archived product; a barcode that was given away means the new one', async () => {
    const { till, ...shop } = await openShop()
    const gone = await stock(shop, { barcode: '600', archived_at: new Date() })
    const old = await stock(shop, { barcode: '601', archived_at: new Date() })
    const now = await stock(shop, { barcode: '601' })
    await till.push([
      sale('a', {
        items: [
          { barcode: '600', quantity: 1 },
          { barcode: '601', quantity: 2 },
          { productid: old.productid, quantity: 3 },
        ],
      }),
    ])
    expect([await findStock(gone), await findStock(now), await findStock(old)]).toEqual([99, 98, 97])
  })

  test('leave a movement each, before and after, in the order of the slip', async () => {
    const { till, ...shop } = await openShop()
    const bread = await stock(shop, { barcode: '600', stock: 10 })
    await till.push([
      sale('a', {
        items: [
          { barcode: '600', quantity: 2 },
          { barcode: '600', quantity: 0.5 },
          { barcode: '600', quantity: -1 },
        ],
      }),
      sale('b', { items: [{ productid: bread.productid, quantity: 3 }] }),
    ])
    const [a, b] = (await findSales(shop)).map(({ saleid }) => saleid)
    const movements = await ask(
      'select reason, stock_before, stock_after, saleid, user_id from stock_movements where businessid = $1 order by movementid',
      [shop.businessid],
    )
    expect(movements).toEqual([
      { reason: 'sale', stock_before: 10, stock_after: 8, saleid: a, user_id: null },
      { reason: 'sale', stock_before: 8, stock_after: 7.5, saleid: a, user_id: null },
      { reason: 'refund', stock_before: 7.5, stock_after: 8.5, saleid: a, user_id: null },
      { reason: 'sale', stock_before: 8.5, stock_after: 5.5, saleid: b, user_id: null },
    ])
    expect(await findStock(bread)).toBe(5.5)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('with prices and quantities of float dirt add up as they are stored', async () => {
    const { till, ...shop } = await openShop()
    await stock(shop, { barcode: '600' })
    await till.push([
      sale('a', { finalamount: undefined, items: [{ barcode: '600', quantity: 1_000_000, price: 10.000000001 }] }),
    ])
    expect(await findSales(shop)).toMatchObject([{ finalamount: 10_000_000 }])
  })
})

describe('employee of a sale', () => {
  test('is the site’s ‘Till’, made once, when the sale does not say', async () => {
    const { till: first, ...shop } = await openShop()
    const second = await addTill(shop)
    await Promise.all([first.push([sale('a')]), second.push([sale('b')])])
    expect(
      await ask(
        `select distinct firstname, lastname from sales join employee using (businessid, employeeid) where businessid = $1`,
        [shop.businessid],
      ),
    ).toEqual([{ firstname: 'Till', lastname: 'Sandton' }])
    expect(await ask(`select from employee where businessid = $1 and firstname = 'Till'`, [shop.businessid])).toHaveLength(1)
  })

  test('is an employee of the business, or the sale is refused', async () => {
    const { till, ...shop } = await openShop()
    const [mine, stranger] = [await addEmployee(shop), await addEmployee(await openShop())]
    const { body } = await till.push([sale('a', { employeeid: mine }), sale('b', { employeeid: stranger })])
    expect(body.sales).toMatchObject([
      { status: 'created' },
      { status: 'rejected', reason: 'There is no such employee.', field: 'sales[1].employeeid' },
    ])
    expect(await findSales(shop)).toMatchObject([{ employeeid: mine }])
  })
})

describe('sale dates', () => {
  test('with an offset are instants, those without are the business’s local time', async () => {
    const { till, ...shop } = await openOwnedShop()
    await till.push([
      sale('a', { saledate: '2026-11-21T23:30:00Z' }),
      sale('b', { saledate: '2026-11-21T23:30' }),
      sale('c', { saledate: '2026-11-21T23:30:00.125', closetime: '2026-11-22T00:10:00+02:00' }),
      sale('d', { saledate: '2026-11-21T23:30Z' }),
      sale('e', { saledate: '2026-11-21T23:30+02:00', closetime: '2026-11-22T00:10-01:30' }),
    ])
    expect((await findSales(shop)).map(({ saledate }) => saledate)).toEqual([
      new Date('2026-11-21T23:30:00Z'),
      new Date('2026-11-21T21:30:00Z'),
      new Date('2026-11-21T21:30:00.125Z'),
      new Date('2026-11-21T23:30:00Z'),
      new Date('2026-11-21T21:30:00Z'),
    ])
    const { daily } = await shop.api.dashboard.figures({ from: '2026-11-21', to: '2026-11-22' })
    expect(daily.map(({ day, orders }) => [day, orders])).toEqual([
      ['2026-11-21', 3],
      ['2026-11-22', 2],
    ])
  })

  test('run from the first moment of 1990 to the last of 2099, in whatever zone', async () => {
    const { till } = await openShop()
    const edges = ['1990-01-01T00:00', '1990-01-01T00:00:00+14:00', '2099-12-31T23:59:59', '2099-12-31T23:59:59-12:00']
    expect(statuses(await till.push(edges.map((saledate, index) => sale(`edge-${index}`, { saledate }))))).toEqual(
      edges.map(() => 'created'),
    )
  })

  test.each([
    '9999-01-01T00:00:00Z',
    '1989-12-31T23:59',
    '0000-00-00',
    '2026-02-30T10:00',
    '21/11/2026 14:05',
    '2026-11-21',
    '',
    1_763_733_900,
    null,
    'now',
  ])('like %s are refused', async (saledate) => {
    const { body } = await soleTill().then((till) => till.push([sale('a', { saledate })]))
    expect(body.sales).toMatchObject([{ status: 'rejected', field: 'sales[0].saledate' }])
  })
})

/** For sales that are refused whatever the shop: one for all of them. */
let shared: Promise<Till> | undefined
const soleTill = () => {
  shared ??= openShop().then(({ till }) => till)
  return shared
}

describe('invalid values of a sale', () => {
  const items = (line: Record<string, unknown>) => ({ items: [{ barcode: '600', quantity: 1, ...line }] })
  test.each([
    ['finalamount', { finalamount: '10' }],
    ['finalamount', { finalamount: 1e308 }],
    ['finalamount', { finalamount: 10.005 }],
    ['finalamount', { finalamount: 10_000_000_000 }],
    ['finalamount', { finalamount: null }],
    ['finalamount', { finalamount: undefined }],
    ['employeeid', { employeeid: 1.5 }],
    ['employeeid', { employeeid: -1 }],
    ['employeeid', { employeeid: 2 ** 53 }],
    ['payment_method', { payment_method: 'x'.repeat(41) }],
    ['payment_method', { payment_method: 'ca\0sh' }],
    ['payment_method', { payment_method: 'half \ud83d' }],
    ['items[0].quantity', items({ quantity: '1' })],
    ['items[0].quantity', items({ quantity: 1e308 })],
    ['items[0].quantity', items({ quantity: 0.0001 })],
    ['items[0].price', items({ price: -1 })],
    ['items[0].price', items({ price: 1e308 })],
    ['items[0].barcode', items({ barcode: '6\0' })],
    ['items[0].productid', items({ productid: 1 })],
    ['items[0].productid', { items: [{ quantity: 1 }] }],
    ['items', { items: Array.from({ length: 201 }, () => ({ barcode: '600', quantity: 1 })) }],
    ['items', { items: {} }],
  ])('in %s cost their own sale: %j', async (field, values) => {
    const till = await soleTill()
    const { status, body } = await till.push([sale('lie', values), sale('truth')])
    expect(status).toBe(200)
    expect(body.sales).toMatchObject([
      { status: 'rejected', field: `sales[0].${field}` },
      { status: expect.stringMatching('created|duplicate') },
    ])
  })

  test.each([
    ['reference', { reference: 'r\0' }],
    ['reference', { reference: '' }],
    ['reference', { reference: '   ' }],
    ['reference', { reference: 'x'.repeat(101) }],
    ['reference', { reference: 5 }],
  ])('in %s too: %j', async (field, values) => {
    const { body } = await (await soleTill()).push([sale('', values)])
    expect(body.sales).toMatchObject([{ status: 'rejected', field: `sales[0].${field}` }])
  })

  test.each<[string, unknown]>([
    ['This is missing.', { saledate: SALEDATE, finalamount: 1 }],
    ['This must be text.', sale('r', { reference: 5 })],
    ['This must not be empty.', sale('')],
    ['Please use at most 100 characters.', sale('x'.repeat(101))],
    ['This must be a number.', sale('r', { finalamount: '10' })],
    ['This must be at most 9999999999.99.', sale('r', { finalamount: 1e308 })],
    ['This must be at least -9999999999.99.', sale('r', { finalamount: -1e308 })],
    ['This must be a whole number.', sale('r', { employeeid: 1.5 })],
    ['This must be more than 0.', sale('r', { employeeid: 0 })],
    ['This must be a list.', sale('r', { items: {} })],
    ['This must be an object.', 'a sale'],
    ['This is missing.', sale('r', items({ quantity: undefined }))],
    ['A date and time as in 2026-11-21T14:05:00+02:00.', sale('r', { saledate: 'yesterday' })],
    ['A date and time as in 2026-11-21T14:05:00+02:00.', sale('r', { saledate: undefined })],
    ['There is no such field: discount, tip.', sale('r', { discount: 1, tip: 2 })],
  ])('are told in plain words: %s %j', async (reason, sent) => {
    const { body } = await (await soleTill()).push([sent])
    expect(body.sales).toMatchObject([{ status: 'rejected', reason }])
  })

  test.each(['saleid', 'businessid', 'siteid', 'content_hash', '__proto__x'])('nobody sets %s', async (name) => {
    const { body } = await (await soleTill()).push([sale('b', { [name]: 1 })])
    expect(body.sales).toMatchObject([{ status: 'rejected', field: 'sales[0]' }])
  })

  test('NaN and Infinity are no JSON', async () => {
    const till = await soleTill()
    for (const number of ['NaN', 'Infinity', '1e']) {
      const { status } = await raw(till.key, `{"sales":[{"reference":"n","saledate":"${SALEDATE}","finalamount":${number}}]}`)
      expect(status).toBe(400)
    }
  })
})

async function raw(key: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/v1/sales`, {
    method: 'POST',
    body,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
  })
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

describe('till request', () => {
  test('of 500 sales is taken, one of 501 is not', async () => {
    const { till, ...shop } = await openShop()
    const sales = Array.from({ length: 501 }, (_, index) => sale(`s-${index}`))
    expect(await till.push(sales)).toMatchObject({ status: 422, body: { message: 'sales: Send at most 500 sales at once.' } })
    expect(await findSales(shop)).toHaveLength(0)
    expect(statuses(await till.push(sales.slice(1))).filter((status) => status === 'created')).toHaveLength(500)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('with 200 lines a sale is taken', async () => {
    const { till, ...shop } = await openShop()
    const bread = await stock(shop, { barcode: '600', stock: 200 })
    expect(
      statuses(await till.push([sale('a', { items: Array.from({ length: 200 }, () => ({ barcode: '600', quantity: 1 })) })])),
    ).toEqual(['created'])
    expect(await findStock(bread)).toBe(0)
  })

  test('of more than 2 MiB is 413, said or not', async () => {
    const { key } = await soleTill()
    const tooMuch = new TextEncoder().encode(JSON.stringify({ sales: [sale('x'.repeat(2 * 1024 * 1024))] }))
    const sendBatch = async (headers: Record<string, string | number>) => {
      const sending = request(`${server.url}/api/v1/sales`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      })
      sending.on('error', () => undefined) // the server may hang up before it has heard it all
      sending.write(tooMuch.subarray(0, 1024 * 1024))
      sending.end(tooMuch.subarray(1024 * 1024))
      const [response] = await once(sending, 'response')
      return { status: response.statusCode, body: JSON.parse(await new Response(response).text()) }
    }
    const refusal = { status: 413, body: { code: 'CONTENT_TOO_LARGE', message: 'A request is at most 2 MiB.' } }
    expect(await sendBatch({ 'content-length': tooMuch.length })).toMatchObject(refusal)
    expect(await sendBatch({})).toMatchObject(refusal)
  })

  test.each([
    ['no JSON at all', 'sales', 400],
    ['half a JSON', '{"sales":[', 400],
    ['an empty body', '', 422],
    ['a list', '[]', 422],
    ['null', 'null', 422],
    ['no sales', '{}', 422],
    ['sales that are no list', '{"sales":{}}', 422],
    ['an empty list', '{"sales":[]}', 422],
    ['more than it should', '{"sales":[{}],"businessid":"x"}', 422],
  ])('of %s says so in JSON', async (_, body, status) => {
    const answer = await raw((await soleTill()).key, body)
    expect(answer).toMatchObject({ status, body: { code: expect.any(String), status, message: expect.stringMatching(/\w/) } })
    expect(JSON.stringify(answer.body)).not.toMatch(/zod|postgres|\bat \/|node_modules/i)
  })

  test('names the field that is wrong', async () => {
    const { body } = await raw((await soleTill()).key, '{"sales":"many"}')
    expect(body).toMatchObject({ data: { fields: [{ field: 'sales', reason: 'sales must be a list of sales.' }] } })
    const { body: other } = await raw((await soleTill()).key, '{"sales":[{}],"till":1}')
    expect(other).toMatchObject({ message: 'There is no such field: till.' })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'as %j is 415',
    async (type) => {
      expect(await raw((await soleTill()).key, '{"sales":[]}', { 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
      })
    },
  )
})

describe('till key', () => {
  const withHeaders = async (headers: Record<string, string>) => {
    const response = await fetch(`${server.url}/api/v1/sales`, {
      method: 'POST',
      body: JSON.stringify({ sales: [sale('a')] }),
      headers: { 'content-type': 'application/json', ...headers },
    })
    return { status: response.status, body: JSON.parse(await response.text()) }
  }
  const UNKNOWN = `wk_${'a'.repeat(43)}`

  test.each<Record<string, string>>([
    {},
    { authorization: '' },
    { authorization: 'Bearer' },
    { authorization: 'Bearer ' },
    { authorization: 'Bearer wk_' },
    { authorization: UNKNOWN },
    { authorization: `Basic ${UNKNOWN}` },
    { authorization: `Bearer ${'a'.repeat(500)}` },
    { 'x-api-key': UNKNOWN },
  ])('that is not sent as one opens nothing, and the answer says how: %j', async (headers) => {
    for (const page of [headers, { ...headers, origin: server.config.publicUrl }]) {
      expect(await withHeaders(page)).toMatchObject({
        status: 401,
        body: { code: 'UNAUTHORIZED', message: 'Send the till’s key: Authorization: Bearer wk_…' },
      })
    }
  })

  test.each(['Bearer', 'bearer', 'BEARER'])('is read behind the word %s', async (scheme) => {
    const { till } = await openShop()
    expect(await withHeaders({ authorization: `${scheme} ${till.key}` })).toMatchObject({ status: 200 })
    expect(await withHeaders({ authorization: `${scheme} ${UNKNOWN}` })).toMatchObject({
      status: 401,
      body: { code: 'UNAUTHORIZED', message: 'This till key is unknown or revoked.' },
    })
  })

  test('is checked even where no sale can be read', async () => {
    const { status } = await createTillClient(server, `wk_${'a'.repeat(43)}`).push(['nothing'])
    expect(status).toBe(401)
  })

  test('that was revoked is refused at once', async () => {
    const shop = await createOwner(server)
    const made = await createTill(server, shop)
    expect((await made.push([sale('a')])).status).toBe(200)
    await shop.api.tills.revoke({ tillid: made.till.tillid })
    expect((await made.push([sale('b')])).status).toBe(401)
    expect(await findSales(shop)).toHaveLength(1)
  })

  test('says when it was last used', async () => {
    const { till, ...shop } = await openOwnedShop()
    expect(await shop.api.tills.list({ siteid: shop.siteid })).toMatchObject([{ name: 'Till 1', last_used_at: null }])
    await till.push([sale('a')])
    const [{ last_used_at } = { last_used_at: null }] = await shop.api.tills.list({ siteid: shop.siteid })
    expect(Math.abs(Date.now() - Number(last_used_at))).toBeLessThan(5_000)
  })

  test('opens no other call, and a session opens not this one', async () => {
    const { till, ...shop } = await openOwnedShop()
    const asPerson = createClient(server, { authorization: `Bearer ${till.key}` })
    await expect(asPerson.api.sites.list({})).rejects.toMatchObject({ status: 401 })
    expect((await shop.send('POST', '/api/v1/sales', { sales: [sale('a')] })).status).toBe(401)
  })

  test('that is used too fast is told how long to wait', async () => {
    const { till } = await openShop()
    const strict = await startServer(server.store, { tillRequests: 2 })
    const { push } = createTillClient(strict, till.key)
    const answers = [await push([sale('a')]), await push([sale('b')]), await push([sale('c')])]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect(Number(answers[2]?.headers.get('retry-after'))).toBeLessThanOrEqual(10)
    expect(answers[2]?.body).toMatchObject({ code: 'TOO_FAST', status: 429, message: expect.stringContaining('Retry-After') })
    await strict.close()
  })
})

describe('concurrent tills', () => {
  test('twenty batches of three tills with the same sales and products store each sale once, and nothing deadlocks', {
    timeout: 60_000,
  }, async () => {
    const { till: first, ...shop } = await openShop()
    const tills = [first, await addTill(shop), await addTill(shop)]
    const products = await Promise.all(
      Array.from({ length: 15 }, (_, index) => stock(shop, { barcode: `60${index}`, stock: 1000 })),
    )
    const all = Array.from({ length: 120 }, (_, index) =>
      sale(`s-${index}`, { items: [0, 1, 2].map((line) => ({ barcode: `60${(index * 7 + line * 4) % 15}`, quantity: 1 })) }),
    )
    // Each batch in an order of its own, so that two of them meet head on.
    const batches = Array.from({ length: 20 }, (_, nth) =>
      all.toSorted((a, b) => hash(a.reference, nth) - hash(b.reference, nth)).slice(0, 80),
    )
    const answers = await Promise.all(batches.map((batch, nth) => (tills[nth % 3] ?? first).push(batch)))

    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const created = answers.flatMap((answer) => answer.body.sales).filter(({ status }) => status === 'created')
    const sent = new Set(batches.flat().map(({ reference }) => reference))
    expect(created).toHaveLength(sent.size)
    expect(new Set(answers.flatMap(statuses))).toEqual(new Set(['created', 'duplicate']))
    expect(await findSales(shop)).toHaveLength(sent.size)
    const left = await Promise.all(products.map(findStock))
    expect(15 * 1000 - left.reduce<number>((sum, one) => sum + Number(one), 0)).toBe(sent.size * 3)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('single sales of one key share transactions, each with its own answer', async () => {
    const { till, ...shop } = await openShop()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => till.push([sale(`s-${index % 50}`, index === 7 ? { finalamount: 'x' } : {})])),
    )
    expect(answers.flatMap(({ body }) => body.sales[0].reference)).toEqual(
      Array.from({ length: 60 }, (_, index) => `s-${index % 50}`),
    )
    const counted = Object.groupBy(answers.flatMap(statuses), (status) => status)
    expect([counted['created']?.length, counted['duplicate']?.length, counted['rejected']?.length]).toEqual([50, 9, 1])
    const [{ transactions } = { transactions: 0 }] = await ask<{ transactions: number }>(
      'select count(distinct xmin::text)::integer as transactions from sales where businessid = $1',
      [shop.businessid],
    )
    expect(transactions).toBeLessThan(40)
  })

  test('a product that goes away between look-up and insert is refused, not an error', async () => {
    const { till, ...shop } = await openShop()
    const bread = await stock(shop, { barcode: '600' })
    const blocker = await server.ownerPool.connect()
    onTestFinished(() => blocker.release(true))
    await blocker.query('begin')
    await blocker.query('delete from product where productid = $1', [bread.productid])
    const pushing = till.push([sale('a', { items: [{ barcode: '600', quantity: 1 }] }), sale('b')])
    await waitUntil(async () => expect(await ask(`select from pg_locks where not granted`)).toHaveLength(1))
    await blocker.query('commit')
    expect(statuses(await pushing)).toEqual(['rejected', 'created'])
  })

  test('one key holds one connection, so that another business is served', async () => {
    const [busy, other] = [await openShop(), await openShop()]
    await busy.till.push([sale('a')])
    const blocker = await server.ownerPool.connect()
    onTestFinished(() => blocker.release(true))
    await blocker.query('begin')
    await blocker.query('select from site_daily where businessid = $1 for update', [busy.businessid])
    const waiting = Promise.all(Array.from({ length: 30 }, (_, index) => busy.till.push([sale(`w-${index}`)])))
    for (let index = 0; index < 5; index++) expect(statuses(await other.till.push([sale(`o-${index}`)]))).toEqual(['created'])
    await blocker.query('rollback')
    expect((await waiting).flatMap(statuses)).toEqual(Array.from({ length: 30 }, () => 'created'))
  })
})

test('live stream: an owner hears of a sale after its COMMIT, and another owner does not', async () => {
  const [shop, other] = [await openOwnedShop(), await openOwnedShop()]
  const heard = { shop: 0, other: 0 }
  const watch = async (name: keyof typeof heard, { api }: Owner) => {
    const stream = await api.live.changes()
    const watching = (async () => {
      for await (const { changed } of stream) if (changed === 'sales') heard[name]++
    })().catch(() => undefined)
    return async () => {
      await stream.return?.()
      await watching
    }
  }
  const stops = [await watch('shop', shop), await watch('other', other)]
  // A stream says something as soon as it is open.
  await waitUntil(() => expect(heard).toEqual({ shop: 1, other: 1 }))

  await shop.till.push([sale('a')])
  await waitUntil(() => expect(heard.shop).toBe(2))
  expect(await shop.api.dashboard.figures({ from: '2026-11-21', to: '2026-11-21' })).toMatchObject({ orders: 1, revenue: 10 })
  expect(heard.other).toBe(1)
  for (const stop of stops) await stop()
})

/** Another order for each `nth`, the same in every run. */
function hash(text: string, nth: number) {
  let value = nth + 1
  for (const char of text) value = (value * 31 + char.charCodeAt(0) * (nth + 3)) % 10_007
  return value
}
