import { afterAll, expect, test } from 'vitest'
import { createOwner } from '../../../testing/clients.ts'
import { importSales, previewSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

// What a file does not say by itself, and how the answer of a person is read.

test('receipts of two tills: a column of tills tells equal numbers apart, also when the file comes again', async () => {
  const owner = await createOwner(server)
  const row = (till: string, time: string, amount: string) => `1,2026-10-05 ${time},${till},Bread,1,${amount}\n`
  const titles = 'Receipt,Date,Till,Item,Qty,Line total\n'
  const file = titles + row('A', '09:00', '20.00') + row('B', '09:00', '20.00') + row('A', '09:00', '5.00')
  expect(await importSales(owner, file)).toMatchObject({ new: 2, amount: 45, same_number: null })
  expect(await previewSales(owner, file)).toMatchObject({ new: 0, existing: 2 })
})

test('receipts of two tills: the first row of a receipt has the till, and one that cannot be read is not imported in parts', async () => {
  const owner = await createOwner(server)
  const titles = 'Receipt,Date,Till,Item,Qty,Line total\n'
  const first = '1,2026-10-05 09:00,A,Bread,1,20.00\n1,,,Milk,1,5.00\n2,2026-10-05 09:00,B,Bread,1,20.00\n'
  expect(await previewSales(owner, `${titles}${first}`)).toMatchObject({ new: 2, amount: 45, same_number: null })
  const unreadable = '1,2026-10-05 09:05,B,Bread,1,30.00\n1,2026-10-05 09:05,B,Milk,1,x\n'
  expect(await previewSales(owner, `${titles}${first}${unreadable}`)).toMatchObject({ new: 2, amount: 45, rejected: 2 })
})

test('receipts of two tills: a day with equal numbers changes nothing of other days', async () => {
  const owner = await createOwner(server)
  const titles = 'Receipt,Date,Till,Item,Qty,Line total\n'
  const other = '1,2026-10-06,A,Bread,1,20.00\n'
  await importSales(owner, `${titles}1,2026-10-05,A,Bread,1,20.00\n1,2026-10-05,B,Bread,1,30.00\n${other}`)
  expect(await previewSales(owner, titles + other)).toMatchObject({ new: 0, existing: 1 })
})

test('receipts of two tills: long numbers of refunds fit into a reference', async () => {
  const owner = await createOwner(server)
  const row = (till: string) => `${'9'.repeat(60)},2026-10-05,${till},Refund,-20.00\n`
  const file = `Receipt,Date,Till,Type,Total\n${row('A')}${row('B')}`
  expect(await importSales(owner, file)).toMatchObject({ new: 2, amount: -40, refunds: 2 })
  expect(await previewSales(owner, file)).toMatchObject({ new: 0, existing: 2 })
})

test('receipts of two tills: those of a file without tills are not added again by one with tills', async () => {
  const owner = await createOwner(server)
  await importSales(owner, 'Receipt,Date,Item,Qty,Line total\n1,2026-10-05,Bread,1,20.00\n')
  const file = 'Receipt,Date,Till,Item,Qty,Line total\n1,2026-10-05,A,Bread,1,20.00\n1,2026-10-05,B,Milk,1,30.00\n'
  expect(await previewSales(owner, file)).toMatchObject({ new: 0, existing: 1, rejected: 1 })
})

const TWICE =
  'Receipt,Date,Item,Qty,Line total\n1,2026-10-05 09:00,Bread,1,20.00\n2,2026-10-05 10:00,Milk,1,30.00\n1,2026-10-05 16:00,Milk,1,30.00\n'

test('a receipt number that comes again later on the day is asked, and may be of another till', async () => {
  const owner = await createOwner(server)
  expect(await previewSales(owner, TWICE)).toMatchObject({ new: 2, same_number: { rows: 1, is: 'one', is_unclear: true } })
  const several = { same_number: 'several' }
  expect(await importSales(owner, TWICE, several)).toMatchObject({ new: 3, amount: 80, same_number: { is_unclear: false } })
  expect(await previewSales(owner, TWICE, several)).toMatchObject({ new: 0, existing: 3 })
})

test('with several tills, a receipt with a row that cannot be read is not imported in parts', async () => {
  const file = `${TWICE}1,2026-10-05 16:00,Milk,1,x\n`
  expect(await previewSales(await createOwner(server), file, { same_number: 'several' })).toMatchObject({ new: 2, rejected: 2 })
})

test.each([
  ['items of one receipt at several times', '1,2026-10-05 09:00,A,1,20.00\n1,2026-10-05 09:40,B,1,30.00\n', 1, 0],
  ['the newest first', '1,2026-10-06 00:10,A,1,20.00\n1,2026-10-05 23:50,B,1,30.00\n', 1, 1],
  ['a number of the next morning', '1,2026-10-05 20:00,A,1,20.00\n1,2026-10-06 08:00,B,1,30.00\n', 2, 0],
  ['days without times', '1,2026-10-05,A,1,20.00\n1,2026-10-06,B,1,30.00\n', 2, 0],
])('a receipt and midnight: %s', async (_what, rows, sales, over_midnight) => {
  const preview = await previewSales(await createOwner(server), `Receipt,Date,Item,Qty,Line total\n${rows}`)
  expect(preview).toMatchObject({ new: sales, over_midnight, same_number: null, amount: 50 })
})

test('an unknown status is asked, and known ones are not', async () => {
  const owner = await createOwner(server)
  const file =
    'Receipt,Date,Status,Total\n1,2026-10-05,Completed,20.00\n2,2026-10-05,Kept aside,30.00\n3,2026-10-05,Kept aside,5.00\n'
  const word = { word: 'Kept aside', rows: 2 }
  expect(await previewSales(owner, file)).toMatchObject({ new: 3, statuses: [{ ...word, is: 'sale', is_unclear: true }] })
  const statuses = JSON.stringify({ 'Kept aside': 'none' })
  expect(await previewSales(owner, file, { statuses })).toMatchObject({
    ...{ new: 1, amount: 20, statuses: [{ ...word, is: 'none', is_unclear: false }] },
    no_sales: [{ reason: 'Sales with the status “Kept aside” do not count.', rows: 2 }],
  })
})

test('a status that has the name of a function is a word like others', async () => {
  const file = 'Receipt,Date,Status,Total\n1,2026-10-05,constructor,20.00\n2,2026-10-05,__proto__,30.00\n'
  expect(await previewSales(await createOwner(server), file)).toMatchObject({ new: 2, statuses: [{ rows: 1 }, { rows: 1 }] })
})

test('a VAT rate that the business never had is asked, and may be that of the day', async () => {
  const owner = await createOwner(server)
  const file = 'Receipt,Date,Total,VAT rate\n1,2026-10-05,114.00,14%\n2,2026-10-05,115.00,15%\n3,2026-10-05,20.00,0\n'
  expect(await previewSales(owner, file)).toMatchObject({ rates: [{ vat_rate: 14, rows: 1, is: 'file', is_unclear: true }] })
  await importSales(owner, file, { rates: JSON.stringify({ 14: 'standard' }) })
  const { rows } = await server.ownerPool.query(
    'select vat_cents::int as vat from sales where businessid = $1 order by reference',
    [owner.businessid],
  )
  expect(rows.map(({ vat }) => vat)).toEqual([1487, 1500, 0])
})

test('each month has what the business had in it', async () => {
  const owner = await createOwner(server)
  await importSales(owner, 'Date,Total\n2026-09-01,100.00\n2026-10-31,7.00\n')
  const file = 'Date,Total\n2026-10-05,20.00\n2026-11-05,20.00\n'
  expect(await previewSales(owner, file)).toMatchObject({ present: [{ month: '2026-10', amount: 7 }] })
})

test('a word in a column that a sale does without is left out, and a number that somebody wrote wrongly is not', async () => {
  const owner = await createOwner(server)
  const titles = 'Receipt,Date,Item,Qty,Unit price,Discount,Tip,Currency\n'
  const rows =
    '1,2026-10-05,Tea,1,20.00,none,n/a,South African Rand\n2,2026-10-05,Tea,1,20.00,1O.00,0,ZAR\n3,2026-10-05,Tea,1,20.00,-,-,rand\n'
  expect(await previewSales(owner, titles + rows)).toMatchObject({
    ...{ new: 2, amount: 40, rejected: 1, lines: [{ reason: 'Discount: “1O.00” is not a number.' }] },
    left_out: [
      { field: 'Discount', count: 1, cell: 'none' },
      { field: 'Tip', count: 1, cell: 'n/a' },
    ],
  })
})
