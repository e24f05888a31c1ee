import { afterAll, beforeEach, expect, test } from 'vitest'
import { ReportInput } from '../../../../contract/reports.ts'
import { findMismatches } from '../../../../db/testing/find-mismatches.ts'
import { createOwner, type Owner } from '../../../testing/clients.ts'
import { importSales, previewSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

type Part = { what: string; cents: number }

/** What is stored of each sale: its receipt, amount, VAT, lines, payments and extras, in cents. */
async function readSales() {
  const { rows } = await server.ownerPool.query<{ receipt: string; amount: number; vat: number; parts: Part[] }>(
    `select reference as receipt, finalamount_cents::int as amount, vat_cents::int as vat,
            (select coalesce(json_agg(part order by place, position), '[]') from (
               select 1 as place, line as position, coalesce(nullif(productname, ''), '?') as what, sold_cents as cents from (
                 select l.line, l.productname, l.amount_cents as sold_cents from saleitems l where l.saleid = s.saleid) l
               union all
               select 2, position, payment_method, amount_cents from sale_payments p where p.saleid = s.saleid
               union all
               select 3, position, kind, amount_cents from sale_extras e where e.saleid = s.saleid) part) as parts
       from sales s where businessid = $1 order by saledate, reference`,
    [thandi.businessid],
  )
  return rows.map(({ receipt, amount, vat, parts }) => [
    receipt.split(':').slice(3).join(':'),
    amount,
    vat,
    ...parts.map(({ what, cents }) => `${what} ${cents}`),
  ])
}
const total = async () =>
  (await thandi.api.reports.get(ReportInput.parse({ by: 'day', from: '2026-01-01', to: '2026-11-22', compare: 'off' }))).total

const SQUARE =
  'Date,Time,Gross Sales,Discounts,Net Sales,Gift Card Sales,Tax,Tip,Total Collected,Card,Cash,Square Gift Card,Other Tender,Other Tender Type,Transaction ID,Event Type\n'
const day = '2026-10-05'

test('a sales file of Square: tips and gift cards are beside the amount, and a sale has each of its payments', async () => {
  const file = `${SQUARE}${day},09:14:02,R100.00,R0.00,R100.00,R0.00,R15.00,R20.00,R135.00,R135.00,R0.00,R0.00,R0.00,,T1,Payment
${day},10:02:40,R0.00,R0.00,R0.00,R500.00,R0.00,R0.00,R500.00,R0.00,R500.00,R0.00,R0.00,,T2,Payment
${day},11:30:00,R200.00,-R20.00,R180.00,R0.00,R27.00,R0.00,R207.00,R107.00,R0.00,R100.00,R0.00,,T3,Payment
${day},12:00:00,R10.00,R0.00,R10.00,R0.00,R1.50,R0.00,R11.50,R0.00,R1.50,R0.00,R10.00,SnapScan,T4,Payment
2026-10-06,09:00:00,-R100.00,R0.00,-R100.00,R0.00,-R15.00,-R20.00,-R135.00,-R135.00,R0.00,R0.00,R0.00,,T5,Refund
`
  expect(await importSales(thandi, file)).toMatchObject({
    ...{ new: 5, amount: 218.5, split_sales: 2, unclear_splits: 0, charges: 0 },
    extras: { tips: 0, gift_cards: 500, in_total: true, is_unclear: false },
  })
  expect(await readSales()).toEqual([
    ['T1', 11_500, 1500, 'Card 13500', 'tip 2000'],
    ['T2', 0, 0, 'Cash 50000', 'gift_card 50000'],
    ['T3', 20_700, 2700, 'Card 10700', 'Gift card 10000'],
    ['T4', 1150, 150, 'Cash 150', 'SnapScan 1000'],
    ['T5:refund', -11_500, -1500, 'Card -13500', 'tip -2000'],
  ])
  expect(await total()).toMatchObject({ revenue: 218.5, vat: 28.5 })
  expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
  expect(await previewSales(thandi, file)).toMatchObject({ new: 0, existing: 5, rejected: 0 })
})

test.each([
  ['the payments of a row', 'Total,Cash,Card,Tip\n', '115.00,20.00,115.00,20.00\n', 11_500],
  ['the payments of a row, with the tip', 'Total,Cash,Card,Tip\n', '135.00,20.00,115.00,20.00\n', 11_500],
  ['the VAT', 'Total (incl. tax),VAT,Tip,Payment Method\n', '130.00,15.00,15.00,Visa\n', 11_500],
  ['the VAT, without the tip', 'Total,VAT,Tip,Payment Method\n', '115.00,15.00,15.00,Visa\n', 11_500],
])('a sales file: %s says whether the total has the tip', async (_, titles, row, amount) => {
  const preview = await importSales(thandi, `Receipt,Date,${titles}1,${day} 10:00,${row}`)
  expect(preview.extras).toMatchObject({ is_unclear: false })
  expect((await readSales()).map(([, cents]) => cents)).toEqual([amount])
})

test('a sales file: a person says whether the total has the tip where nothing in it does', async () => {
  const file = `Receipt,Date,Total,Gratuity,Payment\n1,${day} 10:00,130.00,15.00,Visa\n`
  expect(await previewSales(thandi, file)).toMatchObject({ amount: 115, extras: { tips: 15, in_total: true, is_unclear: true } })
  expect(await importSales(thandi, file, { extras_in_total: 'false' })).toMatchObject({
    amount: 130,
    extras: { tips: 15, in_total: false, is_unclear: false },
  })
  expect(await readSales()).toEqual([['1', 13_000, 1696, 'Visa 14500', 'tip 1500']])
})

test('a sales file: columns or rows for cash and card are the payments of a sale', async () => {
  await importSales(
    thandi,
    `Date,Receipt,Total,Cash,Card\n${day} 10:00,1,100.00,60.00,40.00\n${day} 10:05,2,50.00,50.00,0.00\n${day} 10:10,3,70.00,0.00,70.00\n${day} 10:15,4,70.00,50.00,70.00\n`,
  )
  await importSales(
    thandi,
    `Date,Kwitansie,Totaal,Betaalmetode\n2026-10-06 10:00,1,60.00,Kontant\n2026-10-06 10:00,1,40.00,EFT\n`,
  )
  expect(await readSales()).toEqual([
    ['1', 10_000, 1304, 'Cash 6000', 'Card 4000'],
    ['2', 5000, 652],
    ['3', 7000, 913],
    ['4', 7000, 913],
    ['1', 10_000, 1304, 'Kontant 6000', 'EFT 4000'],
  ])
  const { sites } = await thandi.api.cashUps.month({ month: '2026-10' })
  expect(sites[0]?.days.find((cell) => cell.day === day)).toMatchObject({ sales: 4 })
})

test('a sales file: the payments of a sale and their amounts are in one cell', async () => {
  const preview = await importSales(
    thandi,
    `Date,Receipt,Total,Payment type\n${day} 10:00,1,100.00,"Cash 60.00, Debit Card 40.00"\n${day} 10:05,2,50.00,Cash 50.00\n${day} 10:10,3,70.00,"Cash 10.00, Debit Card 20.00"\n${day} 10:15,4,80.00,Visa 4111\n`,
  )
  expect(preview).toMatchObject({ amount: 300, split_sales: 1, unclear_splits: 1 })
  expect(await readSales()).toEqual([
    ['1', 10_000, 1304, 'Cash 6000', 'Debit Card 4000'],
    ['2', 5000, 652],
    ['3', 7000, 913],
    ['4', 8000, 1043],
  ])
  const { rows } = await server.ownerPool.query<{ payment_method: string }>(
    'select payment_method from sales where businessid = $1 order by saledate',
    [thandi.businessid],
  )
  expect(rows.map(({ payment_method }) => payment_method)).toEqual(['Cash', 'Cash', 'Cash + Debit Card', 'Visa 4111'])
})

test('a sales file of items: a gift card that is sold is no line, and one that pays is', async () => {
  const head = 'Date,Time,Item,Qty,Gross Sales,Net Sales,Tax,Transaction ID,Itemization Type,Price Point Name\n'
  const preview = await importSales(
    thandi,
    `${head}${day},12:59:30,Flat White,1.0,R30.00,R30.00,R4.50,A,Physical Good,Small
${day},13:10:00,eGift Card,1.0,R500.00,R500.00,R0.00,B,Gift Card,
${day},13:15:00,Gift card holder,1.0,R20.00,R20.00,R3.00,C,Physical Good,
${day},13:20:00,Flat White,1.0,R30.00,R30.00,R4.50,D,Physical Good,Small
${day},13:20:00,Voucher R100,1.0,R100.00,R100.00,R0.00,D,Gift Card,
`,
  )
  expect(preview).toMatchObject({ new: 4, amount: 92, extras: { tips: 0, gift_cards: 600, in_total: null, is_unclear: false } })
  expect(await readSales()).toEqual([
    ['A', 3450, 450, 'Flat White 3450'],
    ['B', 0, 0, 'null 50000', 'gift_card 50000'],
    ['C', 2300, 300, 'Gift card holder 2300'],
    ['D', 3450, 450, 'Flat White 3450', 'null 13450', 'gift_card 10000'],
  ])
  expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
})

test('a sales file of Shopify: shipping is a charge, and never a part of a product', async () => {
  const head =
    'Name,Financial Status,Subtotal,Shipping,Taxes,Total,Discount Amount,Created at,Lineitem quantity,Lineitem name,Lineitem price,Payment Method\n'
  const preview = await importSales(
    thandi,
    `${head}#1,paid,200.00,60.00,33.91,260.00,0.00,${day} 10:00:00 +0200,2,Mug,100.00,Cash
#2,paid,180.00,60.00,31.30,240.00,20.00,${day} 11:00:00 +0200,2,Mug,100.00,Cash
#3,paid,500.00,0.00,0.00,500.00,0.00,${day} 12:00:00 +0200,1,Gift card - R500,500.00,Card
#4,paid,200.00,0.00,26.09,200.00,0.00,${day} 13:00:00 +0200,2,Mug,100.00,Gift Card + Card
#5,paid,100.00,50.00,13.04,100.00,0.00,${day} 14:00:00 +0200,1,Mug,100.00,Card
`,
  )
  expect(preview).toMatchObject({ amount: 800, charges: 120, extras: { gift_cards: 500 }, split_sales: 0, unclear_splits: 1 })
  expect((await readSales()).map(([receipt, cents, , ...parts]) => [receipt, cents, ...parts])).toEqual([
    ['#1', 26_000, 'Mug 20000', 'Shipping 6000'],
    ['#2', 24_000, 'Mug 18000', 'Shipping 6000'],
    ['#3', 0, 'Card 50000', 'gift_card 50000'],
    ['#4', 20_000, 'Mug 20000'],
    ['#5', 10_000, 'Mug 10000'],
  ])
  expect(await findMismatches(server.ownerPool, thandi.businessid)).toEqual({})
})

test('a sales file: a price has four decimals', async () => {
  await importSales(
    thandi,
    `Receipt,Date,Item,Qty,Unit price,Line total\nF1,${day},Unleaded 95,40.123,23.459,941.25\nF2,${day},Unleaded 95,12.5,23.459,293.24\nF3,${day},Biltong per kg,0.350,389.99,136.50\n`,
  )
  const { rows } = await server.ownerPool.query(
    'select exact_price::float as price from saleitems where businessid = $1 order by saleid',
    [thandi.businessid],
  )
  expect(
    rows.map(({ price }) => price),
    'null where it has two',
  ).toEqual([23.459, 23.459, null])
  expect(await total()).toMatchObject({ revenue: 1370.99 })
})
