import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createOwner } from '../../../testing/clients.ts'
import { previewSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

type Expected = Partial<Awaited<ReturnType<typeof previewSales>>>

/** Files as tills, shops and spreadsheets write them, each with what is right. `Main Street` is the only site. */
const CASES: [file: string, what: string, expected: object, search?: Record<string, string>][] = [
  [
    '01-square-transactions',
    'tips and gift cards beside the amount',
    { new: 4, amount: 207, extras: { tips: 0, gift_cards: 500 } },
  ],
  ['02-square-items-2026', 'VAT on top, a gift card and an open amount', { amount: 97.25, extras: { gift_cards: 500 } }],
  ['03-toast-items-voids', 'a voided line, VAT on top', { amount: 310.5, new: 2 }],
  ['05b-old-sales-no-vat', 'sales of 2017', { amount: 342, new: 2 }],
  ['06-bakery-suffix-currency', 'the currency behind the number', { amount: 11.2, new: 5, refunds: 1 }],
  ['06b-bakery-mojibake', 'the currency behind the number, in a wrong encoding', { rejected: 0 }],
  ['07-dirty-cafe', 'words where a value is missing', { amount: 75, new: 7, rejected: 2 }],
  ['08-fast-food-mixed-dates', 'a time that is a word', { rejected: 0, left_out: [{ field: 'Time', cell: 'Night' }] }],
  ['09-receipt-ids-scientific', 'receipt numbers that a spreadsheet shortened', { new: 0, rejected: 4 }],
  [
    '11-subtotals-inside',
    'sums with a date',
    { amount: 110, new: 3, rejected: 0, sums: { agreeing: 3, total: 110, different: [] } },
  ],
  ['12-discount-column-ignored', 'a discount in rand', { amount: 1450, new: 2 }],
  ['12b-discount-percent-ignored', 'a discount in per cent', { amount: 1200, new: 2 }],
  ['13-exchange-brackets', 'an exchange, negative numbers in brackets', { new: 3, amount: 0 }],
  ['14-tax-exempt-customer', 'VAT of 0 and none', { amount: 3300, vat: { stated: 150 } }],
  ['15-utc-midnight', 'instants at the end of a month', { amount: 1000 }],
  ['16-dates-of-programs', 'dates as programs write them', { new: 1, rejected: 6, amount: 40 }],
  ['17-split-cash-card', 'a column for each way of paying', { amount: 220, split_sales: 1 }],
  ['18-barcodes', 'barcodes with lost zeros and of scales', { amount: 357.99 }],
  ['19-mysql-escapes', 'quotation marks of MySQL', { new: 4, amount: 120, rejected: 0 }],
  ['20-two-currencies', 'two currencies', { amount: 100, rejected: 1 }],
  ['21-shopify-states', 'cancelled, unpaid and partly paid orders', { new: 3, amount: 460, charges: 60, rejected: 3 }],
  ['22-receipt-of-250-lines', 'a receipt of 250 lines', { new: 2, amount: 2510 }],
  ['23-repeated-headers', 'repeated titles and lines of pages', { amount: 90 }],
  ['24-am-pm', 'times of twelve hours', { amount: 150 }],
  ['25-woocommerce-orders', 'orders on hold, pending, refunded and failed', { amount: 345, new: 2 }],
  ['26-yoco-tips', 'a tip beside or in the total', { extras: { in_total: true } }],
  ['27-fuel-three-decimals', 'prices of three decimals', { amount: 1370.99, rejected: 0 }],
  ['28-equal-lines', 'receipts of equal lines', { amount: 120 }, { amount_of: 'line' }],
  ['29-tab-over-midnight', 'a tab over midnight', { new: 2, amount: 220, over_midnight: 1 }],
  [
    '61-no-header',
    'no titles',
    { new: 3, amount: 105 },
    { columns: 'saledate,saletime,reference,productname,quantity,linetotal' },
  ],
  ['50-date-1904.xlsx', 'a workbook that counts from 1904', { new: 2, first_day: '2026-10-05', last_day: '2026-10-31' }],
  ['51-cover-sheet-first.xlsx', 'a cover before the data', { new: 2, amount: 150 }],
  ['52-hidden-first-sheet.xlsx', 'a hidden sheet before the data', { new: 1, amount: 100 }],
  ['54-formulas-without-values.xlsx', 'formulas without values', { new: 0, rejected: 2 }],
  ['54b-error-cells.xlsx', 'errors of formulas', { new: 0, rejected: 3 }],
  [
    '55-rich-and-phonetic.xlsx',
    'names with several formats',
    { unknown_products: [{ productname: '東京茶' }, { productname: 'Green Tea' }] },
  ],
  ['56-merged-receipt-cells.xlsx', 'merged cells of receipts', { new: 2, amount: 120 }],
  ['57-strict-ooxml.xlsx', 'strict OOXML', { new: 1, amount: 100 }],
  ['58-filtered-rows.xlsx', 'rows that a filter hides', { new: 2, amount: 1000, sheets: [{ hidden_rows: 1 }] }],
  ['59-two-header-rows.xlsx', 'titles on two rows, and what came back', { new: 2, amount: 50, rejected: 0 }],
  ['60-sheet-per-month.xlsx', 'a sheet for each month', { new: 2, amount: 1000 }],
  ['62-semicolons-with-commas', 'semicolons', { amount: 70 }],
  ['65-refund-columns', 'columns for what came back', { amount: 70 }],
  ['66-debit-credit', 'debit and credit', { amount: 300, rejected: 1 }],
  ['68-bundle-components', 'the parts of a bundle at R 0', { amount: 470 }],
  ['69-net-and-gross-columns', 'net, VAT and gross', { amount: 36 }],
  ['71-future-and-past', 'a date in the future, and one of 1970', { amount: 50, new: 2, rejected: 2 }],
  [
    '72-vat-codes',
    'codes of VAT, and a rate that the business never had',
    { amount: 329, rates: [{ vat_rate: 14, rows: 1, is: 'file', is_unclear: true }] },
  ],
]

test.each(CASES)('file of a till: %s: %s', async (name, _what, expected, search = {}) => {
  const owner = await createOwner(server)
  const file = await readFile(new URL(`../../../testing/cases/${name.includes('.') ? name : `${name}.csv`}`, import.meta.url))
  const sites = JSON.stringify(Object.fromEntries(['Main Street', 'Takeaway', 'In-store'].map((name) => [name, owner.siteid])))
  expect(await previewSales(owner, file, { sites, ...search })).toMatchObject(expected as Expected)
})
