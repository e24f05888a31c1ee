import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { CASH } from '../../contract/cash-ups.ts'
import { findMismatches } from '../../db/testing/find-mismatches.ts'
import { createOwner } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'
import { createShopHelpers } from '../testing/till-shop.ts'

// Sales of all kinds, sent by tills of two sites: every figure, report, cash-up and journal has what plain arithmetic says.

const server = await testServer()
afterAll(server.close)
const { addTill, addSite, addProduct, ask } = createShopHelpers(server)

const METHODS = ['cash', 'card', 'gift card', 'eft']
const KINDS = ['tip', 'gift_card', 'deposit'] as const
const DAYS = ['2026-03-09', '2026-03-10', '2026-03-11']

type Line = { kind: 'product' | 'charge'; quantity: number; price: number; discount: number; vat_rate: 15 | 0 | 'exempt' }
type Drawn = {
  site: 0 | 1
  /** Minutes since the first day began in Johannesburg. */
  minute: number
  isRefund: boolean
  lines: Line[]
  /** Cents that the amount is below its lines. */
  off: number
  parts: number[]
  methods: string[]
  extras: { kind: (typeof KINDS)[number]; cents: number }[]
}

const line: fc.Arbitrary<Line> = fc
  .record({
    kind: fc.constantFrom('product' as const, 'product' as const, 'charge' as const),
    quantity: fc.integer({ min: 1, max: 4000 }).map((thousandths) => thousandths / 1000),
    price: fc.integer({ min: 0, max: 9_999_999 }).map((units) => units / 10_000),
    share: fc.integer({ min: 0, max: 100 }),
    vat_rate: fc.constantFrom(15 as const, 0 as const, 'exempt' as const),
  })
  .map(({ share, ...drawn }) => ({
    ...drawn,
    discount: share > 60 ? Math.floor((multiply(drawn) * (share - 60)) / 100) / 100 : 0,
  }))

const drawn: fc.Arbitrary<Drawn> = fc.record({
  site: fc.constantFrom(0 as const, 1 as const),
  minute: fc.integer({ min: 0, max: DAYS.length * 1440 - 1 }),
  isRefund: fc.boolean(),
  lines: fc.array(line, { maxLength: 4 }),
  off: fc.constantFrom(0, 0, 1, 130),
  parts: fc.array(fc.integer({ min: -500, max: 9_000 }), { maxLength: 3 }),
  methods: fc.array(fc.constantFrom(...METHODS), { minLength: 4, maxLength: 4 }),
  extras: fc.array(fc.record({ kind: fc.constantFrom(...KINDS), cents: fc.integer({ min: -2_000, max: 5_000 }) }), {
    maxLength: 2,
  }),
})

/** Cents of quantity times price, half away from zero, with whole numbers only. */
function multiply({ quantity, price }: Pick<Line, 'quantity' | 'price'>) {
  const units = BigInt(Math.round(quantity * 1000)) * BigInt(Math.round(price * 10_000))
  const divisor = 100_000n
  const half = units < 0n ? -divisor : divisor
  return Number((units * 2n + half) / (2n * divisor))
}

/** The sale as a till sends it, and what it comes to in cents. */
function toSale({ site, minute, isRefund, lines, off, parts, methods, extras }: Drawn, index: number) {
  const sign = isRefund ? -1 : 1
  const items = lines.map(({ kind, quantity, price, discount, vat_rate }, place) => ({
    ...(kind === 'charge' ? { kind, productname: `Charge ${place}` } : { barcode: '600' }),
    ...{ quantity: sign * quantity, price, vat_rate },
    ...(discount > 0 && { discount: sign * discount, discount_reason: 'Loyalty' }),
  }))
  const charges = lines.filter(({ kind }) => kind === 'charge')
  const sumLines = (of: Line[]) => of.reduce((sum, part) => sum + sign * (multiply(part) - Math.round(part.discount * 100)), 0)
  const itemised = sumLines(lines)
  // A discount of the whole sale, where there is something to take it off.
  const amount = itemised * sign > off ? itemised - sign * off : itemised
  const beside = extras.reduce((sum, { cents }) => sum + cents, 0)
  const cents = [...parts, amount + beside - parts.reduce((sum, part) => sum + part, 0)]
  const payments = cents.map((part, place) => ({ method: methods[place] ?? CASH, amount: part / 100 }))
  const at = new Date(Date.parse(`${DAYS[0]}T00:00:00+02:00`) + minute * 60_000)
  return {
    ...{ site, amount, beside, charges: charges.length, day: DAYS[Math.floor(minute / 1440)] ?? '' },
    payments: payments.map(({ method, amount }) => ({ method, cents: Math.round(amount * 100) })),
    extras,
    sent: {
      ...{ reference: `S-${index}`, saledate: at.toISOString(), finalamount: amount / 100, items, payments },
      extras: extras.map(({ kind, cents: part }) => ({
        kind,
        amount: part / 100,
        ...(kind === 'gift_card' && { number: 'G-1' }),
      })),
    },
  }
}
type Sale = ReturnType<typeof toSale>

const addUp = <Key extends string>(rows: { key: Key; cents: number }[]) => {
  const sums = new Map<Key, number>()
  for (const { key, cents } of rows) sums.set(key, (sums.get(key) ?? 0) + cents)
  return Object.fromEntries([...sums].map(([key, cents]) => [key, cents / 100]))
}
const byMethod = (sales: Sale[]) => ({
  amounts: addUp(sales.flatMap(({ payments }) => payments.map(({ method, cents }) => ({ key: method, cents })))),
  sales: addUp(
    sales.flatMap(({ payments }) => [...new Set(payments.map(({ method }) => method))].map((key) => ({ key, cents: 100 }))),
  ),
})

test('figures, reports, cash-ups and journals of sales of all kinds are those of plain arithmetic', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 12 }), async (all) => {
      const owner = await createOwner(server)
      const siteids = [owner.siteid, await addSite(owner)] as const
      const tills = await Promise.all(siteids.map((siteid) => addTill({ ...owner, siteid })))
      for (const siteid of siteids) await addProduct({ ...owner, siteid }, { barcode: '600' })
      const sales = all.map(toSale)
      for (const [site, till] of tills.entries()) {
        const sent = sales.filter((sale) => sale.site === site).map((sale) => sale.sent)
        if (sent.length === 0) continue
        const { body } = await till.push(sent)
        expect(body.sales).toEqual(sent.map(({ reference }) => ({ reference, status: 'created', saleid: expect.any(Number) })))
        expect((await till.push(sent)).body.sales).toMatchObject(sent.map(() => ({ status: 'duplicate' })))
      }
      expect(await findMismatches(server.ownerPool, owner.businessid)).toEqual({})

      const range = { from: DAYS[0] ?? '', to: DAYS.at(-1) ?? '' }
      const { amounts, sales: counts } = byMethod(sales)
      const figures = await owner.api.dashboard.figures(range)
      expect(Object.fromEntries(figures.payments.map(({ payment_method, revenue }) => [payment_method, revenue]))).toEqual(
        amounts,
      )
      expect(Object.fromEntries(figures.payments.map(({ payment_method, orders }) => [payment_method, orders]))).toEqual(
        Object.fromEntries(Object.entries(counts)),
      )
      const sum = (values: number[]) => values.reduce((cents, value) => cents + value, 0) / 100
      expect(figures).toMatchObject({
        revenue: sum(sales.map(({ amount }) => amount)),
        orders: sales.length,
        extras: sum(sales.map(({ beside }) => beside)),
        split_sales: sales.filter(({ payments }) => payments.length > 1).length,
      })

      const report = await owner.api.reports.get({ ...range, by: 'payment_method', compare: 'off' })
      expect(Object.fromEntries(report.rows.map(({ key, sums }) => [key, sums.revenue]))).toEqual(amounts)
      expect(report.total).toMatchObject({
        orders: sales.length,
        revenue: sum(sales.flatMap(({ amount, beside }) => [amount, beside])),
      })
      expect(await owner.api.reports.agreement({ ...range, by: 'payment_method', compare: 'off' })).toEqual({
        ...{ sales: sales.length, difference: 0 },
      })
      for (const by of ['day', 'product', 'vat_rate', 'site'] as const) {
        const { total } = await owner.api.reports.get({ ...range, by, compare: 'off' })
        expect(total.revenue, by).toBe(figures.revenue)
      }
      for (const method of METHODS) {
        const found = sales.filter(({ payments }) => payments.some((payment) => payment.method === method))
        const filtered = await owner.api.sales.figures({ ...range, payment_method: method })
        expect(filtered, method).toMatchObject({ orders: found.length, revenue: sum(found.map(({ amount }) => amount)) })
        const byDay = await owner.api.reports.get({ ...range, by: 'day', compare: 'off', payment_methods: [method] })
        expect(byDay.total, method).toMatchObject({ orders: found.length, revenue: sum(found.map(({ amount }) => amount)) })
        const page = await owner.api.sales.list({ ...range, payment_method: method })
        expect(page.results, method).toBe(found.length)
      }

      for (const [site, siteid] of siteids.entries()) {
        const month = await owner.api.cashUps.list({ month: '2026-03', siteid })
        for (const day of DAYS) {
          const ofDay = sales.filter((sale) => sale.site === site && sale.day === day)
          const { expected } = await owner.api.cashUps.day({ siteid, day })
          expect(Object.fromEntries(expected.map((line) => [line.payment_method, line.expected]))).toEqual(
            byMethod(ofDay).amounts,
          )
          const tips = ofDay.flatMap(({ extras }) => extras.filter(({ kind }) => kind === 'tip').map(({ cents }) => cents))
          expect(Math.round(expected.reduce((all, line) => all + (line.tips ?? 0) * 100, 0))).toBe(Math.round(sum(tips) * 100))
          const row = month.rows.find((found) => found.day === day)
          if (row)
            expect(row).toMatchObject({
              sales: ofDay.length,
              expected: sum(ofDay.flatMap(({ amount, beside }) => [amount, beside])),
            })
          else expect(ofDay).toEqual([])
        }
      }

      const preview = await owner.api.accounting.preview({ ...range, program: 'sage' })
      expect(preview).toMatchObject({ revenue: figures.revenue, vat: figures.vat })
      const [row] = await ask<{ cents: number }>(
        'select coalesce(sum(amount_cents), 0)::float8 as cents from saleitems where businessid = $1 and productid is null',
        [owner.businessid],
      )
      const byProduct = await owner.api.reports.get({ ...range, by: 'product', compare: 'off' })
      expect(byProduct.rows.find(({ key }) => key === '0')?.sums.revenue ?? 0).toBe((row?.cents ?? 0) / 100)
    }),
    { numRuns: 12 },
  )
}, 120_000)
