import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { SaleReportInput, type SaleReportRow, type SaleReportSums } from '../../../contract/sale-reports.ts'
import { COMPARISONS } from '../../../contract/search/filters.ts'
import { chooseGroup, chooseSaleOrder, NO_NAME, WHOLE_SALE } from '../../../contract/search/sale-report-rows.ts'
import {
  SALE_REPORT_COLUMNS,
  SALE_REPORT_GROUPS,
  SALE_REPORTS,
  type SaleReportKind,
} from '../../../contract/search/sale-reports.ts'
import { multiplyAndDivide, multiplyPrice, toPriceCents } from '../../../contract/shared/decimal.ts'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createBusiness } from '../../../db/testing/create-business.ts'
import { createTillKey } from '../../../db/testing/create-till-key.ts'
import { addDays, countDays } from '../../shared/buckets.ts'
import { createClient, createTillClient } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { findSaleReport } from './queries.ts'

// Each report equals sums over what tills have sent, in whole cents.

const server = await testServer()
afterAll(server.close)
const scopes = createTenantScopes(server.store.pool)
const ask = async <Row>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await server.ownerPool.query(statement, values)).rows

const TIMEZONE = 'America/New_York'
const DAYS = 60
const CARDS = [undefined, 'G-1', 'G-2', 'g - 2', 'G-9']
const REASONS = [undefined, '', 'Loyalty', ' loyalty', 'LOYALTY', 'Damaged box']
const CHARGES = ['Delivery', 'delivery ', 'DELIVERY', 'Gift  wrap', 'Gift wrap']

const cents = (min: number, max: number) => fc.integer({ min, max })
const line = fc.record({
  isCharge: fc.boolean(),
  productname: fc.constantFrom(...CHARGES),
  quantity: cents(-2000, 5000),
  /** In hundredths of a cent. */
  price: fc.oneof(
    cents(0, 9999).map((price) => price * 100),
    cents(0, 999_999),
  ),
  discount: fc.oneof(fc.constant(0), cents(0, 900)),
  discount_reason: fc.constantFrom(...REASONS),
  vat_rate: fc.constantFrom(0, 15, 'exempt' as const),
})
const part = fc.record({ amount: cents(-2000, 9000), number: fc.constantFrom(...CARDS) })
const sale = fc.record({
  till: fc.nat({ max: 1 }),
  employee: fc.nat({ max: 2 }),
  ago: fc.integer({ min: 0, max: DAYS * 24 * 60 }),
  lines: fc.array(line, { maxLength: 4 }),
  /** What the amount differs from the lines, or the amount without lines. */
  difference: fc.oneof(fc.constant(0), cents(-1500, -1), cents(1, 300)),
  extras: fc.array(
    fc.record({
      kind: fc.constantFrom('tip', 'gift_card', 'deposit', 'rounding'),
      ...{ amount: cents(-99, 9000), number: fc.constantFrom(...CARDS) },
    }),
    {
      maxLength: 3,
    },
  ),
  payments: fc.array(fc.record({ method: fc.constantFrom('Cash', 'card', 'Gift Card', ' gift card'), part }), { maxLength: 3 }),
  method: fc.constantFrom('Cash', 'card', 'gift card', ''),
  isRefund: fc.boolean(),
  refunded: fc.nat({ max: 400 }),
})
type Generated = typeof sale extends fc.Arbitrary<infer Value> ? Value : never

const owner = createClient(server)
const { businessid, user_id, email, password } = await createBusiness(server.ownerPool, { timezone: TIMEZONE })
server.secrets.add(password)
await owner.api.session.signIn({ email, password })
await ask(`insert into site (businessid, sitename, location) values ($1, 'Rosebank', 'x')`, [businessid])
const sites = (await ask<{ siteid: number }>('select siteid from site where businessid = $1 order by 1', [businessid])).map(
  ({ siteid }) => siteid,
)
const people = (
  await ask<{ employeeid: number }>(
    `insert into employee (businessid, firstname, lastname) values ($1, 'Sipho', 'Dube'), ($1, 'Anna', 'Botha') returning employeeid`,
    [businessid],
  )
).map(({ employeeid }) => employeeid)
// Long before all ranges, so that each is compared.
await ask(`insert into sales (businessid, siteid, employeeid, saledate, finalamount) values ($1, $2, $3, '2020-01-01', 0)`, [
  businessid,
  sites[0],
  people[0],
])

const sum = <Item>(items: Item[], value: (item: Item) => number) => items.reduce((total, item) => total + value(item), 0)
const round = (amount: number, part: number, whole: number) => (whole === 0 ? amount : multiplyAndDivide(amount, part, whole))
const includedVat = (amount: number, rate: number | 'exempt') =>
  rate === 'exempt' ? 0 : multiplyAndDivide(amount, rate, 100 + rate)
const toKey = (name: string | undefined) => (name ?? '').toLowerCase().replace(/\s/g, '') || NO_NAME

/** The amounts of a sale as a person adds them up, in cents. */
function addUp({ lines, difference, extras, payments, method, isRefund }: Generated) {
  const own = lines.map(({ quantity, price, discount }) => {
    const gross = multiplyPrice(toPriceCents(price / 10_000), quantity / 1000)
    const off = Math.sign(quantity) * Math.min(discount, Math.abs(gross))
    return { gross, off, amount: gross - off }
  })
  const ofLines = sum(own, ({ amount }) => amount)
  // A till takes no positive amount for goods that only come back.
  const isReturn = lines.length > 0 && lines.every(({ quantity }) => quantity < 0)
  const wanted = ofLines + difference
  const amount = (isReturn && wanted > 0) || (lines.length === 0 && isRefund && wanted > 0) ? -wanted : wanted
  const rounded = extras.map(({ kind, amount: extra, number }) => ({
    ...{ kind, amount: kind === 'rounding' ? extra % 100 : extra, number: kind === 'gift_card' ? number : undefined },
  }))
  const due = amount + sum(rounded, (extra) => extra.amount)
  const paid = payments.map(({ method, part }) => ({ method, ...part, number: /gift/i.test(method) ? part.number : undefined }))
  // The last payment has the rest.
  const last = paid.at(-1)
  if (last) last.amount = due - sum(paid.slice(0, -1), (payment) => payment.amount)
  const all = paid.length > 0 ? paid : [{ method, amount: due, number: undefined }]
  const main = all.reduce((found, payment) => (Math.abs(payment.amount) > Math.abs(found.amount) ? payment : found))
  const weights = own.map((line) => Math.abs(line.amount))
  const whole = sum(weights, (weight) => weight)
  const spread = (count: number) =>
    count === 0
      ? 0
      : round(
          amount - ofLines,
          sum(weights.slice(0, count), (weight) => weight),
          whole,
        )
  return {
    ...{ amount, ofLines, extras: rounded, payments: all, isSplit: paid.length > 0 },
    method: main.method.trim().toLowerCase() || 'unknown',
    lines: lines.map((line, index) => ({
      ...line,
      ...own[index],
      total: (own[index]?.amount ?? 0) + spread(index + 1) - spread(index),
    })),
  }
}

const generated = fc.sample(sale, { numRuns: 500, seed: 7 })
const now = Date.now()
const toDay = (instant: number) => new Date(instant).toLocaleDateString('en-CA', { timeZone: TIMEZONE })
const sent = generated.map((one, index) => {
  const sums = addUp(one)
  return {
    ...sums,
    reference: `T${index}`,
    // Also of sales that nobody has sent.
    refund_of: sums.amount < 0 && one.isRefund ? `T${one.refunded * 2}` : undefined,
    saledate: new Date(now - one.ago * 60_000),
    day: toDay(now - one.ago * 60_000),
    till: one.till,
    siteid: sites[one.till] as number,
    employeeid: people[one.employee],
  }
})

const products = await Promise.all(
  sites.map(async (siteid) => {
    const [product] = await ask<{ productid: number }>(
      `insert into product (businessid, siteid, productname, price, stock) values ($1, $2, 'Bread', 5, 0) returning productid`,
      [businessid, siteid],
    )
    return product?.productid
  }),
)

const saleids = new Map<string, number>()
for (const [till, siteid] of sites.entries()) {
  const key = await createTillKey(server.ownerPool, { businessid, siteid })
  server.secrets.add(key)
  const batch = sent.filter((one) => one.till === till)
  const { body } = await createTillClient(server, key).push(
    batch.map(({ reference, refund_of, saledate, employeeid, amount, extras, payments, isSplit, lines }) => ({
      ...{ reference, refund_of, saledate: saledate.toISOString(), employeeid, finalamount: amount / 100 },
      ...(isSplit
        ? { payments: payments.map((payment) => ({ ...payment, amount: payment.amount / 100 })) }
        : { payment_method: payments[0]?.method }),
      extras: extras.map((extra) => ({ ...extra, amount: extra.amount / 100 })),
      items: lines.map(({ isCharge, productname, quantity, price, off = 0, discount_reason, vat_rate }) => ({
        ...(isCharge ? { kind: 'charge', productname } : { productid: products[till] }),
        ...{ quantity: quantity / 1000, price: price / 10_000, discount: off / 100, discount_reason, vat_rate },
      })),
    })),
  )
  for (const answer of body.sales) {
    expect(answer).toEqual({ reference: answer.reference, status: 'created', saleid: expect.any(Number) })
    saleids.set(answer.reference, answer.saleid)
  }
}
const tillEmployees = new Map(
  (
    await ask<{ siteid: number; till_employeeid: number }>('select siteid, till_employeeid from site where businessid = $1', [
      businessid,
    ])
  ).map((site) => [site.siteid, site.till_employeeid]),
)

type Sold = (typeof sent)[number]
type Entry = {
  sale: Sold
  key: string
  /** In cents, quantities in thousandths. */
  amount?: number
  used?: number
  above?: number
  vat?: number
  quantity?: number
}

const ENTRIES: Record<SaleReportKind, (sale: Sold) => Omit<Entry, 'sale'>[]> = {
  tips: ({ extras, method }) => extras.filter(({ kind }) => kind === 'tip').map(({ amount }) => ({ key: method, amount })),
  'gift-cards': ({ extras, payments }) => [
    ...extras.filter(({ kind }) => kind === 'gift_card').map(({ amount, number }) => ({ key: toKey(number), amount })),
    ...payments
      .filter(({ method }) => method.trim().toLowerCase() === 'gift card')
      .map(({ amount, number }) => ({ key: toKey(number), used: amount })),
  ],
  discounts: ({ lines, amount, ofLines }) => {
    const difference = amount - ofLines
    const isBelow = ofLines < 0 ? difference > 0 : difference < 0
    return [
      ...lines.filter(({ off }) => off).map(({ off = 0, discount_reason }) => ({ key: toKey(discount_reason), amount: off })),
      ...(lines.length > 0 && difference !== 0
        ? [{ key: WHOLE_SALE, ...(isBelow ? { amount: -difference } : { above: difference }) }]
        : []),
    ]
  },
  refunds: ({ amount }) => (amount < 0 ? [{ key: NO_NAME, amount }] : []),
  charges: ({ lines }) =>
    lines
      .filter(({ isCharge }) => isCharge)
      .map(({ productname, total, vat_rate, quantity }) => ({
        ...{ key: toKey(productname), amount: total, vat: includedVat(total, vat_rate), quantity },
      })),
}

const getEmployee = ({ employeeid, siteid }: Sold) => employeeid ?? tillEmployees.get(siteid)

type Search = SaleReportInput
type Range = { from: string; to: string; until: Date | null }

const isIn = (one: Sold, { from, to, until }: Range) =>
  one.day >= from && one.day <= to && (until === null || one.saledate < until)
const isBefore = (one: Sold, { to, until }: Range) => one.day <= to && (until === null || one.saledate < until)

const inPlaces = (search: Search) =>
  sent.filter(
    (one) =>
      (search.sites.length === 0 || search.sites.includes(one.siteid)) &&
      (search.kind === 'gift-cards' || search.employees.length === 0 || search.employees.includes(getEmployee(one) ?? 0)),
  )

const findEntries = (search: Search) =>
  inPlaces(search)
    .flatMap((one) => ENTRIES[search.kind](one).map((entry): Entry => ({ ...entry, sale: one })))
    .filter(({ key }) => search.name === undefined || key === search.name)

const groupOf = (search: Search, { sale: one, key }: Entry, shift: number) =>
  ({
    name: () => key,
    employee: () => String(getEmployee(one)),
    site: () => String(one.siteid),
    day: () => addDays(one.day, shift),
    sale: () => String(saleids.get(one.reference)),
  })[chooseGroup(search)]()

function addEntries(search: Search, entries: Entry[], range: Range, sold: Sold[]): SaleReportSums {
  const isEver = search.kind === 'gift-cards' && chooseGroup(search) === 'sale' && search.name !== undefined
  const inRange = entries.filter((entry) => (isEver ? isBefore(entry.sale, range) : isIn(entry.sale, range)))
  const add = (name: 'amount' | 'used' | 'above' | 'vat' | 'quantity', found = inRange) => sum(found, (entry) => entry[name] ?? 0)
  const counted = inRange.filter(({ amount, used, quantity }) => amount || used || quantity)
  const before = entries.filter((entry) => isBefore(entry.sale, range))
  const sums = { sales: new Set(counted.map((entry) => entry.sale)).size, amount: add('amount') / 100 }
  if (search.kind === 'gift-cards')
    return {
      ...{ ...sums, used: add('used') / 100, left: (add('amount', before) - add('used', before)) / 100 },
      loaded: add('amount', before) / 100,
    }
  if (search.kind === 'discounts')
    return {
      ...sums,
      above: add('above') / 100,
      revenue:
        sum(
          sold.filter((one) => isIn(one, range)),
          ({ amount }) => amount,
        ) / 100,
    }
  return search.kind === 'charges' ? { ...sums, quantity: add('quantity') / 1000, vat: add('vat') / 100 } : sums
}

/** The rows with something in the range. */
function addRows(search: Search, range: Range, shift = 0) {
  const all = inPlaces(search)
  const by = chooseGroup(search)
  const rows = [...Map.groupBy(findEntries(search), (entry) => groupOf(search, entry, shift))].map(([key, entries]) => {
    const sold =
      by === 'name' || search.kind !== 'discounts'
        ? all
        : all.filter((one) => groupOf(search, { sale: one, key: '' }, shift) === key)
    return [key, addEntries(search, entries, range, sold)] as const
  })
  return {
    rows: new Map(rows.filter(([, { sales, left = 0 }]) => sales > 0 || left !== 0)),
    total: addEntries(search, findEntries(search), range, all),
  }
}

async function readAllRows(search: Search) {
  const read = (page: number) => scopes.asTenant(user_id, (scope) => findSaleReport(scope, { ...search, page }))
  const first = await read(1)
  const rows = [...first.rows]
  for (let page = 2; page <= first.pages; page++) rows.push(...(await read(page)).rows)
  return { ...first, rows }
}

const today = toDay(now)
const day = fc.integer({ min: -2, max: DAYS + 3 }).map((ago) => addDays(today, -ago))
const some = <Value>(values: Value[]) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant<Value[]>([]) }, { weight: 1, arbitrary: fc.subarray(values, { minLength: 1 }) })
const searches = fc
  .record({
    kind: fc.constantFrom(...SALE_REPORTS),
    by: fc.option(fc.constantFrom(...SALE_REPORT_GROUPS), { nil: undefined }),
    name: fc.option(fc.constantFrom(NO_NAME, 'cash', 'g-2', 'loyalty', 'giftwrap', WHOLE_SALE), { nil: undefined, freq: 4 }),
    compare: fc.constantFrom(...COMPARISONS),
    from: day,
    to: fc.oneof(day, fc.constant(today)),
    sites: some(sites),
    employees: some(people),
    sort: fc.option(fc.constantFrom('name' as const, ...SALE_REPORT_COLUMNS), { nil: undefined }),
    dir: fc.option(fc.constantFrom('asc' as const, 'desc' as const), { nil: undefined }),
  })
  .map((search) => SaleReportInput.parse(search))

test('sale reports: the rows, the totals and the comparison equal what the tills have sent, to the cent', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(searches, async (search) => {
      const report = await readAllRows(search)
      const { rows, total } = addRows(search, { ...search, until: null })
      const shown = new Map(report.rows.map((row) => [row.key, row]))
      expect(shown.size).toBe(report.results)
      for (const [key, sums] of rows) expect([key, shown.get(key)?.sums]).toEqual([key, sums])
      expect(report.total).toEqual(total)
      expectOrder(search, report.rows)
      const range = report.compared_range
      const earlier = range && addRows(search, range, countDays({ from: range.from, to: search.from }) - 1)
      expect(report.compared_total).toEqual(earlier?.total ?? null)
      for (const [key, row] of shown) {
        const before = earlier?.rows.get(key)
        expect([key, row.compared]).toEqual([key, before && before.sales > 0 ? before : null])
        if (!rows.has(key)) expect([key, row.sums]).toMatchObject([key, { sales: 0, amount: 0 }])
      }
    }),
    { numRuns: 200 },
  )
})

/** The value that the row is sorted by. */
function expectOrder(search: Search, rows: SaleReportRow[]) {
  const { sort, dir } = chooseSaleOrder(search)
  if (sort === 'name') return
  const values = rows.map(({ sums }) => {
    if (sort !== 'share') return sums[sort] ?? null
    return sums.revenue ? sums.amount / sums.revenue : null
  })
  const sorted = values.toSorted((a, b) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return dir === 'asc' ? a - b : b - a
  })
  expect(values).toEqual(sorted)
}

test('sale reports: lines at their prices less discounts, and what is above them, are the sales with lines', async () => {
  await fc.assert(
    fc.asyncProperty(day, day, some(sites), async (from, to, chosen) => {
      const search = SaleReportInput.parse({ kind: 'discounts', from, to, sites: chosen, compare: 'off' })
      const { total } = await owner.api.saleReports.get(search)
      const sold = inPlaces(search).filter((one) => one.lines.length > 0 && isIn(one, { ...search, until: null }))
      const gross = sum(sold, ({ lines }) => sum(lines, (line) => line.gross ?? 0))
      const amount = sum(sold, (one) => one.amount)
      expect(gross - Math.round(total.amount * 100) + Math.round((total.above ?? 0) * 100)).toBe(amount)
    }),
    { numRuns: 25 },
  )
})

test('sale reports: charges are the row of charges of the report by product, and refunds those of the report by employee', async () => {
  await fc.assert(
    fc.asyncProperty(day, day, some(sites), async (from, to, chosen) => {
      const range = { from, to, sites: chosen, compare: 'off' as const }
      const charges = await owner.api.saleReports.get({ ...range, kind: 'charges' })
      const products = await owner.api.reports.get({ ...range, by: 'product', q: 'Charges' })
      const row = products.rows.find(({ key }) => key === '0')
      expect(charges.total).toMatchObject({ amount: row?.sums.revenue ?? 0, vat: row?.sums.vat ?? 0 })
      const refunds = await owner.api.saleReports.get({ ...range, kind: 'refunds' })
      const { total } = await owner.api.reports.get({ ...range, by: 'employee' })
      expect(refunds.total).toEqual({ sales: total.refunds, amount: total.refunded })
    }),
    { numRuns: 25 },
  )
})

test('sale reports: a refund has the sale that it gives back, and what all its refunds have given back', async () => {
  const from = addDays(today, -DAYS - 1)
  const { rows } = await readAllRows(SaleReportInput.parse({ kind: 'refunds', from, to: today }))
  const known = new Map(sent.map((one) => [one.reference, one]))
  expect(rows.length).toBe(sent.filter(({ amount }) => amount < 0).length)
  for (const { sale } of rows) {
    const { refund_of } = known.get(sale?.reference ?? '') ?? {}
    const given = known.get(refund_of ?? '')
    expect(sale).toMatchObject({
      refund_of: refund_of ?? null,
      refunded: given
        ? {
            ...{ saleid: saleids.get(given.reference), saledate: given.saledate, amount: given.amount / 100 },
            given_back:
              -sum(
                sent.filter((one) => one.amount < 0 && one.refund_of === refund_of),
                ({ amount }) => amount,
              ) / 100,
          }
        : null,
    })
  }
})

test('sale reports: the CSV file has the rows of the report', async () => {
  await fc.assert(
    fc.asyncProperty(searches, async (search) => {
      const { rows } = await readAllRows(search)
      const parameters = Object.entries(search).filter(([name, value]) => name !== 'page' && value !== undefined)
      const url = new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)]))
      const text = await (await owner.fetch(`/api/v1/reports/sales.csv?${url}`)).text()
      const file: Record<string, string>[] = parse(text, { bom: true, columns: true })
      const title = {
        tips: 'Tips',
        'gift-cards': 'Sold',
        discounts: 'Discounts',
        refunds: 'Refunded',
        charges: 'Charges incl. VAT',
      }
      expect(file.map((row) => row[title[search.kind]])).toEqual(rows.map(({ sums }) => sums.amount.toFixed(2)))
    }),
    { numRuns: 40 },
  )
})
