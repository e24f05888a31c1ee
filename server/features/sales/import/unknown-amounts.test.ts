import { afterAll, expect, test } from 'vitest'
import { createOwner } from '../../../testing/clients.ts'
import { readSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

const listAsked = ({ columns }: Awaited<ReturnType<typeof readSales>>) =>
  columns.flatMap(({ title, is_asked }) => (is_asked ? title : []))

test('columns of unknown numbers are asked for before any figure, once for files with the same titles', async () => {
  const owner = await createOwner(server)
  const file = 'Date,Receipt,Price,Quantity,Bottle levy\n2026-10-05,1,20.00,2,3.50\n2026-10-05,2,10.00,1,0\n'
  const asked = await readSales(owner, file)
  expect(asked.preview).toBeNull()
  expect(listAsked(asked)).toEqual(['Bottle levy'])
  const answered = await readSales(owner, file, { columns: 'saledate,reference,price,quantity,tip' })
  expect(answered.preview).toMatchObject({ amount: 50, extras: { tips: 3.5 } })
  expect(await readSales(owner, file), 'the answer is kept').toMatchObject({ preview: { extras: { tips: 3.5 } } })
})

test.each([
  ['a second discount', 'Date,Total,Discount,Coupon discount\n2026-10-05,90.00,10.00,5.00\n', ['Coupon discount']],
  ['an amount in rand without cents', 'Date,Total,Corkage charge\n2026-10-05,90,20\n', ['Corkage charge']],
  ['what another column has', 'Date,Total,Amount due\n2026-10-05,90.00,R 90.00\n', []],
  ['amounts without VAT', 'Date,Total,VAT,Turnover excluding tax\n2026-10-05,115.00,15.00,100.00\n', []],
  ['numbers of things', 'Date,Total,Table,customer_id,Postal code,total_quantity\n2026-10-05,90.00,4,1001.00,7925,2\n', []],
  ['what the shop earns and pays', 'Date,Total,Profit,Processing fee,Gross margin\n2026-10-05,90.00,20.00,2.50,22.10\n', []],
  ['words', 'Date,Total,Service\n2026-10-05,90.00,Lunch\n', []],
])('columns of unknown numbers: %s', async (_what, file, expected) => {
  expect(listAsked(await readSales(await createOwner(server), file))).toEqual(expected)
})

test('columns of unknown numbers: a known export is named, and what its numbers mean is known', async () => {
  const owner = await createOwner(server)
  const titles = 'Date,Time,Gross Sales,Net Sales,Tip,Total Collected,Card Entry Methods,Other Tender,Fees,Net Total,Event Type'
  const { made_by, preview } = await readSales(
    owner,
    `${titles}\n2026-10-05,09:00:00,100.00,100.00,10.00,110.00,Chip,0.00,-2.50,107.50,Payment\n`,
  )
  expect(made_by).toBe("Square's export of transactions")
  expect(preview).toMatchObject({ new: 1, extras: { tips: 10 } })
})
