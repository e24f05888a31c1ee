import { describe, expect, test } from 'vitest'
import type { TillSetup } from '../../../contract/till-catalogue.ts'
import type { StoredSale } from '../device/database.ts'
import { addLine, type Basket, discountLine, EMPTY_BASKET } from '../sale/basket.ts'
import { createSale } from '../sale/create-sale.ts'
import type { Payment } from '../sale/payments.ts'
import { createReceipt, writeReceipt } from './receipt.ts'

const SETUP: TillSetup = {
  till: { tillid: 3, name: 'Counter' },
  business: {
    name: 'Karoo Pantry',
    registration_number: '2019/123456/07',
    vat_number: '4123456789',
    timezone: 'Africa/Johannesburg',
    receipt_lines: ['Thank you.'],
    discount_limit: 10,
  },
  site: { siteid: 1, sitename: 'Sandton Rivonia', location: '112 Rivonia Road, Sandton 2196' },
  standard_vat_rates: [{ percent: 15, first_day: null, last_day: null }],
  scale_patterns: [],
  employees: [],
  server_time: '2026-11-21T12:05:00.000Z',
  epoch: 'e',
}
const WITHOUT_VAT: TillSetup = { ...SETUP, business: { ...SETUP.business, vat_number: null } }

const bread = { kind: 'product', productid: 1, name: 'Brown bread', barcode: '', units: 1, quantity: 1, vat_rate: 0 } as const
const tea = { ...bread, productid: 2, name: 'Rooibos tea', vat_rate: 15 } as const

function store(basket: Basket, payments: Payment[], tip_cents = 0): StoredSale {
  const paid = { ...basket, payments, tip_cents }
  const facts = { reference: 'T3-000042', saledate: '2026-11-21T22:30:00.000Z', employeeid: 7 }
  return {
    ...{ reference: facts.reference, state: 'sent', at: Date.parse(facts.saledate), shiftid: 1, sale: createSale(paid, facts) },
    ...{ basket: paid, seller: { employeeid: 7, name: 'Aisha Adams' } },
  }
}

const read = (setup: TillSetup, stored: StoredSale, isCopy = false) =>
  writeReceipt(createReceipt(setup, stored, isCopy)).replaceAll('\u00a0', ' ')

describe('receipt', () => {
  const basket = discountLine(
    addLine(addLine(EMPTY_BASKET, { ...bread, quantity: 2, price_cents: 1999, listed_cents: 1999 }), {
      ...tea,
      price_cents: 5455,
      listed_cents: 5455,
    }),
    2,
    500,
    'Loyalty',
  )

  test('is an abridged tax invoice: the words, name, address, VAT number, number, date, goods, amount and VAT by rate', () => {
    const paid = store(basket, [{ method: 'cash', amount_cents: 8950, tendered_cents: 10_000 }])
    expect(read(SETUP, paid)).toMatchInlineSnapshot(`
      "Tax invoice
      Karoo Pantry
      Sandton Rivonia
      112 Rivonia Road, Sandton 2196
      VAT number 4123456789

      Number: T3-000042
      Date: 22 Nov 2026, 00:30
      Served by: Aisha Adams

      Brown bread: R 39,98
        2 × R 19,99
      Rooibos tea: R 49,55
        1 × R 54,55, discount R 5,00

      Rounding: -R 0,03
      Total: R 89,50

      Cash: R 100,00
      Change: R 10,50

      VAT 15 % of R 49,55: R 6,46
      VAT 0 % of R 39,98: R 0,00

      Thank you."
    `)
    expect(read(SETUP, paid, true)).toMatch(/^Tax invoice · Copy\n/)
  })

  test('without a VAT number is a receipt, and has no VAT', () => {
    const text = read(WITHOUT_VAT, store(basket, [{ method: 'card', amount_cents: 8953 }]))
    expect(text).toMatch(/^Receipt\n/)
    expect(text).not.toContain('VAT')
  })

  test('of goods that come back is a credit note that names the invoice', () => {
    const refund = addLine(
      { ...EMPTY_BASKET, refund_of: 'T3-000041', isRefund: true },
      { ...tea, quantity: -1, price_cents: 5455, listed_cents: 5455 },
    )
    const text = read(SETUP, store(refund, [{ method: 'cash', amount_cents: -5450 }]))
    expect(text).toMatch(/^Credit note\n/)
    expect(text).toContain('Refund of: T3-000041')
    expect(text).toContain('VAT 15 % of -R 54,55: -R 7,12')
  })

  test('has lines for the customer above R 5 000, where the law wants a full tax invoice', () => {
    const of = (price_cents: number) => {
      const dear = addLine(EMPTY_BASKET, { ...tea, price_cents, listed_cents: price_cents })
      return createReceipt(SETUP, store(dear, [{ method: 'eft', amount_cents: price_cents }]), false).blanks
    }
    expect(of(500_000)).toEqual([])
    expect(of(500_001)).toEqual(['Customer', 'Address', 'VAT number of the customer'])
  })

  test('has the tip, gift cards and each payment of a split sale', () => {
    const loaded = { ...basket, loads: [{ number: 'G-1', amount_cents: 10_000 }] }
    const text = read(
      SETUP,
      store(
        loaded,
        [
          { method: 'gift card', amount_cents: 5000, number: 'G-7' },
          { method: 'card', amount_cents: 15_453 },
        ],
        1500,
      ),
    )
    for (const part of ['Gift card G-1: R 100,00', 'Tip: R 15,00', 'Total: R 204,53', 'Gift card G-7: R 50,00', 'Card: R 154,53'])
      expect(text).toContain(part)
  })
})
