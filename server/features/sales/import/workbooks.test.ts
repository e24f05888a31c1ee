import { afterAll, beforeEach, expect, test } from 'vitest'
import { createOwner, type Owner } from '../../../testing/clients.ts'
import { importSales, previewSales } from '../../../testing/sales-imports.ts'
import { testServer } from '../../../testing/server.ts'
import { createWorkbook, writeRows } from '../../../testing/workbook.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
})

type Rows = Parameters<typeof writeRows>[0]
type SheetOf = { name: string; rows: Rows; state?: string }

const create = (first: Rows, ...others: SheetOf[]) =>
  createWorkbook({ rows: writeRows(first), sheets: others.map(({ rows, ...sheet }) => ({ ...sheet, rows: writeRows(rows) })) })
const choose = (...names: string[]) => ({ sheets: JSON.stringify(names) })
const listChosen = ({ sheets = [] }: Awaited<ReturnType<typeof previewSales>>) =>
  sheets.map(({ name, is_hidden, is_chosen }) => `${name}${is_hidden ? ' hidden' : ''}${is_chosen ? ' chosen' : ''}`)

const TITLES = ['Date', 'Receipt', 'Item', 'Line total']
const month = (day: string, ...rows: [string, string, number | string][]): Rows => [TITLES, ...rows.map((row) => [day, ...row])]

test('workbooks: a sheet a month is read as one file, and each line is named by its sheet', async () => {
  const file = await create(
    month('2026-10-05', ['A1', 'Tea', 100]),
    { name: 'Nov', rows: month('2026-11-05', ['A1', 'Tea', 900], ['A9', 'Tea', 'x'], ['A9', 'Milk', 5]) },
    { name: 'Empty', rows: [] },
    { name: 'Lists', rows: [['Cash'], ['Card']] },
  )
  const preview = await importSales(thandi, file)
  expect(listChosen(preview)).toEqual(['S chosen', 'Nov chosen', 'Lists'])
  expect(preview).toMatchObject({ new: 2, amount: 1000, rejected_lines: 2 })
  expect(preview.sheets?.map(({ rows }) => rows)).toEqual([2, 4, 2])
  expect(preview.lines).toEqual([
    { line: 3, sheet: 'Nov', receipt: 'A9', reason: expect.stringContaining('is not a number') },
    { line: 4, sheet: 'Nov', receipt: 'A9', reason: 'Line 3 of “Nov” of this receipt is not imported.' },
  ])
  expect(preview.samples.map(({ line, sheet }) => [line, sheet])).toEqual([
    [2, 'S'],
    [2, 'Nov'],
  ])
  const query = new URLSearchParams({ file_name: 'x.xlsx', siteid: String(thandi.siteid) })
  const rejected = await thandi.fetch(`/api/v1/sales/imports/rejected.csv?${query}`, {
    ...{ method: 'POST', body: new Uint8Array(file), headers: { 'content-type': 'text/csv' } },
  })
  const text = await rejected.text()
  expect(text).toContain('Line 3 of “Nov”: ')
  expect(text).toContain('Line 4 of “Nov”: Line 3 of “Nov” of this receipt is not imported.')
  expect(await previewSales(thandi, file, choose('Nov')), 'one sheet alone').toMatchObject({
    ...{ new: 0, existing: 1, lines: [{ line: 3 }, { line: 4, reason: 'Line 3 of this receipt is not imported.' }] },
  })
})

test('workbooks: the sheet with the most known titles is read, not a cover or a hidden sheet', async () => {
  const cover: Rows = [['Sales of October'], ['Prepared by', 'A. Smit'], ['Total', 150]]
  const sales = month('2026-10-05', ['A1', 'Tea', 150])
  const covered = await previewSales(thandi, await create(cover, { name: 'Data', rows: sales }))
  expect(covered).toMatchObject({ new: 1, amount: 150 })
  expect(listChosen(covered)).toEqual(['S', 'Data chosen'])

  const older = { name: 'Old', rows: month('2026-09-05', ['A0', 'Tea', 70]), state: 'hidden' }
  const file = await create(cover, older, { name: 'Data', rows: sales })
  const first = await previewSales(thandi, file)
  expect(listChosen(first), 'a hidden sheet with the same titles').toEqual(['S', 'Data chosen', 'Old hidden'])
  expect(first).toMatchObject({ new: 1, amount: 150 })
  expect(await previewSales(thandi, file, choose('Old'))).toMatchObject({ new: 1, amount: 70 })
  expect(await previewSales(thandi, file, choose('Data', 'Old'))).toMatchObject({ new: 2, amount: 220 })
})

test('workbooks: sheets whose rows are all hidden are a choice, and nothing is read before', async () => {
  const file = await create([], { name: 'Old', rows: month('2026-09-05', ['A0', 'Tea', 70]), state: 'veryHidden' })
  await expect(previewSales(thandi, file)).rejects.toThrow('the columns do not match')
  expect(await previewSales(thandi, file, choose('Old'))).toMatchObject({ new: 1, amount: 70 })
  await expect(previewSales(thandi, await create([]))).rejects.toThrow('This file is empty.')
})

test('workbooks: sheets with other titles are not read together, and one that is not there is named', async () => {
  const other: Rows = [
    ['Date', 'Total'],
    ['2026-10-06', 5],
  ]
  const file = await create(month('2026-10-05', ['A1', 'Tea', 150]), { name: 'Other', rows: other })
  const { sheets } = await previewSales(thandi, file)
  expect(sheets?.map(({ shape }) => shape)).toEqual([0, 1])
  await expect(previewSales(thandi, file, choose('S', 'Other'))).rejects.toThrow(
    'The sheets “S” and “Other” have other titles. Choose sheets with the same titles.',
  )
  await expect(previewSales(thandi, file, choose('Nov'))).rejects.toThrow('This workbook has no sheet “Nov” with rows.')
  expect(await previewSales(thandi, 'Date,Total\n2026-10-06,5\n', choose('Nov')), 'a CSV file').toMatchObject({ new: 1 })
})

test('workbooks: columns of sheets are found by their titles, in any order', async () => {
  const other: Rows = [
    ['Line total', 'Item', 'Date', 'Receipt'],
    [50, 'Milk', '2026-11-06', 'B1'],
  ]
  const file = await create(month('2026-10-05', ['A1', 'Tea', 150]), { name: 'Nov', rows: other })
  expect(await previewSales(thandi, file)).toMatchObject({ new: 2, amount: 200, rejected: 0 })
})

test('workbooks: rows that are hidden are read and counted', async () => {
  const rows = writeRows(month('2026-10-05', ['A1', 'Tea', 100], ['A2', 'Tea', 900]))
  const preview = await previewSales(
    thandi,
    await createWorkbook({ rows: rows.replace('<row r="3">', '<row r="3" hidden="1">') }),
  )
  expect(preview).toMatchObject({ amount: 1000, sheets: [{ rows: 3, hidden_rows: 1 }] })
})

test('workbooks: a row with an error or a formula without its value is refused by name, and its receipt with it', async () => {
  const head = ['Date', 'Receipt', 'Item', 'Qty', 'Price', 'Line total', 'Note']
  const rows = writeRows([
    head,
    ['2026-10-05', 'A1', 'Tea', 2, 20, 30],
    ['2026-10-05', 'A1', 'Milk', 3, 25, 'FORMULA'],
    ['2026-10-05', 'A2', '#N/A', 3, 25, 75],
    ['2026-10-05', 'A3', 'Tea', 3, 25, '#div/0!'],
    ['#REF!', 'A4', 'Tea', 3, 25, 75],
    ['2026-10-05', 'A5', 'Tea #1', 3, 25, 75, '#NAME?'],
  ]).replace('<c r="F3" t="inlineStr"><is><t>FORMULA</t></is></c>', '<c r="F3"><f>D3*E3-10</f></c>')
  const preview = await previewSales(thandi, await createWorkbook({ rows }))
  expect(preview).toMatchObject({ new: 1, amount: 75, rejected_lines: 5, unknown_products: [{ productname: 'Tea #1' }] })
  const error = (name: string, text: string) =>
    `${name}: “${text}” is an error of a formula. Correct it in the spreadsheet and save the file.`
  expect(preview.lines.map(({ line, reason }) => [line, reason])).toEqual([
    [2, 'Line 3 of this receipt is not imported.'],
    [3, 'Line total: this formula has no stored value. Open the file in a spreadsheet and save it.'],
    [4, error('Item', '#N/A')],
    [5, error('Line total', '#div/0!')],
    [6, error('Date', '#REF!')],
  ])
})

test('workbooks: an error of a formula is no product and no employee', async () => {
  const post = async (path: string, file: string) => {
    const answer = await thandi.fetch(`/api/v1/${path}/imports?siteid=${thandi.siteid}`, {
      ...{ method: 'POST', body: file, headers: { 'content-type': 'text/csv' } },
    })
    return ((await answer.json()) as { preview: unknown }).preview
  }
  const products = await post('products', 'Product,Price\n#N/A,5\nTea,#REF!\nMilk,20.00\n')
  expect(products).toMatchObject({ new: 1, rejected: 2, lines: [{ reason: expect.stringContaining('Product: “#N/A”') }, {}, {}] })
  const employees = await post('employees', 'First name,Last name\n#N/A,Smit\nAnna,Smit\n')
  expect(employees).toMatchObject({ new: 1, rejected: 1, lines: [{ reason: expect.stringContaining('First name: “#N/A”') }, {}] })
})

test('workbooks: a file without titles loses no sale, and its columns are chosen', async () => {
  const file =
    '2026-10-05,09:58,1,Bread,1,20.00\n2026-10-05,10:05,2,Scandinavian,1,35.00\n2026-10-05,10:07,3,Hot chocolate,2,50.00\n'
  await expect(previewSales(thandi, file)).rejects.toThrow('the columns do not match')
  const columns = 'saledate,saletime,reference,productname,quantity,linetotal'
  const preview = await previewSales(thandi, file, { columns })
  expect(preview).toMatchObject({ new: 3, amount: 105, samples: [{ line: 1 }, { line: 2 }, { line: 3 }] })
  expect(preview.columns[0]).toMatchObject({ title: 'Column 1', cells: ['2026-10-05', '2026-10-05', '2026-10-05'] })
  expect(await previewSales(thandi, file), 'the choice is kept').toMatchObject({ new: 3 })
})
