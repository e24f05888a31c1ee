import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SALES_PER_PAGE } from '../../../contract/shared/constants.ts'
import { createOwner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'

// The list, the cards, the charts and the export use different statements, most of them over roll-ups. For any search, their results
// equal each other and those of plain SQL over the rows.

const server = await testServer()
afterAll(server.close)
const thandi = await createOwner(server)
const ask = async <Row>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.ownerPool.query(statement, values)).rows

let sites: number[] = []
let employees: number[] = []

const SALES = 800

beforeAll(async () => {
  await server.ownerPool.query(
    `insert into site (businessid, sitename, location) values ($1, 'Cape Town', 'x'), ($1, '100% Bread_co', 'x')`,
    [thandi.businessid],
  )
  await server.ownerPool.query(
    `insert into employee (businessid, firstname, lastname)
     values ($1, 'Sipho', 'Dube'), ($1, 'sipho', 'Dube'), ($1, 'Anna', 'Botha'), ($1, 'Cape', 'Nkosi')`,
    [thandi.businessid],
  )
  const ids = await ask<{ id: number; kind: string }>(
    `select siteid as id, 'site' as kind from site where businessid = $1
      union all select employeeid, 'employee' from employee where businessid = $1 order by 1`,
    [thandi.businessid],
  )
  sites = ids.filter(({ kind }) => kind === 'site').map(({ id }) => id)
  employees = ids.filter(({ kind }) => kind === 'employee').map(({ id }) => id)
  // Long before all ranges, so that each is compared.
  await server.ownerPool.query(
    `insert into sales (businessid, siteid, employeeid, saledate, finalamount) values ($1, $2, $3, '2020-01-01', 1)`,
    [thandi.businessid, sites[0], employees[0]],
  )
  await server.ownerPool.query('select setseed(0.21)')
  await server.ownerPool.query(
    `with places as (select array_agg(siteid order by siteid) as ids from site where businessid = $1),
            people as (select array_agg(employeeid order by employeeid) as ids from employee where businessid = $1)
       insert into sales (businessid, siteid, employeeid, payment_method, saledate, finalamount, reference)
       select $1, places.ids[1 + n % 3], people.ids[1 + floor(random() * cardinality(people.ids))::int],
              (array['Card', ' card', 'cash', '', null])[1 + n % 5],
              -- Some at the same instant, some at the very ends of a day in Johannesburg.
              timestamptz '2026-05-01T22:00Z' + (n % 97) * interval '11 hours' - (n % 2) * interval '1 second'
                - (n % 3 / 2) * interval '364 days',
              round((random() * 260 - 30)::numeric, case when n % 5 = 0 then 0 else 2 end),
              -- Some are also the number of another sale.
              case when n % 3 = 0 then (n * 2)::text end
         from generate_series(1, $2::int) n, places, people`,
    [thandi.businessid, SALES],
  )
})

const day = fc.integer({ min: 0, max: 60 }).map((days) => new Date(Date.UTC(2026, 3, 28 + days)).toISOString().slice(0, 10))
const typed = fc.constantFrom(
  '',
  '1',
  '42',
  '#42',
  'sale #300',
  '402',
  '0',
  '99999',
  'i',
  'e',
  'sipho',
  'CAPE',
  '% b',
  'o_',
  'Nkosi',
  'cape n',
  'zz',
)
const rarely = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
/** Some ids, as in a URL; mostly undefined for all. */
const some = (max: number, find: (nth: number) => number | undefined) =>
  rarely(fc.uniqueArray(fc.nat({ max }), { minLength: 1, maxLength: 3 })).map((nths) => nths?.map(find).join(','))
const search = fc.record({
  q: fc.oneof({ weight: 1, arbitrary: fc.constant('') }, { weight: 3, arbitrary: typed }),
  small: fc.boolean(),
  refunds: rarely(fc.constant(true)),
  payment_method: rarely(fc.constantFrom('card', 'Cash ', 'unknown', 'gold')),
  sites: some(2, (nth) => sites[nth]),
  employees: some(4, (nth) => employees[nth]),
  from: day,
  to: day,
  sort: fc.constantFrom('saledate' as const, 'employee' as const, 'site' as const, 'finalamount' as const),
  dir: fc.constantFrom('asc' as const, 'desc' as const),
})
type Search = typeof search extends fc.Arbitrary<infer Value> ? Value : never

const ORDERS = {
  saledate: (dir: string) => `saledate ${dir}, saleid ${dir}`,
  finalamount: (dir: string) => `finalamount ${dir}, saleid ${dir}`,
  employee: (dir: string) => `firstname ${dir}, lastname ${dir}, employeeid ${dir}, saledate desc, saleid desc`,
  site: (dir: string) => `sitename ${dir}, siteid ${dir}, saledate desc, saleid desc`,
}

type Raw = { saleid: number; finalamount: number; day: string }

/** The sales of a search in their order, by plain SQL. */
const rawSales = ({ q, small, refunds, payment_method, from, to, sort, dir, ...places }: Search) =>
  ask<Raw>(
    `select saleid, finalamount, to_char(saledate at time zone 'Africa/Johannesburg', 'YYYY-MM-DD') as day
       from sales join site using (businessid, siteid) join (select businessid, employeeid, firstname, lastname from employee) e using (businessid, employeeid)
      where businessid = $1
        and (saledate at time zone 'Africa/Johannesburg')::date between least($2::date, $3) and greatest($2::date, $3)
        and ($4 = '' or case when $4 ~* '^(sale )?#?[0-9]+$' then saleid::text = regexp_replace($4, '\\D', '', 'g') or reference = $4
                             else position(lower($4) in lower(sitename)) > 0 or position(lower($4) in lower(firstname || ' ' || lastname)) > 0 end)
        and (not $5 or finalamount < 100)
        and (not $6 or finalamount < 0)
        and ($7 = '' or $7 = case when trim(payment_method) <> '' then lower(trim(payment_method)) else 'unknown' end)
        and ($8::bigint[] is null or siteid = any($8))
        and ($9::bigint[] is null or employeeid = any($9))
      order by ${ORDERS[sort](dir)}`,
    [
      ...[thandi.businessid, from, to, q, small, refunds === true, payment_method?.trim().toLowerCase() ?? ''],
      ...[places.sites?.split(','), places.employees?.split(',')],
    ],
  )

const cents = (rows: { finalamount: number }[]) => rows.reduce((sum, { finalamount }) => sum + Math.round(finalamount * 100), 0)

test('sales: list, cards, charts and export equal each other and plain SQL over the rows (7.3.4, 9.19)', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(search, fc.double({ min: 0, max: 1, noNaN: true }), async (asked, depth) => {
      const { sort, dir, ...filter } = asked
      const { from, to } = filter
      const raw = await rawSales(asked)
      const figures = await thandi.api.sales.figures({ ...filter, compare: 'year' })
      if (!figures.compared) throw new Error('a comparison has an earlier range')
      const earlier = await rawSales({ ...asked, from: figures.compared.from, to: figures.compared.to })
      expect([figures.compared.orders, Math.round(figures.compared.revenue * 100)]).toEqual([earlier.length, cents(earlier)])
      expect(figures.orders).toBe(raw.length)
      expect(Math.round(figures.revenue * 100)).toBe(cents(raw))
      expect(Math.abs(figures.average - (raw.length && cents(raw) / raw.length / 100))).toBeLessThanOrEqual(0.005000001)
      expect(figures.daily.map(({ day }) => day)).toEqual(listDays(from, to))
      for (const { day, orders, revenue } of figures.daily) {
        const ofDay = raw.filter((sale) => sale.day === day)
        expect([day, orders, Math.round(revenue * 100)]).toEqual([day, ofDay.length, cents(ofDay)])
      }

      const pages = Math.max(1, Math.ceil(raw.length / SALES_PER_PAGE))
      for (const page of new Set([1, 1 + Math.floor(depth * (pages - 1)), pages, pages + 7])) {
        const shown = await thandi.api.sales.list({ ...filter, sort, dir, page })
        const start = (Math.min(page, pages) - 1) * SALES_PER_PAGE
        expect(shown).toMatchObject({ page: Math.min(page, pages), pages, results: raw.length })
        expect(shown.rows.map(({ saleid }) => saleid)).toEqual(
          raw.slice(start, start + SALES_PER_PAGE).map(({ saleid }) => saleid),
        )
      }

      const parameters = Object.entries({ ...filter, sort, dir }).filter(([, value]) => value !== undefined)
      const answer = await thandi.fetch(
        `/api/v1/sales.csv?${new URLSearchParams(Object.fromEntries(parameters.map(([name, value]) => [name, String(value)])))}`,
      )
      expect(answer.headers.get('x-total-rows')).toBe(String(raw.length))
      const file: Record<string, string>[] = parse(await answer.text(), { bom: true, columns: true })
      expect(file.map((row) => Number(row['Sale ID']))).toEqual(raw.map(({ saleid }) => saleid))
      expect(cents(file.map((row) => ({ finalamount: Number(row['Amount']) })))).toBe(cents(raw))
      expect(file.map((row) => row['Sale date/time']?.slice(0, 10))).toEqual(raw.map((sale) => sale.day))
    }),
    { numRuns: 45 },
  )
})

function listDays(first: string, second: string) {
  const [from, to] = [first, second].sort() as [string, string]
  const count = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  return Array.from({ length: count }, (_, nth) => new Date(Date.parse(from) + nth * 86_400_000).toISOString().slice(0, 10))
}
