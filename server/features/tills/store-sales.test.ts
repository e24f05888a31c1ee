import { afterAll, describe, expect, test } from 'vitest'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses, SALEDATE } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { ask, addTill, createShop, createOwnedShop, addSite, addEmployee, addProduct, findStock, findSales } =
  createShopHelpers(server)

describe('till batch', () => {
  test('is answered in the order sent, and an invalid sale does not affect the others', async () => {
    const { till, ...shop } = await createShop()
    await till.push([createSale('old')])
    const { status, body } = await till.push([
      createSale('a'),
      createSale('b', { finalamount: 'ten' }),
      createSale('old'),
      createSale('c', { items: [{ barcode: 'none', quantity: 1 }] }),
      'not a sale',
      createSale('d'),
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

  test('sent again is answered with the same ids and stores nothing twice', async () => {
    const { till, ...shop } = await createShop()
    const bread = await addProduct(shop, { barcode: '600' })
    const sales = [createSale('a', { items: [{ barcode: '600', quantity: 2 }] }), createSale('b')]
    const first = await till.push(sales)
    const again = await till.push(sales)

    expect(again.body.sales).toEqual(first.body.sales.map((sale: object) => ({ ...sale, status: 'duplicate' })))
    expect(await findStock(bread)).toBe(98)
    expect(await findSales(shop)).toHaveLength(2)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('may repeat a reference: the same content is a duplicate, other content is rejected', async () => {
    const { till, ...shop } = await createShop()
    const { body } = await till.push([createSale('a'), createSale('a'), createSale('a', { finalamount: 11 })])

    const [created, duplicate, rejected] = body.sales
    expect(created.status).toBe('created')
    expect(duplicate).toEqual({ ...created, status: 'duplicate' })
    expect(rejected).toEqual({
      reference: 'a',
      status: 'rejected',
      reason: 'This reference was used for another sale.',
      field: 'sales[2].reference',
    })
    expect(await findSales(shop)).toHaveLength(1)
  })

  test('may use the reference of a rejected sale again', async () => {
    const { till } = await createShop()
    expect(
      readStatuses(await till.push([createSale('a', { items: [{ barcode: 'none', quantity: 1 }] }), createSale('a')])),
    ).toEqual(['rejected', 'created'])
  })

  test('rejects only the sale that makes a stock too large for its column', async () => {
    const { till, ...shop } = await createShop()
    const bread = await addProduct(shop, { barcode: '600', stock: -999_999_990 })
    const sales = Array.from({ length: 20 }, (_, index) =>
      createSale(`s-${index}`, { items: [{ barcode: '600', quantity: 0.1 }] }),
    )
    sales[13] = createSale('s-13', { items: [{ barcode: '600', quantity: 1000 }] })
    const { body } = await till.push(sales)

    expect(body.sales.filter(({ status }: { status: string }) => status === 'created')).toHaveLength(19)
    expect(body.sales[13]).toMatchObject({ reference: 's-13', status: 'rejected', field: 'sales[13]' })
    expect(await findStock(bread)).toBeCloseTo(-999_999_991.9, 3)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })
})

describe('till sale with a used reference', () => {
  test.each([
    ['whose amount differs by a floating-point error', { finalamount: 145.79999999999998 }, { finalamount: 145.8 }],
    ['whose payment method is empty instead of missing', { payment_method: '' }, {}],
    ['whose fields are null instead of missing', { closetime: null, employeeid: null }, {}],
  ])('is a duplicate: %s', async (_, first, second) => {
    const { till } = await createShop()
    expect(readStatuses(await till.push([createSale('a', first), createSale('a', second)]))).toEqual(['created', 'duplicate'])
  })

  describe('in other words', () => {
    const items = [
      { barcode: '600', quantity: 2 },
      { barcode: '999', productname: 'Jam', quantity: 0.5, price: 40 },
    ]
    const lines = (first: object, second: object = {}) => ({
      items: [
        { ...items[0], ...first },
        { ...items[1], ...second },
      ],
    })
    const SAME: Record<string, Record<string, unknown>> = {
      'in UTC': { saledate: '2026-11-21T12:05:00Z' },
      'with milliseconds': { saledate: '2026-11-21T12:05:00.000Z' },
      'without seconds': { saledate: '2026-11-21T14:05+02:00' },
      'in local time': { saledate: '2026-11-21T14:05:00' },
      'in local time without seconds': { saledate: '2026-11-21T14:05' },
      'of another zone': { saledate: '2026-11-21T07:05:00-05:00' },
      'a method in capitals': { payment_method: 'CASH' },
      'a method with blanks': { payment_method: ' cash ' },
      'the amount that it has': { finalamount: 57.98 },
      'the amount with the dirt of floats': { finalamount: 57.980000000000004 },
      'the price of the product': lines({ price: 18.99 }),
      'the price with the dirt of floats': lines({ price: 18.990000000000002 }),
      'the rate of the product': lines({ vat_rate: 15 }),
      'the rate that is assumed': lines({}, { vat_rate: 15 }),
      'the name of the product': lines({ productname: 'Bread' }),
      'a name in capitals': lines({}, { productname: 'JAM' }),
      'a barcode with blanks': lines({ barcode: ' 600 ' }),
      'nulls for what is missing': { closetime: null, employeeid: null, ...lines({ price: null, vat_rate: null }) },
      'everything at once': {
        ...{ saledate: '2026-11-21T12:05:00.000Z', payment_method: 'Cash', finalamount: 57.98 },
        ...lines({ price: 18.99, vat_rate: 15 }, { vat_rate: 15 }),
      },
    }
    const OTHER: Record<string, Record<string, unknown>> = {
      'a second later': { saledate: '2026-11-21T12:05:01Z' },
      'the same clock in UTC': { saledate: '2026-11-21T14:05:00Z' },
      'a close time': { closetime: '2026-11-21T12:05:00Z' },
      'another method': { payment_method: 'card' },
      'no method': { payment_method: '' },
      'a cent more': { finalamount: 57.99 },
      'another price': lines({ price: 18.98 }),
      'another rate': lines({ vat_rate: 0 }),
      'another quantity': lines({ quantity: 2.001 }),
      'another product': lines({ barcode: '601' }),
      'another order': { items: items.toReversed() },
      'a line more': { items: [...items, items[0]] },
      'a line less': { items: items.slice(1) },
    }

    test('is a duplicate where it means the same, else rejected', async () => {
      const { till, ...shop } = await createShop()
      await addProduct(shop, { barcode: '600' })
      await addProduct(shop, { barcode: '601' })
      const base = { ...createSale('a', { items, payment_method: 'cash' }), finalamount: undefined }
      const send = async (all: Record<string, object>) => {
        const { body } = await till.push(Object.values(all).map((more) => ({ ...base, ...more })))
        return Object.fromEntries(Object.keys(all).map((name, index) => [name, body.sales[index].status]))
      }
      const expected = (all: object, status: string) => Object.fromEntries(Object.keys(all).map((name) => [name, status]))
      // In one request with the first, and later.
      expect(await send({ first: {}, ...SAME })).toEqual({ first: 'created', ...expected(SAME, 'duplicate') })
      expect(await send(SAME)).toEqual(expected(SAME, 'duplicate'))
      expect(await send(OTHER)).toEqual(expected(OTHER, 'rejected'))
      expect(await findSales(shop)).toHaveLength(1)
    })

    test('of an employee is another one without it, and of the till of the site the same', async () => {
      const { till, ...shop } = await createShop()
      const sipho = await addEmployee(shop)
      await till.push([createSale('a', { employeeid: sipho }), createSale('b')])
      const [, b] = await findSales(shop)
      expect(
        readStatuses(
          await till.push([createSale('a', { payment_method: '' }), createSale('b', { employeeid: Number(b?.['employeeid']) })]),
        ),
      ).toEqual(['rejected', 'duplicate'])
    })
  })

  test('is rejected with other lines, another date, payment method, VAT rate or name', async () => {
    const { till, ...shop } = await createShop()
    await addProduct(shop, { barcode: '600' })
    const content = { items: [{ barcode: '600', quantity: 1 }], payment_method: 'card' }
    await till.push([createSale('a', content)])
    const others: Record<string, unknown>[] = [
      { items: [{ barcode: '600', quantity: 2 }] },
      { items: [] },
      { saledate: '2026-11-21T14:06:00+02:00' },
      { payment_method: 'cash' },
      { items: [{ barcode: '600', quantity: 1, vat_rate: 0 }] },
      { items: [{ barcode: '600', quantity: 1, productname: 'Rye bread' }] },
    ]
    expect(readStatuses(await till.push(others.map((other) => createSale('a', { ...content, ...other }))))).toEqual(
      others.map(() => 'rejected'),
    )
  })

  test('is rejected from the till of another site, because references are unique in the business', async () => {
    const { till: sandton, ...shop } = await createShop()
    const rosebank = await addTill({ ...shop, siteid: await addSite(shop) })
    await sandton.push([createSale('a')])
    const { body } = await rosebank.push([createSale('a'), createSale('b')])
    expect(body.sales).toMatchObject([
      { status: 'rejected', reason: 'This reference was used for another sale.' },
      { status: 'created' },
    ])
  })

  test('is created in another business', async () => {
    const [one, other] = [await createShop(), await createShop()]
    expect(readStatuses(await one.till.push([createSale('a')]))).toEqual(['created'])
    expect(readStatuses(await other.till.push([createSale('a')]))).toEqual(['created'])
  })
})

describe('till sale lines', () => {
  test('give the amount when it is missing, at the product’s price when theirs is missing', async () => {
    const { till, ...shop } = await createShop()
    const bread = await addProduct(shop, { barcode: '600', price: 18.99 })
    await till.push([
      createSale('a', {
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

  test('keep their prices when the amount differs', async () => {
    const { till, ...shop } = await createShop()
    await addProduct(shop, { barcode: '600', price: 18.99 })
    await till.push([createSale('a', { finalamount: 15, items: [{ barcode: '600', quantity: 1 }] })])
    expect(await findSales(shop)).toMatchObject([{ finalamount: 15 }])
    expect(await ask('select price from saleitems where businessid = $1', [shop.businessid])).toEqual([{ price: 18.99 }])
  })

  test('are rejected alike for a product of another site, of another business, or that does not exist', async () => {
    const { till, ...shop } = await createShop()
    const elsewhere = await addProduct({ ...shop, siteid: await addSite(shop) }, { barcode: '601' })
    const foreign = await addProduct(await createShop(), { barcode: '602' })
    const { body } = await till.push([
      createSale('a', { items: [{ productid: elsewhere.productid, quantity: 1 }] }),
      createSale('b', { items: [{ barcode: '601', quantity: 1 }] }),
      createSale('c', { items: [{ productid: foreign.productid, quantity: 1 }] }),
      createSale('d', { items: [{ barcode: '602', quantity: 1 }] }),
      createSale('e', { items: [{ productid: 999_999_999, quantity: 1 }] }),
    ])
    expect(new Set(body.sales.map(({ status, reason }: Record<string, string>) => `${status}: ${reason}`))).toEqual(
      new Set(['rejected: There is no such product at this site.']),
    )
    expect(await findStock(elsewhere)).toBe(100)
    expect(await findStock(foreign)).toBe(100)
  })

  test('with a barcode that no product has are kept under their text and price, without a price rejected', async () => {
    const { till, ...shop } = await createOwnedShop()
    const rusks = { barcode: '777', productname: 'Rusks', quantity: 2, price: 45.5 }
    const unpriced = { barcode: '777', quantity: 1 }
    const first = await till.push([
      createSale('a', { finalamount: undefined, items: [rusks] }),
      createSale('b', { items: [unpriced] }),
      createSale('c', { items: [{ productid: 999_999_999, quantity: 1, price: 10 }] }),
    ])
    // The next batch finds the unknown product; a refund of it is one of its lines.
    const second = await till.push([
      createSale('b', { items: [unpriced] }),
      createSale('d', { finalamount: undefined, items: [{ ...rusks, productname: 'RUSKS 500g', quantity: -1 }] }),
    ])
    expect([...readStatuses(first), ...readStatuses(second)]).toEqual(['created', 'rejected', 'rejected', 'rejected', 'created'])
    expect(
      new Set([first, second].flatMap(({ body }) => body.sales.flatMap(({ reason }: { reason?: string }) => reason ?? []))),
    ).toEqual(new Set(['There is no such product at this site.']))
    expect((await shop.api.products.unknown.list({})).rows).toMatchObject([
      { barcode: '777', productname: 'Rusks', lines: 2, units: 1, revenue: 45.5, price: 45.5 },
    ])
    expect(
      await ask(
        'select productname, purchaseprice, is_vat_assumed, moves_stock from saleitems where businessid = $1 order by saleid',
        [shop.businessid],
      ),
    ).toEqual(
      ['Rusks', 'RUSKS 500g'].map((productname) => ({
        productname,
        purchaseprice: null,
        is_vat_assumed: true,
        moves_stock: false,
      })),
    )
    expect(await ask('select from stock_movements where businessid = $1', [shop.businessid])).toEqual([])
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('have a VAT rate of the business, else the sale is rejected', async () => {
    const { till, ...shop } = await createShop()
    await addProduct(shop, { barcode: '600' })
    const rates = [15, 0, 'exempt', 14]
    const { body } = await till.push(
      rates.map((vat_rate, index) => createSale(`r-${index}`, { items: [{ barcode: '600', quantity: 1, vat_rate }] })),
    )
    expect(body.sales).toMatchObject([
      ...rates.slice(1).map(() => ({ status: 'created' })),
      { status: 'rejected', reason: 'A VAT rate is 15 or 0.', field: 'sales[3].items[0].vat_rate' },
    ])
    expect(await ask('select vat_rate from saleitems where businessid = $1 order by saleid', [shop.businessid])).toEqual([
      { vat_rate: '15' },
      { vat_rate: '0' },
      { vat_rate: 'exempt' },
    ])
  })

  test('may name an archived product; a barcode used again means the current product', async () => {
    const { till, ...shop } = await createShop()
    const gone = await addProduct(shop, { barcode: '600', archived_at: new Date() })
    const old = await addProduct(shop, { barcode: '601', archived_at: new Date() })
    const now = await addProduct(shop, { barcode: '601' })
    await till.push([
      createSale('a', {
        items: [
          { barcode: '600', quantity: 1 },
          { barcode: '601', quantity: 2 },
          { productid: old.productid, quantity: 3 },
        ],
      }),
    ])
    expect([await findStock(gone), await findStock(now), await findStock(old)]).toEqual([99, 98, 97])
  })

  test('record a stock movement each, with the stock before and after, in their order', async () => {
    const { till, ...shop } = await createShop()
    const bread = await addProduct(shop, { barcode: '600', stock: 10 })
    await till.push([
      createSale('a', {
        items: [
          { barcode: '600', quantity: 2 },
          { barcode: '600', quantity: 0.5 },
          { barcode: '600', quantity: -1 },
        ],
      }),
      createSale('b', { items: [{ productid: bread.productid, quantity: 3 }] }),
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

  test('are added up with the stored precision', async () => {
    const { till, ...shop } = await createShop()
    await addProduct(shop, { barcode: '600' })
    await till.push([
      createSale('a', { finalamount: undefined, items: [{ barcode: '600', quantity: 1_000_000, price: 10.000000001 }] }),
    ])
    expect(await findSales(shop)).toMatchObject([{ finalamount: 10_000_000 }])
  })
})

describe('till sale employee', () => {
  test('is the ‘Till’ of the site when the sale names none; it is created once', async () => {
    const { till: first, ...shop } = await createShop()
    const second = await addTill(shop)
    await Promise.all([first.push([createSale('a')]), second.push([createSale('b')])])
    expect(
      await ask(
        `select distinct firstname, lastname from sales join employee using (businessid, employeeid) where businessid = $1`,
        [shop.businessid],
      ),
    ).toEqual([{ firstname: 'Till', lastname: 'Sandton' }])
    expect(await ask(`select from employee where businessid = $1 and firstname = 'Till'`, [shop.businessid])).toHaveLength(1)
  })

  test('is an employee of the business, else the sale is rejected', async () => {
    const { till, ...shop } = await createShop()
    const [own, foreign] = [await addEmployee(shop), await addEmployee(await createShop())]
    const { body } = await till.push([createSale('a', { employeeid: own }), createSale('b', { employeeid: foreign })])
    expect(body.sales).toMatchObject([
      { status: 'created' },
      { status: 'rejected', reason: 'There is no such employee.', field: 'sales[1].employeeid' },
    ])
    expect(await findSales(shop)).toMatchObject([{ employeeid: own }])
  })
})

const HOUR_MS = 3_600_000
/** An instant, in UTC. */
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

describe('till sale dates', () => {
  test('without an offset are local times of the business', async () => {
    const { till, ...shop } = await createOwnedShop()
    await till.push([
      createSale('a', { saledate: '2026-11-21T23:30:00Z' }),
      createSale('b', { saledate: '2026-11-21T23:30' }),
      createSale('c', { saledate: '2026-11-21T23:30:00.125', closetime: '2026-11-22T00:10:00+02:00' }),
      createSale('d', { saledate: '2026-11-21T23:30Z' }),
      createSale('e', { saledate: '2026-11-21T23:30+02:00', closetime: '2026-11-22T00:10-01:30' }),
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

  test('are accepted from 1990 in every time zone, up to 24 hours after the time of the server', async () => {
    const { till } = await createShop()
    const edges = ['1990-01-01T00:00', '1990-01-01T00:00:00+14:00', inHours(23.9)]
    expect(readStatuses(await till.push(edges.map((saledate, index) => createSale(`edge-${index}`, { saledate }))))).toEqual(
      edges.map(() => 'created'),
    )
  })

  test('of the future are rejected with the time of the server, and the other sales of the batch are stored', async () => {
    const { till, ...shop } = await createShop()
    const dates = [inHours(25), '2099-12-31T23:59:59', '9999-12-31T23:59:59.999-12:00', SALEDATE]
    const { body } = await till.push(dates.map((saledate, nth) => createSale(`${nth}`, { saledate })))
    const { server_time } = body.sales[0]
    expect(Math.abs(Date.parse(server_time) - Date.now())).toBeLessThan(HOUR_MS)
    const reason = 'This date is more than 24 hours after the time of the server. Set the clock of the till.'
    expect(body.sales).toEqual([
      ...[0, 1, 2].map((nth) => ({
        ...{ reference: `${nth}`, status: 'rejected', reason, field: `sales[${nth}].saledate`, code: 'CLOCK_AHEAD', server_time },
      })),
      { reference: '3', status: 'created', saleid: expect.any(Number) },
    ])
    expect(await findSales(shop)).toHaveLength(1)
  })

  test.each([
    ['Pacific/Kiritimati', 14, 'created'],
    ['Pacific/Kiritimati', 15, 'created'],
    ['Pacific/Kiritimati', 39, 'rejected'],
    ['Etc/GMT+12', 11, 'created'],
    ['Etc/GMT+12', 13, 'rejected'],
  ])(
    'without an offset are compared in the time zone of the business: in %s, %d hours after the time of UTC: %s',
    async (timezone, hours, status) => {
      const { till, businessid } = await createShop()
      await ask('update business set timezone = $2 where id = $1', [businessid, timezone])
      const saledate = inHours(hours).slice(0, -1)
      expect(readStatuses(await till.push([createSale('a', { saledate })]))).toEqual([status])
    },
  )

  test('of a stored sale stay: the till is answered duplicate', async () => {
    const { till, ...shop } = await createShop()
    const sale = createSale('a', { saledate: inHours(20) })
    await till.push([sale])
    await ask(`update sales set saledate = saledate + interval '10 days' where businessid = $1`, [shop.businessid])
    expect(readStatuses(await till.push([sale]))).toEqual(['duplicate'])
  })
})
