import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses, SALEDATE, type Till } from '../../testing/till-shop.ts'
import { parseSales } from './parse-sales.ts'

const server = await testServer()
afterAll(server.close)
const { createShop, addProduct, findStock, findSales } = createShopHelpers(server)

/** For sales that are rejected whatever the shop: one till for all of them. */
let sharedTill: Promise<Till> | undefined
const findTill = () => {
  sharedTill ??= createShop().then(({ till }) => till)
  return sharedTill
}

describe('till sale with an invalid value', () => {
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
    ['items', { items: Array.from({ length: 1001 }, () => ({ barcode: '600', quantity: 1 })) }],
    ['items', { items: {} }],
  ])('rejects only that sale: %s, %j', async (field, values) => {
    const till = await findTill()
    const { status, body } = await till.push([createSale('invalid', values), createSale('valid')])
    expect(status).toBe(200)
    expect(body.sales).toMatchObject([
      { status: 'rejected', field: `sales[0].${field}` },
      { status: expect.stringMatching('created|duplicate') },
    ])
  })

  test('a positive amount with only negative quantities is rejected, and an exchange is stored', async () => {
    const shop = await createShop()
    const { till } = shop
    const { barcode } = await addProduct(shop, { barcode: '600' })
    const line = (quantity: number) => ({ barcode, quantity, price: 18.99 })
    const { body } = await till.push([
      createSale('refund with a wrong sign', { finalamount: 18.99, items: [line(-1)] }),
      createSale('refund', { finalamount: -18.99, items: [line(-1)] }),
      createSale('exchange', { finalamount: 18.99, items: [line(-1), line(2)] }),
    ])
    expect(body.sales).toMatchObject([
      { status: 'rejected', field: 'sales[0].finalamount', reason: expect.stringContaining('A refund has a negative amount.') },
      { status: 'created' },
      { status: 'created' },
    ])
  })

  test('null is the same as a field that is left out', async () => {
    const shop = await createShop()
    const { till } = shop
    const { barcode } = await addProduct(shop, { barcode: '600' })
    const item = { productid: null, barcode, quantity: 1, price: null, vat_rate: null, productname: null }
    const all = { closetime: null, finalamount: null, payment_method: null, employeeid: null }
    const { body } = await till.push([
      { reference: 'nulls', saledate: SALEDATE, ...all, items: [item] },
      { reference: 'nulls', saledate: SALEDATE, items: [{ barcode, quantity: 1 }] },
      { reference: 'no lines', saledate: SALEDATE, finalamount: 5, items: null },
      { reference: null, saledate: SALEDATE, finalamount: 5 },
    ])
    expect(body.sales).toMatchObject(['created', 'duplicate', 'created', 'rejected'].map((status) => ({ status })))
  })

  test.each(['/api/v1/sales', '/api/rpc/tills/push'])('text that is not UTF-8 is refused as a whole: %s', async (path) => {
    const { till } = await createShop()
    const sales = [createSale('latin 1', { payment_method: 'Caf\xe9' })]
    const json = JSON.stringify(path.includes('rpc') ? { json: { sales } } : { sales })
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${till.key}`, 'content-type': 'application/json' },
      body: Buffer.from(json, 'latin1'),
    })
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('The request is not in UTF-8.')])
    expect(readStatuses(await till.push(sales))).toEqual(['created'])
  })

  test.each([
    ['reference', { reference: 'r\0' }],
    ['reference', { reference: '' }],
    ['reference', { reference: '   ' }],
    ['reference', { reference: 'x'.repeat(101) }],
    ['reference', { reference: 5 }],
  ])('rejects an invalid %s: %j', async (field, values) => {
    const { body } = await (await findTill()).push([createSale('', values)])
    expect(body.sales).toMatchObject([{ status: 'rejected', field: `sales[0].${field}` }])
  })

  test.each<[string, unknown]>([
    ['This is missing.', { saledate: SALEDATE, finalamount: 1 }],
    ['This must be text.', createSale('r', { reference: 5 })],
    ['This must not be empty.', createSale('')],
    ['Please use at most 100 characters.', createSale('x'.repeat(101))],
    ['This must be a number.', createSale('r', { finalamount: '10' })],
    ['This must be at most 9999999999.99.', createSale('r', { finalamount: 1e308 })],
    ['This must be at least -9999999999.99.', createSale('r', { finalamount: -1e308 })],
    ['This must be a whole number.', createSale('r', { employeeid: 1.5 })],
    ['This must be more than 0.', createSale('r', { employeeid: 0 })],
    ['This must be a list.', createSale('r', { items: {} })],
    ['This must be an object.', 'a sale'],
    ['This is missing.', createSale('r', items({ quantity: undefined }))],
    ['A date and time as in 2026-11-21T14:05:00+02:00.', createSale('r', { saledate: 'yesterday' })],
    ['A date and time as in 2026-11-21T14:05:00+02:00.', createSale('r', { saledate: undefined })],
    ['There is no such field: discount, tip.', createSale('r', { discount: 1, tip: 2 })],
  ])('gives the reason %j for %j', async (reason, sent) => {
    const { body } = await (await findTill()).push([sent])
    expect(body.sales).toMatchObject([{ status: 'rejected', reason }])
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
  ])('rejects saledate %s', async (saledate) => {
    const { body } = await (await findTill()).push([createSale('a', { saledate })])
    expect(body.sales).toMatchObject([{ status: 'rejected', field: 'sales[0].saledate' }])
  })

  test.each(['saleid', 'businessid', 'siteid', 'content_hash', '__proto__x'])('rejects the unknown key %s', async (name) => {
    const { body } = await (await findTill()).push([createSale('b', { [name]: 1 })])
    expect(body.sales).toMatchObject([{ status: 'rejected', field: 'sales[0]' }])
  })

  test('answers 400 to NaN and Infinity', async () => {
    const till = await findTill()
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
  test('may have 500 sales, not 501', async () => {
    const { till, ...shop } = await createShop()
    const sales = Array.from({ length: 501 }, (_, index) => createSale(`s-${index}`))
    expect(await till.push(sales)).toMatchObject({ status: 422, body: { message: 'sales: Send at most 500 sales at once.' } })
    expect(await findSales(shop)).toHaveLength(0)
    expect(readStatuses(await till.push(sales.slice(1))).filter((status) => status === 'created')).toHaveLength(500)
    expect(await findMismatches(server.ownerPool, shop.businessid)).toEqual({})
  })

  test('may have 1,000 lines in a sale', async () => {
    const { till, ...shop } = await createShop()
    const bread = await addProduct(shop, { barcode: '600', stock: 1000 })
    expect(
      readStatuses(
        await till.push([createSale('a', { items: Array.from({ length: 1000 }, () => ({ barcode: '600', quantity: 1 })) })]),
      ),
    ).toEqual(['created'])
    expect(await findStock(bread)).toBe(0)
  })

  test('of more than 2 MiB is answered 413, with or without Content-Length', async () => {
    const { key } = await findTill()
    const tooMuch = new TextEncoder().encode(JSON.stringify({ sales: [createSale('x'.repeat(2 * 1024 * 1024))] }))
    const sendBatch = async (headers: Record<string, string | number>) => {
      const sending = request(`${server.url}/api/v1/sales`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      })
      sending.on('error', () => undefined) // the server may close the connection before the whole body is sent
      sending.write(tooMuch.subarray(0, 1024 * 1024))
      sending.end(tooMuch.subarray(1024 * 1024))
      const [response] = await once(sending, 'response')
      return { status: response.statusCode, body: JSON.parse(await new Response(response).text()) }
    }
    const tooLarge = { status: 413, body: { code: 'CONTENT_TOO_LARGE', message: 'A request is at most 2 MiB.' } }
    expect(await sendBatch({ 'content-length': tooMuch.length })).toMatchObject(tooLarge)
    expect(await sendBatch({})).toMatchObject(tooLarge)
  })

  test.each([
    ['text that is no JSON', 'sales', 400],
    ['incomplete JSON', '{"sales":[', 400],
    ['an empty body', '', 422],
    ['a list', '[]', 422],
    ['null', 'null', 422],
    ['no sales', '{}', 422],
    ['sales that are not a list', '{"sales":{}}', 422],
    ['an empty list', '{"sales":[]}', 422],
    ['an unknown key', '{"sales":[{}],"businessid":"x"}', 422],
  ])('with %s is answered with an error in JSON', async (_, body, status) => {
    const answer = await raw((await findTill()).key, body)
    expect(answer).toMatchObject({ status, body: { code: expect.any(String), status, message: expect.stringMatching(/\w/) } })
    expect(JSON.stringify(answer.body)).not.toMatch(/zod|postgres|\bat \/|node_modules/i)
  })

  test('is answered with the name of the invalid field', async () => {
    const { body } = await raw((await findTill()).key, '{"sales":"many"}')
    expect(body).toMatchObject({ data: { fields: [{ field: 'sales', reason: 'sales must be a list of sales.' }] } })
    const { body: other } = await raw((await findTill()).key, '{"sales":[{}],"till":1}')
    expect(other).toMatchObject({ message: 'There is no such field: till.' })
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''])(
    'with content type %j is answered 415',
    async (type) => {
      expect(await raw((await findTill()).key, '{"sales":[]}', { 'content-type': type })).toMatchObject({
        status: 415,
        body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
      })
    },
  )
})

test('till sale lines: those after an invalid line, or of a sale with too many lines, are not validated', async () => {
  const unread = new Proxy({}, { ownKeys: () => expect.unreachable('this line is validated') })
  const line = { barcode: '600', quantity: 1 }
  expect(await parseSales([createSale('a', { items: [line, { ...line, quantity: '1' }, unread] })])).toMatchObject([
    { status: 'rejected', reference: 'a', field: 'sales[0].items[1].quantity', reason: 'This must be a number.' },
  ])
  expect(await parseSales([createSale('a', { items: Array.from({ length: 1001 }, () => unread) })])).toMatchObject([
    { status: 'rejected', reference: 'a', field: 'sales[0].items', reason: 'A sale has at most 1000 lines.' },
  ])
})
