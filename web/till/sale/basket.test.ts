import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toCents } from '../../../contract/shared/decimal.ts'
import { Sale } from '../../../contract/tills.ts'
import {
  addLine,
  type Basket,
  changeLine,
  discountBasket,
  discountLine,
  EMPTY_BASKET,
  exceedsLimit,
  getGoodsCents,
  getLineCents,
  getTotalCents,
  type Line,
  removeLine,
  sumVat,
} from './basket.ts'
import { createSale, withoutProduct } from './create-sale.ts'
import { getDue, listTendered, METHODS, type Payment, roundCash, sumPayments } from './payments.ts'

const bread = {
  kind: 'product',
  productid: 1,
  name: 'Brown bread',
  barcode: '6001',
  units: 1,
  quantity: 1,
  vat_rate: 15,
} as const
const priced = (price_cents: number) => ({ ...bread, price_cents, listed_cents: price_cents })
const FACTS = { reference: 'T3-000042', saledate: '2026-11-21T12:05:00.000Z', employeeid: 7 }

describe('basket', () => {
  test('a second scan counts one more of the same line; another price, a weight and a discount are lines of their own', () => {
    let basket = addLine(addLine(EMPTY_BASKET, priced(1000)), priced(1000))
    expect(basket.lines).toMatchObject([{ quantity: 2 }])
    basket = addLine(basket, priced(900))
    basket = addLine(basket, { ...priced(1000), quantity: 0.35 })
    basket = discountLine(basket, 1, 100, 'Loyalty')
    basket = addLine(basket, priced(1000))
    expect(basket.lines.map(({ quantity, price_cents }) => [quantity, price_cents])).toEqual([
      [2, 1000],
      [1, 900],
      [0.35, 1000],
      [1, 1000],
    ])
  })

  test('a line without quantity is gone, and a new quantity keeps the share of its discount', () => {
    const basket = discountLine(addLine(EMPTY_BASKET, priced(1000)), 1, 100, '')
    expect(changeLine(basket, 1, { quantity: 3 }).lines).toMatchObject([{ discount_cents: 300 }])
    expect(changeLine(basket, 1, { quantity: 0 }).lines).toEqual([])
  })

  test('a refund without its last line is over', () => {
    const refund = addLine({ ...EMPTY_BASKET, isRefund: true, refund_of: 'T3-000041' }, { ...priced(1000), quantity: -1 })
    expect(changeLine(refund, 1, { quantity: 0 })).toEqual(EMPTY_BASKET)
    expect(removeLine(refund, 1)).toEqual(EMPTY_BASKET)
  })

  test('a discount on everything is spread to the cent, and each rate of VAT has its part', () => {
    const rates = [15, 0, 'exempt'] as const
    const start = rates.reduce<Basket>((basket, vat_rate) => addLine(basket, { ...priced(3333), vat_rate }), EMPTY_BASKET)
    const basket = discountBasket(start, 1000, 'Damaged')
    expect(getGoodsCents(basket)).toBe(3 * 3333 - 1000)
    expect(sumVat(basket.lines).map(({ vat_rate, amount_cents }) => [vat_rate, amount_cents])).toEqual([
      [15, 3000],
      [0, 2999],
      ['exempt', 3000],
    ])
  })

  test('a reduction above the limit needs a manager, by discount or by a lower price, of a line or of all', () => {
    const full = addLine(addLine(EMPTY_BASKET, priced(1000)), { ...priced(1000), productid: 2 })
    expect(exceedsLimit(full.lines, 0)).toBe(false)
    expect(exceedsLimit(discountLine(full, 1, 100, '').lines, 10)).toBe(false)
    expect(exceedsLimit(discountLine(full, 1, 101, '').lines, 10)).toBe(true)
    // 10 % of R 109,99 is R 11,00.
    const uneven = addLine(EMPTY_BASKET, priced(10_999))
    expect(exceedsLimit(discountLine(uneven, 1, 1100, '').lines, 10)).toBe(false)
    expect(exceedsLimit(discountLine(uneven, 1, 1101, '').lines, 10)).toBe(true)
    expect(exceedsLimit(changeLine(full, 1, { price_cents: 850 }).lines, 10)).toBe(true)
    expect(exceedsLimit(changeLine(full, 1, { price_cents: 1200 }).lines, 0)).toBe(false)
  })
})

describe('payments', () => {
  test('cash has no coin below 10 cents, and a refund gives back what was paid', () => {
    expect([12_358, 12_350, 9, -12_358].map(roundCash)).toEqual([12_350, 12_350, 0, -12_350])
    expect(getDue(12_358, [], 'cash')).toEqual({ due_cents: 12_350, rounding_cents: -8 })
    expect(getDue(12_358, [{ method: 'card', amount_cents: 10_000 }], 'card')).toEqual({ due_cents: 2358, rounding_cents: 0 })
  })

  test('the quick notes are what customers give: none below the amount', () => {
    expect(listTendered(12_350)).toEqual([12_350, 13_000, 14_000, 15_000, 20_000])
    expect(listTendered(20_000)).toEqual([20_000])
  })
})

describe('sale of a basket', () => {
  const withLine = addLine(EMPTY_BASKET, priced(2550))

  test('one payment of all is a method; change, several payments and the number of a card are payments', () => {
    const of = (payments: Payment[]) => createSale({ ...withLine, payments }, FACTS)
    expect(of([{ method: 'card', amount_cents: 2550 }])).toMatchObject({ payment_method: 'card' })
    expect(of([{ method: 'cash', amount_cents: 2550, tendered_cents: 2550 }])).toMatchObject({ payment_method: 'cash' })
    expect(of([{ method: 'cash', amount_cents: 2550, tendered_cents: 5000 }])).toMatchObject({
      payments: [{ method: 'cash', amount: 25.5, tendered: 50 }],
    })
    expect(of([{ method: 'gift card', amount_cents: 2550, number: 'G-1' }])).toMatchObject({
      payments: [{ method: 'gift card', amount: 25.5, number: 'G-1' }],
    })
  })

  test('a carton is named by its barcode, a product by its id, and a gift card is no revenue', () => {
    const carton = addLine(withLine, { ...priced(24_000), barcode: '16001', units: 24 })
    const basket = { ...carton, loads: [{ number: 'G-9', amount_cents: 10_000 }] }
    const sale = createSale({ ...basket, payments: [{ method: 'card', amount_cents: 36_550 }] }, FACTS)
    expect(sale.items).toMatchObject([{ productid: 1 }, { barcode: '16001', quantity: 1, price: 240 }])
    expect(sale).toMatchObject({ finalamount: 265.5, extras: [{ kind: 'gift_card', amount: 100, number: 'G-9' }] })
    expect(sale.items[1]).not.toHaveProperty('productid')
  })

  test('a line of a product that the server does not have is sent again by its barcode, or its name alone', () => {
    const sale = createSale({ ...withLine, payments: [{ method: 'card', amount_cents: 2550 }] }, FACTS)
    const again = withoutProduct(sale, { 1: '6001' }, 'sales[4].items[0].productid')
    expect(again?.items).toEqual([{ barcode: '6001', quantity: 1, price: 25.5, vat_rate: 15, productname: 'Brown bread' }])
    expect(withoutProduct(sale, {}, 'sales[4].items[0].productid')?.items[0]).not.toHaveProperty('barcode')
    expect(withoutProduct(sale, {}, 'sales[4].saledate')).toBeUndefined()
  })

  const newLine = fc.record({
    price_cents: fc.integer({ min: 0, max: 50_000_000 }).map((hundredths) => hundredths / 100),
    quantity: fc.integer({ min: 1, max: 20_000 }).map((thousandths) => thousandths / 1000),
    vat_rate: fc.constantFrom<Line['vat_rate']>(15, 0, 'exempt'),
    productid: fc.integer({ min: 1, max: 5 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  const paid = fc.record({
    lines: fc.array(newLine, { minLength: 1, maxLength: 12 }),
    tip_cents: fc.integer({ min: 0, max: 5000 }),
    load_cents: fc.integer({ min: 0, max: 50_000 }),
    first: fc.constantFrom(...METHODS),
    last: fc.constantFrom(...METHODS),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    isRefund: fc.boolean(),
  })

  test('every basket that is paid is a sale that the server accepts, whose payments are its amount and its extras to the cent', () => {
    fc.assert(
      fc.property(paid, ({ lines, tip_cents, load_cents, first, last, part, isRefund }) => {
        const sign = isRefund ? -1 : 1
        let basket: Basket = EMPTY_BASKET
        for (const { share, ...line } of lines) {
          const before = basket.lines.length
          basket = addLine(basket, { ...bread, ...line, quantity: sign * line.quantity, listed_cents: line.price_cents })
          const added = basket.lines[before]
          if (added) basket = discountLine(basket, added.id, Math.round(getLineCents(added) * share), 'Any')
        }
        if (load_cents > 0 && !isRefund) basket = { ...basket, loads: [{ number: 'G-1', amount_cents: load_cents }] }
        if (!isRefund) basket = { ...basket, tip_cents }
        const total = getTotalCents(basket)
        const payments: Payment[] = [{ method: first, amount_cents: Math.trunc(total * part) }]
        payments.push({ method: last, amount_cents: getDue(total, payments, last).due_cents })
        const sale = Sale.parse(createSale({ ...basket, payments }, FACTS))
        const extras = (sale.extras ?? []).reduce((sum, { amount }) => sum + toCents(amount), 0)
        expect(toCents(sale.finalamount ?? 0) + extras).toBe(sumPayments(payments))
        expect(sumVat(basket.lines).reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(getGoodsCents(basket))
      }),
    )
  })
})
