import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { FIGURES, findChange, findDifference, type Sums } from '../../../contract/figures.ts'
import { type Report, ReportInput, type ReportRow } from '../../../contract/reports.ts'
import { COMPARISONS, Period } from '../../../contract/search/filters.ts'
import {
  COLUMNS,
  chooseOrder,
  DIMENSIONS,
  isByTime,
  isOfLines,
  readsEverySale,
  UNKNOWN_PRODUCTS,
} from '../../../contract/search/reports.ts'
import { SALES_PER_PAGE, STANDARD_VAT_PERCENT } from '../../../contract/shared/constants.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import type { VatRate } from '../../../contract/shared/vat-rate.ts'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createBusiness } from '../../../db/testing/create-business.ts'
import { createTillKey } from '../../../db/testing/create-till-key.ts'
import { addDays, countDays } from '../../shared/buckets.ts'
import { findRollUp } from '../../shared/figures/roll-ups.ts'
import { createClient, createTillClient } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { findAgreement, findReport } from './queries.ts'

// Every report, of any dimension, filters, range and comparison, equals sums over the sales and their lines.

const server = await testServer()
afterAll(server.close)
const scopes = createTenantScopes(server.store.pool)
const ask = async <Row>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.ownerPool.query(statement, values)).rows

const DAYS = 100
const METHODS = [null, '', 'Cash', ' cash', 'card', 'EFT']
const CATEGORIES = ['', 'Bread', 'Milk & eggs']
const SUPPLIERS = ['', 'Karoo Mill']

type Shop = Awaited<ReturnType<typeof createShop>>

/** A business with three sites, four employees and twelve products. */
async function createShop(timezone: string) {
  const { businessid, user_id, email, password } = await createBusiness(server.ownerPool, { timezone })
  const owner = createClient(server)
  server.secrets.add(password)
  await owner.api.session.signIn({ email, password })
  const ids = async (statement: string) => (await ask<{ id: number }>(statement, [businessid])).map(({ id }) => id)
  await ask(`insert into site (businessid, sitename, location) values ($1, 'Cape Town', 'x'), ($1, 'Rosebank', 'x')`, [
    businessid,
  ])
  const sites = await ids('select siteid as id from site where businessid = $1 order by 1')
  const employees = await ids(
    `insert into employee (businessid, firstname, lastname) values ($1, 'Sipho', 'Dube'), ($1, 'Anna', 'Botha'), ($1, 'Cape', 'Nkosi')
     returning employeeid as id`,
  )
  const tills = []
  for (const siteid of sites) {
    const productids = (
      await ask<{ id: number }>(
        `insert into product (businessid, siteid, productname, category, supplier, price, purchaseprice, vat_code, stock)
         select $1, $2, 'Product ' || n, ($3::text[])[1 + n % 3], ($4::text[])[1 + n % 2], n * 7.35,
                case n when 2 then 0 else n * 4.11 end, case n % 3 when 0 then 'zero' when 1 then 'standard' else 'exempt' end, 100
           from generate_series(1, 4) n returning productid as id`,
        [businessid, siteid, CATEGORIES, SUPPLIERS],
      )
    ).map(({ id }) => id)
    const key = await createTillKey(server.ownerPool, { businessid, siteid })
    server.secrets.add(key)
    tills.push({ productids, ...createTillClient(server, key) })
  }
  return { businessid, user_id, owner, timezone, sites, employees, tills }
}

const line = fc.record({
  /** The last one is a barcode that no product has. */
  product: fc.nat({ max: 4 }),
  vat_rate: fc.constantFrom(undefined, undefined, 15, 0, 'exempt' as const),
  quantity: fc.integer({ min: -2000, max: 9000 }).map((n) => n / 1000),
  price: fc.nat({ max: 9999 }).map((n) => n / 100),
})
const sale = fc.record({
  till: fc.nat({ max: 2 }),
  employee: fc.nat({ max: 2 }),
  ago: fc.integer({ min: 0, max: DAYS * 24 * 60 }),
  payment_method: fc.constantFrom(...METHODS),
  lines: fc.array(line, { maxLength: 4 }),
  /** The amount as the lines add up, with a discount, or of its own. */
  finalamount: fc.option(
    fc.integer({ min: -9999, max: 99_999 }).map((n) => n / 100),
    { nil: undefined },
  ),
})

async function sell({ tills, employees }: Shop, prefix: string, seed: number) {
  const sales = fc.sample(sale, { numRuns: 400, seed })
  for (const [nth, { productids, push }] of tills.entries()) {
    const { status, body } = await push(
      sales
        .map(({ till, employee, ago, lines, finalamount, payment_method }, index) => ({
          till,
          sent: {
            reference: `${prefix} ${index}`,
            saledate: new Date(Date.now() - ago * 60_000).toISOString(),
            employeeid: employees[employee],
            ...(payment_method !== null && { payment_method }),
            // A till takes no positive amount for goods that only come back.
            finalamount:
              finalamount !== undefined && lines.length > 0 && lines.every(({ quantity }) => quantity < 0)
                ? -Math.abs(finalamount)
                : (finalamount ?? (lines.length === 0 ? 5 : undefined)),
            items: lines.map(({ product, quantity, price, vat_rate }) => ({
              ...(productids[product] ? { productid: productids[product] } : { barcode: 'unknown' }),
              ...{ quantity, price, ...(vat_rate !== undefined && { vat_rate }) },
            })),
          },
        }))
        .filter(({ till }) => till === nth)
        .map(({ sent }) => sent),
    )
    expect(status).toBe(200)
    expect(new Set(body.sales.map((answer: { status: string }) => answer.status))).toEqual(new Set(['created']))
  }
}

/** Sales, then changes of products, later sales and deleted ones. */
async function createSoldShop(timezone: string) {
  const shop = await createShop(timezone)
  // Long before all ranges, so that each is compared.
  await ask(`insert into sales (businessid, siteid, employeeid, saledate, finalamount) values ($1, $2, $3, '2020-01-01', 1)`, [
    shop.businessid,
    shop.sites[0],
    shop.employees[0],
  ])
  await sell(shop, 'first', 13)
  await ask(
    `update product set price = 1, purchaseprice = 1, vat_code = 'zero', category = $2, supplier = '' where businessid = $1 and productid % 5 = 0`,
    [shop.businessid, CATEGORIES[1]],
  )
  await sell(shop, 'later', 14)
  await ask('delete from sales where businessid = $1 and saleid % 11 = 0', [shop.businessid])
  await ask(`update sales set saledate = saledate - interval '1 day', siteid = $2 where businessid = $1 and saleid % 13 = 0`, [
    shop.businessid,
    shop.sites[0],
  ])
  return shop
}
const shops = [await createSoldShop('Africa/Johannesburg'), await createSoldShop('America/New_York')]

/** A sale, or a line of one, or what a sale has beside its lines. Amounts in cents, `units` in thousandths. */
type Entry = {
  saleid: number
  saledate: Date
  day: string
  hour: number
  weekday: number
  siteid: number
  employeeid: number
  payment_method: string
  productid: number | null
  category: string | null
  supplier: string | null
  vat_rate: VatRate
  amount: number
  vat: number
  cost: number
  costed_net: number
  units: number
}

/** The VAT that an amount in cents includes, rounded to cents, half away from zero. */
const includedVatCents = (amount_cents: number, rate: VatRate) =>
  rate === 'exempt' ? 0 : Math.sign(amount_cents) * Math.round((Math.abs(amount_cents) * rate) / (100 + rate))

async function readEntries({ businessid, timezone }: Shop) {
  const sales = await ask<Entry & { finalamount: number; items: (Omit<Entry, 'cost'> & { cost: number | null })[] }>(
    `select saleid, saledate, to_char(saledate at time zone $2, 'YYYY-MM-DD') as day, extract(hour from saledate at time zone $2)::int as hour,
            extract(isodow from saledate at time zone $2)::int as weekday, siteid, employeeid,
            coalesce(nullif(lower(btrim(payment_method)), ''), 'unknown') as payment_method, (finalamount * 100)::int as finalamount,
            coalesce((select json_agg(item) from (
              select productid, case when is_unknown then '${UNKNOWN_PRODUCTS}' else category end as category,
                     case when is_unknown then '${UNKNOWN_PRODUCTS}' else supplier end as supplier, vat_rate_json(i.vat_rate) as vat_rate,
                     ((round(quantity * i.price, 2) + adjustment) * 100)::int as amount,
                     (round(quantity * i.purchaseprice, 2) * 100)::int as cost, (quantity * 1000)::int as units
                from saleitems i join product p using (businessid, productid) where i.businessid = $1 and i.saleid = s.saleid) item), '[]') as items
       from sales s where businessid = $1`,
    [businessid, timezone],
  )
  const lines = sales.flatMap(({ items, finalamount, ...sale }): Entry[] => {
    const sold = items.map((item): Entry => {
      const vat = includedVatCents(item.amount, item.vat_rate)
      return { ...sale, ...item, vat, cost: item.cost ?? 0, costed_net: item.cost === null ? 0 : item.amount - vat }
    })
    const rest = finalamount - sold.reduce((sum, { amount }) => sum + amount, 0)
    const none = {
      productid: null,
      category: null,
      supplier: null,
      vat_rate: STANDARD_VAT_PERCENT,
      cost: 0,
      costed_net: 0,
      units: 0,
    }
    return rest === 0 ? sold : [...sold, { ...sale, ...none, amount: rest, vat: includedVatCents(rest, none.vat_rate) }]
  })
  const whole = sales.map(({ items: _, finalamount, ...sale }): Entry => {
    const own = lines.filter(({ saleid }) => saleid === sale.saleid)
    const add = (column: 'vat' | 'cost' | 'costed_net' | 'units') => own.reduce((sum, entry) => sum + entry[column], 0)
    return {
      ...sale,
      amount: finalamount,
      vat: add('vat'),
      cost: add('cost'),
      costed_net: add('costed_net'),
      units: add('units'),
    }
  })
  return { lines, sales: whole }
}
const entries = [await readEntries(shops[0] as Shop), await readEntries(shops[1] as Shop)]

type Search = ReturnType<typeof ReportInput.parse>

const KEYS: Record<Search['by'], (entry: Entry, shift: number) => string | number | null> = {
  day: ({ day }, shift) => addDays(day, shift),
  week: ({ day }, shift) => {
    const moved = addDays(day, shift)
    return addDays(moved, -((new Date(moved).getUTCDay() + 6) % 7))
  },
  month: ({ day }, shift) => addDays(day, shift).slice(0, 7),
  hour: ({ hour }) => hour,
  weekday: ({ weekday }) => weekday,
  weekday_hour: ({ weekday, hour }) => `${weekday} ${hour}`,
  site: ({ siteid }) => siteid,
  employee: ({ employeeid }) => employeeid,
  payment_method: ({ payment_method }) => payment_method,
  product: ({ productid }) => productid,
  category: ({ category }) => category,
  supplier: ({ supplier }) => supplier,
  vat_rate: ({ day, vat_rate }, shift) => `${addDays(day, shift).slice(0, 7)} ${vat_rate}`,
}

const isChosen = <Value>(chosen: Value[], value: Value | null) =>
  chosen.length === 0 || (value !== null && chosen.includes(value))

/** The entries of a search in a range that may end within its last day. */
const findEntries = (nth: number, search: Search, { from, to, until }: { from: string; to: string; until: Date | null }) => {
  const all = entries[nth] as (typeof entries)[number]
  return (isOfLines(search) ? all.lines : all.sales).filter(
    (entry) =>
      entry.day >= from &&
      entry.day <= to &&
      (until === null || entry.saledate < until) &&
      isChosen(search.sites, entry.siteid) &&
      isChosen(search.employees, entry.employeeid) &&
      isChosen(search.payment_methods, entry.payment_method) &&
      (!isOfLines(search) ||
        (isChosen(search.products, entry.productid) &&
          isChosen(search.categories, entry.category) &&
          isChosen(search.suppliers, entry.supplier) &&
          isChosen(search.vat_rates, entry.vat_rate))),
  )
}

function sum(found: Entry[], search: Search): Sums {
  const add = (column: 'amount' | 'vat' | 'cost' | 'costed_net' | 'units') =>
    found.reduce((total, entry) => total + entry[column], 0)
  const refunds = found.filter(({ amount }) => amount < 0)
  return {
    revenue: add('amount') / 100,
    orders: isOfLines(search) ? null : found.length,
    refunds: refunds.length,
    refunded: refunds.reduce((total, { amount }) => total + amount, 0) / 100,
    units: add('units') / 1000,
    vat: add('vat') / 100,
    cost: add('cost') / 100,
    costed_net: add('costed_net') / 100,
  }
}

/** Sales that have nothing outside their lines count too, where a report of lines has no row for them. */
const countSales = (nth: number, search: Search, range: Parameters<typeof findEntries>[2]) =>
  new Set(
    findEntries(nth, isOfLines({ ...search, by: 'day' }) ? search : { ...search, by: 'day' }, range).map(({ saleid }) => saleid),
  ).size

const groupEntries = (found: Entry[], by: Search['by'], shift = 0) =>
  Map.groupBy(found, (entry) => {
    const key = KEYS[by](entry, shift)
    return key === null ? null : String(key)
  })

const noSums = (search: Search) => sum([], search)

async function readAllRows(nth: number, search: Search) {
  const read = (page: number) => scopes.asTenant((shops[nth] as Shop).user_id, (scope) => findReport(scope, { ...search, page }))
  const first = await read(1)
  const rows = [...first.rows]
  for (let page = 2; page <= first.pages; page++) rows.push(...(await read(page)).rows)
  return { ...first, rows }
}

const today = new Date().toISOString().slice(0, 10)
const day = fc.integer({ min: -3, max: DAYS + 3 }).map((ago) => addDays(today, -ago))
const some = <Value>(values: Value[]) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray(values, { minLength: 1 }) })
const searches = fc.nat({ max: 1 }).chain((nth) =>
  fc.record({
    nth: fc.constant(nth),
    search: fc
      .record({
        by: fc.constantFrom(...DIMENSIONS),
        compare: fc.constantFrom(...COMPARISONS),
        period: fc.option(fc.constantFrom(...Period.options), { nil: undefined }),
        from: day,
        to: fc.oneof(day, fc.constant(today)),
        sites: some(shops[nth]?.sites ?? []),
        employees: some(shops[nth]?.employees ?? []),
        payment_methods: some(['cash', 'card', 'unknown', 'gold']),
        products: some(shops[nth]?.tills.flatMap(({ productids }) => productids) ?? []),
        categories: some(CATEGORIES),
        suppliers: some(SUPPLIERS),
        vat_rates: some<VatRate>([0, 7, 15, 'exempt']),
        columns: fc.option(fc.subarray([...COLUMNS], { minLength: 1 }), { nil: undefined }),
        sort: fc.option(fc.constantFrom('name' as const, ...COLUMNS), { nil: undefined }),
        dir: fc.option(fc.constantFrom('asc' as const, 'desc' as const), { nil: undefined }),
      })
      .map((search) => ReportInput.parse(search)),
  }),
)

test('reports: the rows, the totals and the comparison equal sums over the sales and their lines', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(searches, async ({ nth, search }) => {
      const report = await readAllRows(nth, search)
      const range = { ...search, until: null }
      const found = findEntries(nth, search, range)
      const groups = groupEntries(found, search.by)
      const shown = new Map(report.rows.map((row) => [row.key, row.sums]))
      expect(shown.size).toBe(report.results)
      for (const [key, group] of groups) expect([key, shown.get(key)]).toEqual([key, sum(group, search)])
      for (const [key, sums] of shown) if (!groups.has(key)) expect(sums).toEqual(noSums(search))
      if (!isByTime(search.by) || search.by === 'vat_rate') {
        const earlier = report.compared_range ? findEarlierGroups(nth, search, report.compared_range) : new Map()
        expect(new Set(shown.keys())).toEqual(new Set([...groups.keys(), ...earlier.keys()]))
      }
      expect(report.total).toEqual(sum(found, search))
      expectComparison(nth, search, report)
      expectOrder(search, report.rows)
      const agreement = await scopes.asTenant((shops[nth] as Shop).user_id, (scope) => findAgreement(scope, search))
      expect(agreement).toEqual({ sales: countSales(nth, search, range), difference: 0 })
      expect(readsEverySale(search)).toBe(findRollUp({ ...search, timezone: '' }) === undefined)
    }),
    { numRuns: 150 },
  )
})

/** Of the earlier range, in the dates of the range. */
function findEarlierGroups(nth: number, search: Search, range: NonNullable<Report['compared_range']>) {
  const shift = countDays({ from: range.from, to: search.from }) - 1
  return groupEntries(findEntries(nth, search, range), search.by, shift)
}

function expectComparison(nth: number, search: Search, { compared_range, compared_total, total, rows }: Report) {
  if (compared_range === null) return expect([search.compare, compared_total]).toEqual(['off', null])
  const found = findEntries(nth, search, compared_range)
  const groups = findEarlierGroups(nth, search, compared_range)
  for (const { key, compared } of rows) {
    const group = groups.get(key)
    if (group || compared) expect([key, compared]).toEqual([key, sum(group ?? [], search)])
  }
  const differences = rows.map(({ sums, compared }) => findDifference(sums.revenue, compared?.revenue ?? 0))
  expect(sumRand(differences)).toBe(findDifference(total.revenue, compared_total?.revenue ?? 0))
  expect(compared_total).toEqual(sum(found, search))
}

/** The value that the row is sorted by; nothing to compare comes last. */
function expectOrder(search: Search, rows: ReportRow[]) {
  const { sort, dir } = chooseOrder(search)
  if (sort === 'name') return
  const values = rows.map(({ sums, compared }) => {
    if (sort === 'difference') return findDifference(sums.revenue, compared?.revenue ?? 0)
    if (sort === 'change') return findChange(sums.revenue, compared?.revenue ?? null)
    return sort === 'share' ? sums.revenue : FIGURES[sort](sums)
  })
  const sorted = values.toSorted((a, b) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return dir === 'asc' ? a - b : b - a
  })
  expect(values).toEqual(sorted)
}

test('reports: the sales screen has the sales of a report for the same filters', { timeout: 300_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(searches, async ({ nth, search }) => {
      const { owner } = shops[nth] as Shop
      const { from, to, sites, employees, products, categories, suppliers, vat_rates } = search
      const [payment_method = ''] = search.payment_methods
      const filter = { from, to, sites, employees, products, categories, suppliers, vat_rates, payment_method }
      const ofOneMethod = { ...search, payment_methods: search.payment_methods.slice(0, 1) }
      const count = countSales(nth, ofOneMethod, { ...search, until: null })
      expect(await owner.api.sales.figures(filter)).toMatchObject({ orders: count })
      for (const sort of ['saledate', 'finalamount', 'site'] as const)
        expect(await owner.api.sales.list({ ...filter, sort })).toMatchObject({
          results: count,
          rows: { length: Math.min(count, SALES_PER_PAGE) },
        })
    }),
    { numRuns: 15 },
  )
})

test('reports: the CSV file has the rows of the report, and dashboard and sales screen the same days', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(searches, async ({ nth, search }) => {
      const { owner } = shops[nth] as Shop
      const { rows } = await readAllRows(nth, search)
      const file: Record<string, string>[] = parse(await (await owner.fetch(`/api/v1/reports.csv?${toUrl(search)}`)).text(), {
        bom: true,
        columns: true,
      })
      expect(file.map((row) => row['Sales incl. VAT'])).toEqual(rows.map(({ sums }) => sums.revenue.toFixed(2)))
      expect(file.map((row) => row['VAT'])).toEqual(rows.map(({ sums }) => sums.vat.toFixed(2)))

      const { from, to } = search
      const days = await readAllRows(nth, ReportInput.parse({ by: 'day', from, to }))
      const expected = days.rows.map(({ key, sums }) => ({ day: key, revenue: sums.revenue, orders: sums.orders }))
      for (const { daily } of [await owner.api.dashboard.figures({ from, to }), await owner.api.sales.figures({ from, to })])
        expect(daily).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

/** The search as a script writes it: texts are repeated. */
function toUrl({ page: _, columns: __, categories, suppliers, payment_methods, ...search }: Search) {
  const parameters = new URLSearchParams()
  for (const [name, values] of Object.entries({ categories, suppliers, payment_methods }))
    for (const value of values) parameters.append(name, value)
  for (const [name, value] of Object.entries({ ...search, columns: 'revenue,vat' }))
    if (value !== undefined) parameters.append(name, String(value))
  return parameters
}
