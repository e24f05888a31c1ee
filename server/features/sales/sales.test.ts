import { once } from 'node:events'
import { get } from 'node:http'
import { createConnection } from 'node:net'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { SalesExport, SalesFilter, SalesList } from '../../../contract/sales.ts'
import { RELATED_SALES_SHOWN } from '../../../contract/shared/constants.ts'
import { createTenantScopes, type Scope } from '../../../db/tenant-scope.ts'
import { findMismatches } from '../../../db/testing/find-mismatches.ts'
import { createAccount, createClient, createOwner, createTill } from '../../testing/clients.ts'
import { previewSales } from '../../testing/sales-imports.ts'
import { testServer } from '../../testing/server.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { salesExport } from './export.ts'
import { findSalesSummary, listSales } from './queries.ts'

const server = await testServer()
afterAll(server.close)
const thandi = await createOwner(server)
const sandton = await createTill(server, thandi)

const november = { from: '2026-11-01', to: '2026-11-30' }
const at = (time: string) => `2026-11-${time}:00+02:00`

/** Sends sales with Sandton's till and returns their ids in the same order. */
async function sell(...sales: Record<string, unknown>[]) {
  const { body } = await sandton.push(
    sales.map((sale, index) => ({ reference: `${Date.now()}-${Math.random()}-${index}`, ...sale })),
  )
  return body.sales.map((sale: { status: string; saleid: number }) => {
    expect(sale.status).toBe('created')
    return sale.saleid
  }) as number[]
}

beforeAll(async () => {
  await server.ownerPool.query(
    `insert into product (businessid, siteid, productname, barcode, price, stock)
     values ($1, $2, 'Brown bread 700 g', '6001', 18.99, 100), ($1, $2, 'Full cream milk 2 l', '6002', 34.5, 100), ($1, $2, 'Rooibos 80s', '6003', 49.99, 100)`,
    [thandi.businessid, thandi.siteid],
  )
})

test('sales: a list, sums or a file that take too long say what to choose', async () => {
  const scopes = createTenantScopes(server.store.pool)
  const within = <T>(work: (scope: Scope) => Promise<T>) =>
    scopes.asTenant(thandi.user_id, async (scope) => {
      await sql`set local lock_timeout = 0; set local statement_timeout = 50`.execute(scope)
      return work(scope)
    })
  const owner = await server.ownerPool.connect()
  onTestFinished(async () => {
    await owner.query('rollback')
    owner.release()
  })
  await owner.query('begin; lock table sales in access exclusive mode')
  const search = { ...november, refunds: 'true' }
  const reads = [
    () => within((scope) => listSales(scope, SalesList.parse(search))),
    () => within((scope) => findSalesSummary(scope, SalesFilter.parse(search))),
    () => salesExport.open(within, SalesExport.parse(search)),
  ]
  for (const read of reads)
    await expect(read()).rejects.toMatchObject({
      ...{ code: 'TOO_LONG', status: 422 },
      message: 'This search takes too long. Choose a shorter range or fewer sites.',
    })
})

describe('sale', () => {
  test('shows its lines with the name and price of the time of sale (3.14, 7.3.5)', async () => {
    const [saleid = 0] = await sell({
      reference: 'S-000042',
      saledate: at('10T09:30'),
      closetime: at('10T09:31'),
      payment_method: 'Card',
      items: [
        { barcode: '6001', quantity: 2 },
        { barcode: '6002', quantity: 0.5, price: 33 },
      ],
    })
    await server.ownerPool.query(`update product set productname = 'Rye', price = 99 where barcode = '6001'`)
    const sale = await thandi.api.sales.get({ saleid })
    expect(sale).toMatchObject({
      saleid,
      sitename: 'Sandton',
      payment_method: 'Card',
      reference: 'S-000042',
      finalamount: 54.48,
      items_total: 54.48,
      items: [
        { line: 1, productname: 'Brown bread 700 g', barcode: '6001', quantity: 2, price: 18.99, total: 37.98 },
        { line: 2, productname: 'Full cream milk 2 l', quantity: 0.5, price: 33, total: 16.5 },
      ],
      vat: 7.1,
      vat_rates: [{ vat_rate: 15, amount: 54.48 }],
    })
    expect(sale.saledate).toEqual(new Date(at('10T09:30')))
    expect(sale.closetime).toEqual(new Date(at('10T09:31')))
  })

  test('shows its amount and the sum of its lines even when they differ', async () => {
    const [saleid = 0] = await sell({ saledate: at('10T10:00'), finalamount: 50, items: [{ barcode: '6003', quantity: 2 }] })
    expect(await thandi.api.sales.get({ saleid })).toMatchObject({ finalamount: 50, items_total: 99.98 })
  })

  test('has the VAT of its amount, and its amounts by rate', async () => {
    const items = [
      { barcode: '6001', quantity: 1, price: 46, vat_rate: 0 },
      { barcode: '6002', quantity: 1, price: 46 },
    ]
    const [discounted = 0, withoutItems = 0] = await sell(
      { saledate: at('10T10:05'), finalamount: 82.8, items },
      { saledate: at('10T10:06'), finalamount: -23 },
    )
    expect(await thandi.api.sales.get({ saleid: discounted })).toMatchObject({
      vat: 5.4,
      vat_rates: [
        { vat_rate: 15, amount: 41.4 },
        { vat_rate: 0, amount: 41.4 },
      ],
    })
    expect(await thandi.api.sales.get({ saleid: withoutItems })).toMatchObject({
      vat: -3,
      vat_rates: [{ vat_rate: 15, amount: -23 }],
    })
  })

  test('is found by exactly its number, its copied title and the reference of its till', async () => {
    const [saleid = 0] = await sell({ saledate: at('10T10:10'), finalamount: 1 })
    const day = at('10T10:10').slice(0, 10)
    const find = async (q: string, dates = { from: day, to: day }) => {
      const { rows, exact_matches } = await thandi.api.sales.list({ ...dates, q })
      return [rows, exact_matches].map((found) => found.map((row) => row.saleid))
    }
    for (const q of [`${saleid}`, `#${saleid}`, `Sale #${saleid}`, `sale#${saleid}`])
      expect(await find(q), q).toEqual([[saleid], []])
    expect(await find(`${saleid}0`.slice(1)), 'a part of the number').not.toContainEqual([saleid])

    const [other = 0] = await sell({ reference: `${saleid}`, saledate: at('10T10:11'), finalamount: 1 })
    expect(await find(`${saleid}`), 'a number and a reference').toEqual([[other, saleid], []])
    expect(await find(`#${saleid}`), 'a number alone').toEqual([[saleid], []])
    const [named = 0] = await sell({ reference: 'T1-0042', saledate: at('10T10:12'), finalamount: 1 })
    expect(await find('T1-0042'), 'no name has this text').toEqual([[], [named]])
    expect(await find('1'.repeat(90))).toEqual([[], []])
    const elsewhere = { from: '2026-01-01', to: '2026-01-31' }
    expect(await find(`${saleid}`, elsewhere)).toEqual([[], [other, saleid]])
  })

  test('is found by its whole number outside the range and the filters, but not in another business', async () => {
    const [saleid = 0] = await sell({ saledate: at('10T10:20'), finalamount: 500 })
    const elsewhere = { from: '2026-01-01', to: '2026-01-31', small: true, q: `#${saleid}` }
    expect(await thandi.api.sales.list(elsewhere)).toMatchObject({
      ...{ rows: [], results: 0 },
      exact_matches: [{ saleid, sitename: 'Sandton', finalamount: 500 }],
    })
    const within = await thandi.api.sales.list({ ...november, q: `${saleid}` })
    expect(within.rows.map((row) => row.saleid)).toContain(saleid)
    expect(within.exact_matches).toEqual([])
    const anna = await createOwner(server)
    expect((await anna.api.sales.list(elsewhere)).exact_matches).toEqual([])
  })

  test('without lines has a total of 0 and no other sales', async () => {
    const [saleid = 0] = await sell({ saledate: at('10T10:05'), finalamount: -12.5 })
    expect(await thandi.api.sales.get({ saleid })).toMatchObject({ finalamount: -12.5, items: [], items_total: 0, related: [] })
  })

  test('lists at most five other sales with its products, each once, newest first (7.3.6, 9.20)', async () => {
    const both = [
      { barcode: '6002', quantity: 1 },
      { barcode: '6003', quantity: 1 },
      { barcode: '6003', quantity: 1 },
    ]
    const ids = await sell(
      ...['12T08:00', '12T12:00', '12T09:00', '12T11:00', '12T10:00', '12T13:00', '12T14:00'].map((time) => ({
        saledate: at(time),
        items: both,
      })),
    )
    const [first, twelve, , eleven, ten, one, two] = ids
    const { related } = await thandi.api.sales.get({ saleid: first ?? 0 })
    expect(related.map(({ saleid }) => saleid)).toEqual([two, one, twelve, eleven, ten])
    expect(related).toHaveLength(RELATED_SALES_SHOWN)
    expect((await thandi.api.sales.get({ saleid: two ?? 0 })).related.map(({ saleid }) => saleid)).not.toContain(first)
  })

  test('is answered 404 when it does not exist', async () => {
    await expect(thandi.api.sales.get({ saleid: 999_999 })).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404 })
  })
})

test('sales filters: offer sites, employees and the payment methods in use, the most used first', async () => {
  const anna = await createOwner(server)
  const till = await createTill(server, anna)
  const sale = { saledate: at('10T10:00'), finalamount: 1 }
  const methods = [null, ' CARD', 'card', 'card', 'Cash', 'cash', 'EFT']
  await till.push(methods.map((payment_method, index) => ({ ...sale, reference: `${index}`, payment_method })))
  await server.ownerPool.query(`delete from sales where businessid = $1 and payment_method = 'EFT'`, [anna.businessid])
  const { sites, payment_methods } = await anna.api.sales.options()
  expect(payment_methods).toEqual(['card', 'cash', 'unknown'])
  expect(sites).toEqual([{ siteid: anna.siteid, sitename: expect.any(String) }])
})

test('sales filters: offer the first employees by name, and find the others and the chosen one', async () => {
  const anna = await createOwner(server)
  const { rows } = await server.ownerPool.query<{ employeeid: number }>(
    `insert into employee (businessid, siteid, firstname, lastname, position)
     select $1, $2, 'Zola', 'No. ' || to_char(number, 'FM0000'), 'Employee' from generate_series(1, 60) number returning employeeid`,
    [anna.businessid, anna.siteid],
  )
  const [chosen] = rows
  const employees = rows.slice(0, 1).map(({ employeeid }) => employeeid)
  const first = await anna.api.sales.employees({ employees })
  expect(first.employees).toHaveLength(50)
  expect(first).toMatchObject({ has_more: true, chosen: [{ ...chosen, firstname: 'Zola', lastname: 'No. 0001' }] })
  const found = await anna.api.sales.employees({ q: 'zola no. 006' })
  expect(found).toEqual({ employees: [expect.objectContaining({ lastname: 'No. 0060' })], has_more: false, chosen: [] })
  expect((await anna.api.sales.employees({ q: '%' })).employees).toEqual([])
  // Another business.
  expect(await thandi.api.sales.employees({ q: 'Zola', employees })).toEqual({ employees: [], has_more: false, chosen: [] })
})

test('sales: the counts by day and employee stay correct when sales are changed and deleted', async () => {
  const ids = await sell(
    { saledate: at('14T09:00'), finalamount: 99.99 },
    { saledate: at('14T09:01'), finalamount: 100 },
    { saledate: at('14T09:02'), finalamount: -5 },
  )
  await server.ownerPool.query(`update sales set finalamount = 20, saledate = saledate + interval '2 days' where saleid = $1`, [
    ids[1],
  ])
  await server.ownerPool.query('delete from sales where saleid = $1', [ids[2]])
  expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
})

describe('sales range in reverse order', () => {
  test('is accepted, and a range that is too long is refused', async () => {
    const { results } = await thandi.api.sales.list(november)
    expect(await thandi.api.sales.list({ from: november.to, to: november.from })).toMatchObject({ results })
    await expect(thandi.api.sales.list({ from: '2010-01-01', to: '2026-01-01' })).rejects.toMatchObject({
      status: 422,
      message: 'A range spans at most 10 years.',
    })
  })
})

describe('sales export', () => {
  const exported = (query = new URLSearchParams(november).toString(), who = thandi) => who.fetch(`/api/v1/sales.csv?${query}`)

  test('is a CSV file with the time in its name and three columns more than the table (2.6.3)', async () => {
    const [saleid] = await sell({
      reference: 'T1-000007',
      saledate: at('20T14:05'),
      closetime: at('20T14:06'),
      payment_method: '=cmd',
      items: [{ barcode: '6003', quantity: -1 }],
    })
    const answer = await exported(new URLSearchParams({ from: '2026-11-20', to: '2026-11-20' }).toString())
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="sales_20\d\d-\d\d-\d\d_\d\d-\d\d-\d\d\.csv"$/,
    )
    expect(answer.headers.get('x-total-rows')).toBe('1')
    expect(parse(Buffer.from(await answer.arrayBuffer()), { bom: true })).toEqual([
      ['Sale ID', 'Sale date/time', 'Employee', 'Site', 'Amount', 'Payment method', 'Close time', 'Reference'],
      [
        String(saleid),
        '2026-11-20T14:05:00+02:00',
        'Till Sandton',
        'Sandton',
        '-49.99',
        "'=cmd",
        '2026-11-20T14:06:00+02:00',
        'T1-000007',
      ],
    ])
  })

  test('has the payments, the money beside the amount and the refunded sale, where a business has any, and is read as it is', async () => {
    const naledi = await createOwner(server)
    const till = await createTill(server, naledi)
    await till.push([
      {
        ...{ reference: 'T-1', saledate: at('20T14:05'), finalamount: 100 },
        payments: [
          { method: 'card', amount: 165 },
          { method: 'cash', amount: 50 },
        ],
        extras: [
          { kind: 'tip', amount: 15 },
          { kind: 'gift_card', amount: 100 },
        ],
      },
      { reference: 'T-2', saledate: at('20T14:06'), finalamount: -40, refund_of: 'T-1', payment_method: 'cash' },
    ])
    const file = await (await exported(undefined, naledi)).text()
    const rows = parse<Record<string, string>>(file, { bom: true, columns: true })
    expect(rows.map((row) => Object.values(row).slice(7))).toEqual([
      ['T-2', '', '', '', '', '', 'T-1'],
      ['T-1', 'card 165.00; cash 50.00', '15.00', '100.00', '', '', ''],
    ])
    expect(Object.keys(rows[0] ?? {}).slice(7)).toEqual([
      ...['Reference', 'Payments', 'Tips beside the amount', 'Gift cards beside the amount', 'Deposits beside the amount'],
      ...['Rounding beside the amount', 'Refund of'],
    ])
    const preview = await previewSales(naledi, file)
    expect(preview).toMatchObject({ amount: 60, extras: { tips: 15, gift_cards: 100, in_total: false, is_unclear: false } })
  })

  test('is refused without a session, without a business and with invalid parameters', async () => {
    expect((await exported(undefined, createClient(server) as never)).status).toBe(401)
    const without = await exported(undefined, (await createAccount(server)) as never)
    expect([without.status, JSON.parse(await without.text()).code]).toEqual([403, 'NO_BUSINESS'])
    for (const query of [
      '',
      'from=x&to=y',
      `${new URLSearchParams(november)}&page=2`,
      `${new URLSearchParams(november)}&businessid=1`,
    ])
      expect((await exported(query)).status, query).toBe(422)
    expect((await thandi.fetch('/api/v1/sales.csv', { method: 'HEAD' })).status).toBe(405)
  })

  describe('of many sales', () => {
    const SALES = 30_000
    /** One a minute. */
    const insertSales = (from: string, count: number) =>
      server.ownerPool.query(
        `insert into sales (businessid, siteid, employeeid, saledate, finalamount)
         select $1, $2, $3, $4::timestamptz + n * interval '1 minute', n from generate_series(1, $5::int) n`,
        [thandi.businessid, thandi.siteid, thandi.employeeid, from, count],
      )
    beforeAll(async () => void (await insertSales('2025-01-01T00:00Z', SALES)))
    const all = new URLSearchParams({ from: '2025-01-01', to: '2025-12-31' }).toString()

    /** Starts an export and reads only the headers of the response. */
    async function begun() {
      const request = get(`${server.url}/api/v1/sales.csv?${all}`, { headers: { cookie: thandi.cookie() } })
      const [response] = await once(request, 'response')
      request.on('error', () => undefined) // the response has one too
      expect(response.statusCode).toBe(200)
      return response
    }

    test('runs once at a time for each user, and another can start when the client disconnects', async () => {
      const first = await begun()
      const second = await exported(all)
      expect([second.status, await second.json()]).toEqual([
        409,
        { defined: false, code: 'EXPORT_RUNNING', status: 409, message: expect.stringContaining('already running') },
      ])
      const before = server.logged.length
      first.destroy()
      await waitUntil(async () => {
        const next = await exported()
        await next.text()
        expect(next.status).toBe(200)
      })
      const messages = server.logged.slice(before).map((line): string => JSON.parse(line).msg)
      expect(messages.filter((msg) => msg.startsWith('an export '))).toEqual([
        'an export was cancelled',
        'an export was read to its end',
      ])
    })

    test.each(['saledate', 'finalamount', 'employee'] as const)(
      'has every sale that is left when sales are deleted while it runs, by %s',
      async (sort) => {
        const scopes = createTenantScopes(server.store.pool)
        const within = <T>(work: (scope: Scope) => Promise<T>) => scopes.asTenant(thandi.user_id, work)
        const range = { from: '2024-01-01', to: '2024-01-31' }
        await insertSales('2024-01-01T00:00Z', 2_500)
        const { rows, file } = await salesExport.open(within, SalesExport.parse({ ...range, sort }))
        const ids: number[] = []
        for (let page = await file.next(); !page.done; page = await file.next()) {
          const read = [
            ...Buffer.from(page.value)
              .toString()
              .matchAll(/^(\d+),/gm),
          ].map(([, id]) => Number(id))
          ids.push(...read)
          if (read.length > 0) await server.ownerPool.query('delete from sales where saleid = $1', [read.at(-1)])
        }
        expect(ids).toHaveLength(rows)
        expect(new Set(ids).size).toBe(rows)
      },
    )

    test('aborts the response when a query fails, so that no incomplete file looks complete', async () => {
      await server.ownerPool.query(`
        create function is_readable(saledate timestamptz) returns boolean language plpgsql as $$
        begin
          if saledate < '2025-01-01T00:02Z' then raise exception 'the disk cannot be read'; end if;
          return true;
        end $$;
        grant execute on function is_readable to winkel_tenant;
        create policy sales__broken on sales as restrictive to winkel_tenant using (is_readable(saledate))`)
      const reading = await begun()
      const read = (async () => {
        for await (const _ of reading);
      })()
      await expect(read).rejects.toMatchObject({ code: 'ECONNRESET' })
      // Its end is the only sign that an answer by HTTP/1.0 is complete.
      const { hostname, port } = new URL(server.url)
      const socket = createConnection(Number(port), hostname).resume()
      socket.write(`GET /api/v1/sales.csv?${all} HTTP/1.0\r\nhost: ${hostname}\r\ncookie: ${thandi.cookie()}\r\n\r\n`)
      await expect(once(socket, 'close')).rejects.toMatchObject({ code: 'ECONNRESET' })
      await server.ownerPool.query('drop policy sales__broken on sales; drop function is_readable')
      const failures = server.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'export_failed')
      const failure = { msg: 'an export broke off', err: { message: 'the disk cannot be read' } }
      expect(failures).toMatchObject([failure, failure])
      const again = await exported(all)
      expect((await again.text()).split('\r\n')).toHaveLength(SALES + 2)
    })
  })
})
