import fc from 'fast-check'
import {
  addLine,
  type Basket,
  discountBasket,
  EMPTY_BASKET,
  getGoodsCents,
  getLineCents,
  getTotalCents,
  sumVat,
} from '../web/till/sale/basket.ts'
import { createSale } from '../web/till/sale/create-sale.ts'
import { getDue, METHODS, type Payment } from '../web/till/sale/payments.ts'
import { CLOSED_DAY } from './figures.ts'
import { call, expect, push, sql, test } from './fixtures.ts'
import { createShop } from './till-page.ts'

const SALES = 200

test('till: what a basket comes to on the device is what the server stores and what its figures show, to the cent', async ({
  owner,
  page,
}) => {
  const shop = await createShop(owner, page)
  const products = await sql<{ productid: string }>('select productid from product where businessid = $1', [owner.businessid])
  const employeeid = await owner.addEmployee('Sipho', 'Ndlovu')
  const line = fc.record({
    productid: fc.constantFrom(...products.map(({ productid }) => Number(productid))),
    price_cents: fc.integer({ min: 0, max: 20_000_00 }).map((hundredths) => hundredths / 100),
    quantity: fc.oneof(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 5000 }).map((thousandths) => thousandths / 1000),
    ),
    vat_rate: fc.constantFrom<15 | 0 | 'exempt'>(15, 0, 'exempt'),
  })
  const sale = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    percent: fc.integer({ min: 0, max: 40 }),
    tip_cents: fc.constantFrom(0, 0, 1500),
    card_cents: fc.constantFrom(0, 0, 10_000),
    methods: fc.tuple(fc.constantFrom(...METHODS), fc.constantFrom(...METHODS)),
    isSplit: fc.boolean(),
    isRefund: fc.boolean(),
  })
  const built = fc.sample(sale, SALES).map((drawn, index) => {
    const sign = drawn.isRefund ? -1 : 1
    let basket: Basket = { ...EMPTY_BASKET, isRefund: drawn.isRefund }
    for (const { quantity, ...one } of drawn.lines) {
      const added = { ...one, kind: 'product' as const, name: 'Any', barcode: '', units: 1, listed_cents: one.price_cents }
      basket = addLine(basket, { ...added, quantity: sign * quantity })
    }
    basket = discountBasket(basket, Math.trunc((getGoodsCents(basket) * drawn.percent) / 100), 'Any')
    if (!drawn.isRefund && drawn.card_cents > 0)
      basket = { ...basket, loads: [{ number: 'G-1', amount_cents: drawn.card_cents }] }
    if (!drawn.isRefund) basket = { ...basket, tip_cents: drawn.tip_cents }
    const total = getTotalCents(basket)
    const [first, last] = drawn.methods
    const payments: Payment[] = drawn.isSplit ? [{ method: first, amount_cents: Math.trunc(total / 3) }] : []
    payments.push({ method: last, amount_cents: getDue(total, payments, last).due_cents })
    const reference = `T${shop.tillid}-${String(index + 1).padStart(6, '0')}`
    const facts = { reference, saledate: `${CLOSED_DAY}T12:00:00+02:00`, employeeid }
    return { reference, basket, payments, sale: createSale({ ...basket, payments }, facts) }
  })
  for (let start = 0; start < SALES; start += 50)
    await push(
      page.request,
      shop.key,
      built.slice(start, start + 50).map((one) => one.sale),
    )

  const stored = await sql<{ reference: string; amount: string; lines: string }>(
    `select reference, finalamount_cents as amount,
            (select string_agg(amount_cents || ' ' || vat_cents, ', ' order by line) from saleitems i
              where (i.businessid, i.saleid) = (s.businessid, s.saleid)) as lines
       from sales s where businessid = $1 order by reference`,
    [owner.businessid],
  )
  expect(stored.map(({ amount, ...others }) => ({ ...others, amount: Number(amount) }))).toEqual(
    built.map(({ reference, basket }) => ({
      ...{ reference, amount: getGoodsCents(basket) },
      lines: basket.lines
        .map((one) => `${getLineCents(one)} ${sumVat([one]).reduce((sum, { vat_cents }) => sum + vat_cents, 0)}`)
        .join(', '),
    })),
  )

  const figures = await call<{ revenue: number; payments: { payment_method: string; revenue: number }[] }>(
    page.request,
    'GET',
    `/api/v1/dashboard/figures?from=${CLOSED_DAY}&to=${CLOSED_DAY}`,
  )
  const cents = (rand: number) => Math.round(rand * 100)
  expect(cents(figures.revenue)).toBe(built.reduce((sum, { basket }) => sum + getGoodsCents(basket), 0))
  const byMethod = new Map(METHODS.map((method) => [method as string, 0]))
  for (const { payments } of built)
    for (const payment of payments) byMethod.set(payment.method, (byMethod.get(payment.method) ?? 0) + payment.amount_cents)
  const shown = new Map(figures.payments.map(({ payment_method, revenue }) => [payment_method.toLowerCase(), cents(revenue)]))
  for (const [method, amount] of byMethod) expect([method, shown.get(method) ?? 0]).toEqual([method, amount])
})
