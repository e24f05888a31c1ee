import { expect, test } from 'vitest'
import { SALE_TITLES } from '../../../../contract/columns/sale-titles.ts'
import { findExport, matchExport } from '../../../shared/files/known-exports/known-export.ts'
import { SALE_EXPORTS } from '../../../shared/files/known-exports/sale-exports.ts'
import { openTable } from '../../../shared/files/read-table.ts'
import { createMemorySource } from '../../../testing/memory-source.ts'
import { createReference } from './build-sale.ts'
import { FileFormats } from './file-formats.ts'
import { FileNotes } from './file-notes.ts'
import { createDayFinder } from './find-day.ts'
import { isRejected } from './parse-row.ts'
import { readSales, sampleFormats } from './read-sales.ts'
import { createRowReader } from './sales-file.ts'

const findDay = createDayFinder('Africa/Johannesburg')

/** The sales of a file in short: receipt, local time, amount in cents, lines. A refused row is its line and reason. */
async function read(file: string) {
  const table = await openTable(createMemorySource(Buffer.from(file)), { titles: SALE_TITLES, maxRows: 1000, rowNoun: 'rows' })
  const fields = matchExport(table.columns, SALE_TITLES, findExport(table.columns, SALE_EXPORTS))
  const readRows = createRowReader({ table, fields })
  const formats = new FileFormats()
  await sampleFormats(readRows, formats, 15)
  const hasItems = fields.includes('productname') || fields.includes('barcode')
  const options = {
    readRows,
    formats,
    findSite: () => ({ siteid: 1, place: '1' }),
    findDay,
    today: '2026-11-22',
    hasItems,
    hasReceipts: fields.includes('reference'),
    isAmountOfLine: undefined,
    chargeName: 'Shipping',
    notes: new FileNotes(),
  }
  return Array.fromAsync(readSales(options))
}

const summarise = async (file: string) =>
  (await read(file)).map((sale) =>
    isRejected(sale)
      ? `${sale.line}: ${sale.reason}`
      : [
          sale.receipt,
          sale.saledate,
          sale.finalamount,
          ...sale.lines.map(({ productname, quantity, price }) => `${quantity} ${productname} ${price}`),
        ].join(' | '),
  )

test.each([
  [
    'one row a sale',
    'Receipt,Date,Total\n7,2026-04-03 14:05,R 12.50\n8,2026-04-03 14:06,-3\n',
    ['7 | 2026-04-03T14:05:00 | 1250', '8 | 2026-04-03T14:06:00 | -300'],
  ],
  [
    'amounts with the dirt of binary floats',
    'Receipt,Date,Total\n7,2026-04-03,145.79999999999998\n',
    ['7 | 2026-04-03T00:00:00 | 14580'],
  ],
  [
    'a date and a time in two columns, and decimal commas',
    'Datum;Tyd;Totaal\n3/4/2026;2:05 nm;1 234,50\n13/4/2026;8:00;5\n',
    [' | 2026-04-03T14:05:00 | 123450', ' | 2026-04-13T08:00:00 | 500'],
  ],
  [
    'one row an item, its rows apart',
    'Receipt,Date,Item,Qty,Price\n1,2026-04-03,Tea,2,10\n2,2026-04-03,Milk,1,20\n1,2026-04-03,Rusks,1,30.5\n',
    ['2 | 2026-04-03T00:00:00 | 2000 | 1 Milk 2000', '1 | 2026-04-03T00:00:00 | 5050 | 2 Tea 1000 | 1 Rusks 3050'],
  ],
  [
    'the total of a line in each row',
    'Receipt,Date,Item,Qty,Net sales\n1,2026-04-03,Tea,2,20\n1,2026-04-03,Milk,1,5\n',
    ['1 | 2026-04-03T00:00:00 | 2500 | 2 Tea 1000 | 1 Milk 500'],
  ],
  [
    'the total of the receipt in each row',
    'Receipt,Date,Item,Qty,Total\n1,2026-04-03,Tea,2,25\n1,2026-04-03,Milk,1,25\n2,2026-04-03,Milk,1,5\n',
    ['1 | 2026-04-03T00:00:00 | 2500 | 2 Tea null | 1 Milk null', '2 | 2026-04-03T00:00:00 | 500 | 1 Milk 500'],
  ],
  [
    'an amount that differs within a receipt is that of its line',
    'Receipt,Date,Item,Amount\n1,2026-04-03,Tea,20\n1,2026-04-03,Milk,5\n2,2026-04-03,Milk,5\n',
    ['1 | 2026-04-03T00:00:00 | 2500 | 1 Tea 2000 | 1 Milk 500', '2 | 2026-04-03T00:00:00 | 500 | 1 Milk 500'],
  ],
  [
    'what a receipt has in common in its first row alone',
    'Name,Created at,Total,Lineitem name,Lineitem quantity,Lineitem price\n#1001,2026-04-03 12:05:00 +0200,35.00,Tea,1,10\n#1001,,,Milk,1,25\n',
    ['#1001 | 2026-04-03T12:05:00+02:00 | 3500 | 1 Tea 1000 | 1 Milk 2500'],
  ],
  [
    'refunds that only their type shows',
    'Receipt number,Receipt type,Date,Item,Quantity,Net sales\n1,Sale,2026-04-03,Tea,1,10\n2,Refund,2026-04-03,Tea,1,10\n',
    ['1 | 2026-04-03T00:00:00 | 1000 | 1 Tea 1000', '2 | 2026-04-03T00:00:00 | -1000 | -1 Tea 1000'],
  ],
  [
    'two payments of one receipt, and a row that is there twice',
    'Receipt,Date,Total,Payment method\n1,2026-04-03,10,Cash\n1,2026-04-03,5,Card\n2,2026-04-03,7,Cash\n2,2026-04-03,7,Cash\n',
    ['1 | 2026-04-03T00:00:00 | 1500', '2 | 2026-04-03T00:00:00 | 700'],
  ],
  [
    'a receipt number that comes again on another day',
    'Receipt,Date,Total\n1,2026-04-03,10\n1,2026-04-04,20\n',
    ['1 | 2026-04-03T00:00:00 | 1000', '1 | 2026-04-04T00:00:00 | 2000'],
  ],
  [
    'a receipt with a row that cannot be read',
    'Receipt,Date,Item,Qty,Price\n1,2026-04-03,Tea,2,10\n1,2026-04-03,Milk,many,20\n2,2026-04-03,Milk,1,20\n',
    [
      '2: Line 3 of this receipt is not imported.',
      '3: Quantity: “many” is not a number.',
      '2 | 2026-04-03T00:00:00 | 2000 | 1 Milk 2000',
    ],
  ],
  [
    'Lightspeed, with a row for the sale, for each line and for each payment',
    'Date,Receipt Number,Line Type,Quantity,Total,Paid,Details,Status,Sku\n2026-07-16,12,Sale,3,115.00,115.00,"1 X Tea, 2 X Rusk",CLOSED,\n2026-07-16,12,Sale Line,1,69.00,,Tea,CLOSED,T1\n2026-07-16,12,Sale Line,2,46.00,,Rusk,CLOSED,R1\n2026-07-16,12,Payment,,,115.00,Cash,CLOSED,\n',
    ['12 | 2026-07-16T00:00:00 | 11500 | 1 Tea 6900 | 2 Rusk 2300'],
  ],
  [
    "Square's items, whose VAT is not in their net sales",
    'Date,Item,Qty,Price Point Name,Net Sales,Tax,Transaction ID,Event Type\n2026-09-13,Mug,1.0,Regular,$15.00,$2.25,A,Payment\n2026-09-13,Print,2.0,Regular,$20.00,$3.00,A,Payment\n2026-09-20,Mug,-1.0,Regular,-$15.00,-$2.25,A,Refund\n',
    ['A | 2026-09-13T00:00:00 | 4025 | 1 Mug 1725 | 2 Print 1150', 'A | 2026-09-20T00:00:00 | -1725 | -1 Mug 1725'],
  ],
  [
    "Shopify's orders, partly refunded or voided",
    'Name,Financial Status,Created at,Total,Refunded Amount,Lineitem name,Lineitem quantity,Lineitem price\n#1,partially_refunded,2026-05-29,150,50,Mug,1,150\n#2,voided,2026-05-29,99,0,Mug,1,49\n#2,,2026-05-29,,,Tea,1,50\n',
    ['#1 | 2026-05-29T00:00:00 | 10000 | 1 Mug 15000', '3: This sale was cancelled.', '4: This sale was cancelled.'],
  ],
  [
    'sales that their status says were not completed',
    'Date,Receipt,Total,Status\n2026-07-15,1,10,Approved\n2026-07-15,2,10,Declined\n2026-07-15,3,10,Cancelled\n',
    ['1 | 2026-07-15T00:00:00 | 1000', '3: This sale was not completed.', '4: This sale was cancelled.'],
  ],
  [
    'a refund under the number of its sale on the same day, as in the items of Square',
    'Date,Item,Qty,Price Point Name,Net Sales,Tax,Transaction ID,Event Type\n2026-09-13,Mug,1,Regular,$10,$1.50,A,Payment\n2026-09-13,Print,2,Regular,$20,$3,A,Payment\n2026-09-13,Mug,-1,Regular,-$10,-$1.50,A,Refund\n',
    ['A | 2026-09-13T00:00:00 | 3450 | 1 Mug 1150 | 2 Print 1150', 'A | 2026-09-13T00:00:00 | -1150 | -1 Mug 1150'],
  ],
  [
    'a refund under the number of its sale that only its amount shows',
    'Receipt,Date,Total\n7,2026-04-03 14:05,12.50\n7,2026-04-03 15:00,-12.50\n',
    ['7 | 2026-04-03T14:05:00 | 1250', '7 | 2026-04-03T15:00:00 | -1250'],
  ],
  [
    'a negative line, which is no refund of its receipt',
    'Receipt,Date,Item,Amount\n1,2026-04-03,Tea,20\n1,2026-04-03,Loyalty,-5\n',
    ['1 | 2026-04-03T00:00:00 | 1500 | 1 Tea 2000 | -1 Loyalty 500'],
  ],
  [
    'lay-bys and orders that wait for their goods or for their money',
    'Date,Receipt,Total,Status\n2026-07-15,1,10,LAYBY\n2026-07-15,2,10,LAYBY_CLOSED\n2026-07-15,3,10,Awaiting payment\n2026-07-15,4,10,AWAITING_DISPATCH\n2026-07-15,5,10,DENIED\n',
    [
      '2: This sale was not paid.',
      '2 | 2026-07-15T00:00:00 | 1000',
      '4: This sale was not paid.',
      '4 | 2026-07-15T00:00:00 | 1000',
      '6: This sale was not completed.',
    ],
  ],
  [
    'sales that their status says were refunded, in a file without rows of refunds',
    'Date,Receipt,Total,Status\n2026-07-15,1,10,Approved\n2026-07-15,2,10,Refunded\n2026-07-15,3,10,Partially refunded\n',
    ['1 | 2026-07-15T00:00:00 | 1000', '3: This sale was refunded.', '3 | 2026-07-15T00:00:00 | 1000'],
  ],
  [
    'sales that their status says were refunded, and a row of the refund',
    'Date,Receipt,Total,Status\n2026-07-15,1,10,Refunded\n2026-07-16,2,-10,Approved\n',
    ['1 | 2026-07-15T00:00:00 | 1000', '2 | 2026-07-16T00:00:00 | -1000'],
  ],
  [
    'the items of Yoco, with a refund that only its status and sign show',
    'Date,Time created,Receipt number,Item,Quantity,Unit price,Total (incl tax),Status\n2026-07-15,9:00,1,Tea,2,10.00,20.00,Successful\n2026-07-15,9:00,1,Milk,1,15.00,15.00,Successful\n2026-07-15,9:30,1,Milk,-1,15.00,-15.00,Refunded\n2026-07-15,9:40,2,Milk,1,15.00,15.00,Refunded\n',
    [
      '1 | 2026-07-15T09:00:00 | 3500 | 2 Tea 1000 | 1 Milk 1500',
      '1 | 2026-07-15T09:30:00 | -1500 | -1 Milk 1500',
      '2 | 2026-07-15T09:40:00 | 1500 | 1 Milk 1500',
    ],
  ],
  [
    'lines of a receipt with the same amount, which is their price',
    'Receipt,Date,Item,Qty,Unit price,Total\n1,2026-04-03,Tea,1,10,10\n1,2026-04-03,Rusks,2,5,10\n',
    ['1 | 2026-04-03T00:00:00 | 2000 | 1 Tea 1000 | 2 Rusks 500'],
  ],
  [
    'the orders of Odoo, whose further lines have no number, and a sum at the end',
    'Order Ref,Date,Total,Status,Order Lines/Product,Order Lines/Quantity,Order Lines/Unit Price,Order Lines/Subtotal\nMain/1,2026-07-15 08:12:01,25.00,Posted,Tea,1,10.00,10.00\n,,,,Milk,1,15.00,15.00\nMain/2,2026-07-15 08:20:00,15.00,Cancelled,Milk,1,15.00,15.00\n,,,,Tea,1,10.00,10.00\n,,,,Total,3,,50.00\n,,40.00,,Milk,3,,\n',
    [
      'Main/1 | 2026-07-15T08:12:01 | 2500 | 1 Tea 1000 | 1 Milk 1500',
      '4: This sale was cancelled.',
      '5: This sale was cancelled.',
      '7: There is no date.',
    ],
  ],
  [
    "Zettle's items, with discounts, below lines of a heading",
    'Karoo Pantry\nPeriod,2026-07-01 - 2026-07-31\n\nDate,Time,Receipt number,Name,Variant,Quantity,Unit price,Discount,Final price (ZAR)\n2026-07-15,08:12,7,Tea,80s,2,10.00,5.00,15.00\n2026-07-15,08:12,7,Milk,,1,15.00,0.00,15.00\n',
    ['7 | 2026-07-15T08:12:00 | 3000 | 2 Tea 1000 | 1 Milk 1500'],
  ],
  [
    "SumUp's sales, whose prices are of the line",
    'Date,Time,Type,Transaction ID,Receipt Number,Quantity,Description,Price (Gross),Price (Net),Tax,Transaction refunded\n15.07.26,08:12,Sales,TA,S1,2,Tea,23.00,20.00,3.00,\n15.07.26,09:12,Refund,TB,S2,1,Tea,-11.50,-10.00,-1.50,TA\n',
    ['S1 | 2026-07-15T08:12:00 | 2300 | 2 Tea 1150', 'S2 | 2026-07-15T09:12:00 | -1150 | -1 Tea 1150'],
  ],
  [
    'types and states in other words, and the minus sign of Unicode',
    'Date,Receipt,Total,Type,Status\n2026-07-15,1,10,Credit card,Paid\n2026-07-15,2,10,Returning customer,Paid\n2026-07-15,3,10,Credit note,Paid\n2026-07-15,4,\u221210.00,Cash,Paid\n2026-07-15,5,10,Cash,New\n2026-07-15,6,10,Quotation,Paid\n2026-07-15,7,10,Cash,Not approved\n',
    [
      '1 | 2026-07-15T00:00:00 | 1000',
      '2 | 2026-07-15T00:00:00 | 1000',
      '3 | 2026-07-15T00:00:00 | -1000',
      '4 | 2026-07-15T00:00:00 | -1000',
      '6: This sale was not completed.',
      '7: This sale was not completed.',
      '8: This sale was not completed.',
    ],
  ],
  [
    'orders of Shopify with several lines, cancelled and in other money, as the first row says',
    'Name,Financial Status,Created at,Currency,Total,Cancelled at,Lineitem name,Lineitem quantity,Lineitem price\n#1,paid,2026-05-29,ZAR,150,2026-05-30,Mug,1,100\n#1,,2026-05-29,,,,Tea,1,50\n#2,paid,2026-05-29,USD,150,,Mug,1,100\n#2,,2026-05-29,,,,Tea,1,50\n#3,paid,2026-05-29,ZAR,150,,Mug,1,100\n#3,,2026-05-29,,,,Tea,1,50\n',
    [
      '2: This sale was cancelled.',
      '3: This sale was cancelled.',
      '4: This sale is in USD, not in rand.',
      '5: This sale is in USD, not in rand.',
      '#3 | 2026-05-29T00:00:00 | 15000 | 1 Mug 10000 | 1 Tea 5000',
    ],
  ],
  [
    'a line that is voided beside others of its receipt, and a column that says whether goods came back',
    'Receipt,Date,Item,Qty,Line total,Void,Returned\n1,2026-05-29,Mug,1,100,true,no\n1,2026-05-29,Tea,1,50,,no\n',
    ['2: This sale was cancelled.', '1 | 2026-05-29T00:00:00 | 5000 | 1 Tea 5000'],
  ],
  [
    'a cancelled sale, a row of sums, and a row without an amount',
    'Date,Total,Type\n2026-04-03,10,Sale\n2026-04-03,10,Voided\n2026-04-04,,Sale\nTotal,20,\n',
    [' | 2026-04-03T00:00:00 | 1000', '3: This sale was cancelled.', '4: There is no amount.'],
  ],
])('sales file: %s', async (_what, file, sales) => expect(await summarise(file)).toEqual(sales))

test('sales file: columns with the amounts of cash and card give the payment method', async () => {
  const sales = await read(
    'Date,Total,Cash,Card,EFT\n2026-04-03,10,R10.00,R0.00,\n2026-04-03,20,,20,\n2026-04-03,30,10,20,\n2026-04-03,5,,Visa,5\n',
  )
  expect(sales.map((sale) => !isRejected(sale) && sale.payment_method)).toEqual(['Cash', 'Card', 'Cash + Card', 'EFT'])
})

test('sales file: the reference of a sale is the same in every file that has it', async () => {
  const references = async (file: string) => {
    const equal = new Map<string, number>()
    const countEqual = (key: string) => equal.set(key, (equal.get(key) ?? 0) + 1).get(key) ?? 0
    return (await read(file)).flatMap((sale) =>
      isRejected(sale) ? [] : createReference(sale, findDay(sale.saledate), countEqual),
    )
  }
  const [first, second] = ['7,2026-04-03,10\n', '8,2026-04-04,20\n']
  const first7 = 'import:1:2026-04-03:7'
  expect(await references(`Receipt,Date,Total\n${first}${second}`)).toEqual([first7, 'import:1:2026-04-04:8'])
  expect(await references(`Receipt,Date,Total\n${second}`)).toEqual(['import:1:2026-04-04:8'])

  const [tea, milk] = ['2026-04-03 10:00,10\n', '2026-04-03 11:00,10\n']
  const both = await references(`Date,Total\n${tea}${tea}${milk}`)
  expect(new Set(both).size, 'two equal sales are two').toBe(3)
  expect(await references(`Date,Total\n${milk}${tea}${tea}`)).toEqual([both[2], both[0], both[1]])
  const refunded = await references('Receipt,Date,Total\n7,2026-04-03,10\n7,2026-04-03,-10\n')
  expect(refunded, 'a refund under the number of its sale').toEqual([first7, `${first7}:refund`])
  expect(await references('Receipt,Date,Total\n7,2026-04-03,-10\n')).toEqual([`${first7}:refund`])
  const priced = (title: string, cost: string) => references(`Date,Item,Qty,Price${title}\n2026-04-03,Tea,1,10${cost}\n`)
  expect(await priced(',Cost of goods', ',7'), 'also of a version that read no cost').toEqual(await priced('', ''))
  const long = await references(`Receipt,Date,Total\n${'9'.repeat(200)},2026-04-03,10\n`)
  expect(long[0]?.length).toBeLessThanOrEqual(100)
})
