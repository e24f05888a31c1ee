import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { FIGURES, findKnownCostShare } from '../../../../contract/figures.ts'
import { ReportInput } from '../../../../contract/reports.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import { findMismatches } from '../../../../db/testing/find-mismatches.ts'
import { createOwner } from '../../../testing/clients.ts'
import { importSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'

// Random receipts are imported, and what the reports say of them equals plain arithmetic with whole cents.

const server = await testServer()
afterAll(server.close)

type Product = { name: string; code: 'standard' | 'zero' | 'exempt'; price: number; cost: number; is_free: boolean }
/** In the list of both branches. Amounts are cents; a cost of 0 is not known, unless the product is free. */
const PRODUCTS: Product[] = [
  { name: 'Bread', code: 'zero', price: 2000, cost: 1200, is_free: false },
  { name: 'Kettle', code: 'standard', price: 24_900, cost: 15_055, is_free: false },
  { name: 'Stamps', code: 'exempt', price: 550, cost: 0, is_free: false },
  { name: 'Leaflet', code: 'standard', price: 333, cost: 0, is_free: true },
]
const BRANCHES = ['Sandton', 'Branch B']
const RATES: VatRate[] = [15, 0, 'exempt']
const OWN_RATES = { standard: 15, zero: 0, exempt: 'exempt' } as const

/** How a file has VAT: a column of amounts in or beside the totals, a column of rates, or none. */
const vatKind = fc.constantFrom('none' as const, 'included' as const, 'on top' as const, 'rate' as const)
const line = fc.record({
  // The last two are not in the products.
  product: fc.constantFrom(...PRODUCTS.map(({ name }) => name), 'Whisky', 'Gift, "large"'),
  thousandths: fc.oneof(
    fc.integer({ min: 1, max: 4 }).map((units) => units * 1000),
    fc.integer({ min: 1, max: 2500 }),
  ),
  price: fc.integer({ min: 100, max: 50_000 }),
  rate: fc.constantFrom(...RATES),
})
const receipt = fc.record({
  branch: fc.nat({ max: 1 }),
  minute: fc.nat({ max: 20 * 24 * 60 }),
  isRefund: fc.boolean(),
  /** Of the whole receipt, in per cent. */
  discount: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 40 })),
  lines: fc.array(line, { minLength: 1, maxLength: 4 }),
})
type Receipt = typeof receipt extends fc.Arbitrary<infer R> ? R : never
type Kind = typeof vatKind extends fc.Arbitrary<infer K> ? K : never

/** The quotient of whole numbers, rounded half away from zero. */
function divide(dividend: number, divisor: number) {
  const [a, b] = [BigInt(dividend) * (divisor < 0 ? -1n : 1n), BigInt(Math.abs(divisor))]
  const rounded = ((a < 0n ? -a : a) * 2n + b) / (2n * b)
  return Number(a < 0n ? -rounded : rounded)
}
const write = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`
const included = (amount: number, rate: VatRate) => (rate === 'exempt' ? 0 : divide(amount * rate, 100 + rate))
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** A receipt with its amounts in cents, as a till computes them. */
function price({ lines, isRefund, discount, ...rest }: Receipt, kind: Kind) {
  const priced = lines.map((sold) => {
    const quantity = isRefund ? -sold.thousandths : sold.thousandths
    const plain = divide(quantity * sold.price, 1000)
    const added = kind === 'on top' && sold.rate !== 'exempt' ? divide(plain * sold.rate, 100) : 0
    const total = plain + added
    return { ...sold, quantity, plain, added, total, vat: kind === 'on top' ? added : included(total, sold.rate) }
  })
  const whole = sum(priced.map(({ total }) => total))
  return { ...rest, lines: priced, whole, paid: whole - divide(whole * discount, 100) }
}
type Priced = ReturnType<typeof price>

const COLUMNS = {
  none: [],
  included: ['vat'],
  'on top': ['addedtax'],
  rate: ['vat_rate'],
} as const

function writeFile(receipts: Priced[], kind: Kind, month: Date) {
  const rows = receipts.flatMap(({ lines, branch, minute, paid }, index) => {
    const date = new Date(month.getTime() + minute * 60_000).toISOString()
    return lines.map(({ product, quantity, price, plain, total, vat, rate }) =>
      [
        ...[`R${index}`, date.slice(0, 10), date.slice(11, 16), BRANCHES[branch], `"${product.replaceAll('"', '""')}"`],
        ...[quantity / 1000, write(price), write(kind === 'on top' ? plain : total), kind === 'on top' ? '' : write(paid)],
        ...(kind === 'rate' ? [rate] : kind === 'none' ? [] : [write(vat)]),
      ].join(','),
    )
  })
  const titles = [
    'Receipt',
    'Date',
    'Time',
    'Branch',
    'Product',
    'Qty',
    'Price',
    'Line total',
    'Total',
    ...(kind === 'none' ? [] : ['Tax']),
  ]
  return `${titles.join()}\n${rows.join('\n')}\n`
}

/** Revenue, VAT, cost and the revenue without VAT of known cost, in cents. */
function compute(receipts: Priced[], kind: Kind) {
  const lines = receipts.flatMap((sale) => {
    // A file whose totals leave the VAT out has no total of the receipt.
    const difference = kind === 'on top' ? 0 : sale.paid - sale.whole
    let weight = 0
    let given = 0
    return sale.lines.map((sold) => {
      weight += Math.abs(sold.total)
      const until = difference === 0 ? 0 : divide(difference * weight, sum(sale.lines.map(({ total }) => Math.abs(total))))
      const adjustment = until - given
      given = until
      const amount = sold.total + adjustment
      const product = PRODUCTS.find(({ name }) => name === sold.product)
      const rate = kind === 'none' ? (product ? OWN_RATES[product.code] : 15) : sold.rate
      const isStated = (kind === 'included' || kind === 'on top') && adjustment === 0
      const vat = isStated ? sold.vat : included(amount, rate)
      const isCostKnown = product !== undefined && (product.cost > 0 || product.is_free)
      return {
        ...{ amount, vat, cost: isCostKnown ? divide(sold.quantity * product.cost, 1000) : 0 },
        costed_net: isCostKnown ? amount - vat : 0,
        unknown: product ? 0 : amount,
      }
    })
  })
  const add = (name: 'amount' | 'vat' | 'cost' | 'costed_net' | 'unknown') => sum(lines.map((sold) => sold[name]))
  return { revenue: add('amount'), vat: add('vat'), cost: add('cost'), costed_net: add('costed_net'), unknown: add('unknown') }
}

const day = (month: Date, date: number) => `${month.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`

async function createShop() {
  const owner = await createOwner(server)
  const { siteid } = await owner.api.sites.create({ sitename: BRANCHES[1] ?? '', location: 'x' })
  await server.ownerPool.query(`update site set sitename = $2 where siteid = $1`, [owner.siteid, BRANCHES[0]])
  for (const site of [owner.siteid, siteid]) {
    for (const { name, code, price, cost, is_free } of PRODUCTS) {
      await server.ownerPool.query(
        `insert into product (businessid, siteid, productname, vat_code, price, purchaseprice, is_free) values ($1, $2, $3, $4, $5, $6, $7)`,
        [owner.businessid, site, name, code, price / 100, cost / 100, is_free],
      )
    }
  }
  return owner
}

test('sales import: revenue, VAT, cost, profit and margin of random receipts equal plain arithmetic', async () => {
  const owner = await createShop()
  // Before today, also when a failure is made smaller.
  let run = 0
  await fc.assert(
    fc.asyncProperty(vatKind, fc.array(receipt, { minLength: 1, maxLength: 12 }), async (kind, drawn) => {
      // Each run has a month of its own.
      const month = new Date(Date.UTC(1990, ++run % 420, 1))
      const receipts = drawn.map((one) => price(one, kind))
      const columns = ['reference', 'saledate', 'saletime', 'site', 'productname', 'quantity', 'price', 'linetotal']
      const fields = [...columns, kind === 'on top' ? '' : 'finalamount', ...COLUMNS[kind]]
      const preview = await importSales(owner, writeFile(receipts, kind, month), { columns: fields.join() })
      expect(preview).toMatchObject({ new: receipts.length, rejected: 0 })
      const expected = compute(receipts, kind)
      const assumed = preview.vat.assumed.reduce((total, { amount }) => total + Math.round(amount * 100), 0)
      if (kind === 'none') expect(assumed).toBe(expected.unknown)
      for (const by of ['day', 'product', 'site', 'vat_rate', 'hour'] as const) {
        const input = ReportInput.parse({ by, from: day(month, 1), to: day(month, 22), compare: 'off' })
        const { total } = await owner.api.reports.get(input)
        const cents = (rand: number) => Math.round(rand * 100)
        expect({
          revenue: cents(total.revenue),
          vat: cents(total.vat),
          cost: cents(total.cost),
          costed_net: cents(total.costed_net),
        }).toEqual({ revenue: expected.revenue, vat: expected.vat, cost: expected.cost, costed_net: expected.costed_net })
        const { costed_net, cost } = expected
        const net = expected.revenue - expected.vat
        expect(FIGURES.margin(total)).toEqual(costed_net > 0 ? expect.closeTo((costed_net - cost) / costed_net, 9) : null)
        expect(FIGURES.profit(total)).toEqual(costed_net !== 0 || cost !== 0 || net === 0 ? (costed_net - cost) / 100 : null)
        expect(findKnownCostShare(total) === null).toBe(net === costed_net)
      }
    }),
    { numRuns: 25 },
  )
  expect(await findMismatches(server.ownerPool, owner.businessid)).toEqual({})
})
