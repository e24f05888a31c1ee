import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { PRODUCT_TITLES } from '../../../contract/columns/product-titles.ts'
import { IMPORT_MAX_BYTES } from '../../../contract/shared/constants.ts'
import { createMemorySource } from '../../testing/memory-source.ts'
import { unescapeFormula, writeCsv } from '../csv.ts'
import { parseRecords } from './csv-records.ts'
import { openTable } from './read-table.ts'

const open = (file: string | Uint8Array) =>
  openTable(createMemorySource(Buffer.from(file)), { titles: PRODUCT_TITLES, maxRows: 50_000, rowNoun: 'products' })

async function read(file: string | Uint8Array) {
  const table = await open(file)
  const rows = await Array.fromAsync(table.rows())
  return { titles: table.columns.map(({ title }) => title), rows: rows.map(({ line, cells }) => [line, ...cells]) }
}

const readError = (file: string | Uint8Array) =>
  read(file).then(
    () => 'none',
    (error: Error) => error.message,
  )
const full = (piece: string) => piece.repeat(Math.floor(IMPORT_MAX_BYTES / piece.length) - 20)

/** Counts the turns of the event loop until `stop`. Every look at the clock finds that another second has passed. */
function countTurns() {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1_000
    return now
  })
  onTestFinished(() => clock.mockRestore())
  let turns = 0
  let next = setImmediate(function count() {
    turns++
    next = setImmediate(count)
  })
  return () => {
    clearImmediate(next)
    return turns
  }
}

// One step reads one record. A step whose time grows with the square of the file would not end before the timeout of the test.
test.each([
  ['lines', `Product\n${full('a\n')}`, 50_001, 'A file has at most 50\u00a0000 products.'],
  ['commas', full(','), 0, expect.stringContaining('Line 1 is too long')],
  ['titles', `Product${full(',x')}`, 0, expect.stringContaining('Line 1 is too long')],
  ['quotation marks', `Product\n${full('"')}`, 0, expect.stringContaining('Line 2 is too long')],
  ['empty lines', `Product\n${full('\n')}`, 0, 'none'],
  ['lines of nothing but commas', `Product\n${full(',\n')}`, 0, 'none'],
  ['thousands', `Product,Price\n${full(`a,"${'1,111,'.repeat(10_000)}1.5"\n`)}`, 100, 'none'],
])('read table: a full file of %s does not block the event loop', async (_what, file, records, error) => {
  const bytes = Buffer.from(file)
  const stop = countTurns()
  expect(await readError(bytes)).toEqual(error)
  expect(stop()).toBeGreaterThanOrEqual(records)
})

test('read table: refuses more than 200 columns', async () => {
  const titles = Array.from({ length: 200 }, (_, n) => `Shelf ${n}`)
  expect(await readError(`Product,${titles}\nTea\n`)).toBe('A file has at most 200 columns.')
  expect(await read(`Product${','.repeat(500)}\nTea\n`)).toEqual({ titles: ['Product'], rows: [[2, 'Tea']] })
})

test.each([
  ['sep=;\r\nProduct;Price\r\nTea;12,5\r\n'],
  ['\uFEFFsep=\t\nProduct\tPrice\nTea\t12,5\n'],
  ['SEP=,\nProduct,Price\nTea,"12,5"\n'],
  ['\n\nProduct;Price\nTea;12,5\n'],
  ['Product|Price\nTea|12,5\n'],
  ['Karoo Pantry, Sandton\nProduct;Price\nTea;12,5\n'],
])('read table: finds delimiter and titles of %j', async (file) => {
  const { titles, rows } = await read(file)
  expect(titles).toEqual(['Product', 'Price'])
  expect(rows.map(([, ...cells]) => cells)).toEqual([['Tea', '12,5']])
})

test('read table: with no known title, the first line has the titles', async () =>
  expect(await read('Ding;Geld\nTee;12,5\n')).toEqual({ titles: ['Ding', 'Geld'], rows: [[2, 'Tee', '12,5']] }))

test.each([
  ['2026-10-05,09:58,1,Bread,1,20.00\n2026-10-05,10:05,2,Tea,1,35.00\n', 6],
  ['sep=;\n5/10/2026;1;Bread;20,00\n5/10/2026;1;Tea;35,00\n', 4],
  ['2026-10-05;20,00;5,00\n2026-10-05;30,00;5,00\n', 3],
  ['2026-10-05,Bread,Price,20\n2026-10-05,Tea,Stock,35,more\n', 5],
  ['Bread,6001000000012,R 20.00\nTea,6001000000029,R 5.00\n', 3],
])('read table: a file without titles loses no row: %j', async (file, columns) => {
  const { titles, rows } = await read(file)
  expect(titles).toEqual(Array.from({ length: columns }, (_, index) => `Column ${index + 1}`))
  expect(rows).toHaveLength(2)
})

test.each([
  ['Ding,2024,2025\nTee,1,2\n', ['Ding', '2024', '2025']],
  ['Product,Price,2026-10-05,7\nTea,1,2,3\n', ['Product', 'Price', '2026-10-05', '7']],
  ['Stock list,2026-10-05,1\n\nProduct,Price\nTea,1\n', ['Product', 'Price']],
])('read table: numbers and dates among titles are titles: %j', async (file, titles) =>
  expect((await read(file)).titles).toEqual(titles),
)

test.each([
  [
    'Karoo Pantry\n,,Sales,,Returns,\nDate,Product,Qty,Price,Qty,Price\n5/10,Tea,1,2,3,4\n',
    ['Date', 'Product', 'Sales Qty', 'Sales Price', 'Returns Qty', 'Returns Price'],
  ],
  [
    'Date,Product,Sales,,Returns,,Total\n,,Qty,Price,Qty,Value,\n5/10,Tea,1,2,3,4,5\n',
    ['Date', 'Product', 'Sales Qty', 'Sales Price', 'Returns Qty', 'Returns Value', 'Total'],
  ],
  [
    ',Shop A,,Shop B,,\nProduct,Qty,Cost,Qty,Cost,Barcode\nTea,1,2,3,4,5\n',
    ['Product', 'Shop A Qty', 'Shop A Cost', 'Shop B Qty', 'Shop B Cost', 'Barcode'],
  ],
  ['Product,Selling,Purchase\nname,price,price\nTea,1,2\n', ['name', 'Selling price', 'Purchase price']],
  ['List,October,Karoo\nProduct,Price,Stock\nTea,1,2\n', ['Product', 'Price', 'Stock']],
  ['Product,Category,Supplier\nPrice,Tea,Cost\n', ['Product', 'Category', 'Supplier']],
])('read table: titles may be on two rows: %j', async (file, titles) => expect((await read(file)).titles).toEqual(titles))

test('read table: a column with values and no title has a name, and one without values is left out', async () =>
  expect(await read('Product,,,Price\nTea,x,,5\n')).toEqual({
    titles: ['Product', 'Column 2', 'Price'],
    rows: [[2, 'Tea', 'x', '5']],
  }))

test('read table: leaves out the reasons of an earlier import', async () =>
  expect(await read('Product,Not imported because,Price\nTea,Price is required.,5\n')).toEqual({
    titles: ['Product', 'Price'],
    rows: [[2, 'Tea', '5']],
  }))

test('read table: samples are the first different values of a column', async () => {
  const { columns } = await open('Product,Shelf\nTea,A\nCoffee,A\nMilk,\nJam,B\n')
  expect(columns.map(({ samples }) => samples)).toEqual([
    ['Tea', 'Coffee', 'Milk'],
    ['A', 'B'],
  ])
})

test('read table: files with the same titles in any order have one shape', async () => {
  const [first, second, other] = await Promise.all(['Product,Price', 'PRICE;product', 'Product,Cost'].map(open))
  expect(first?.shape).toEqual(second?.shape)
  expect(first?.shape).not.toEqual(other?.shape)
})

test('read table: says on which line the quotation mark is that is never closed', async () =>
  expect(await readError(Buffer.from('Product\n"Tea"\n\n"Milk\n1\n2\n'))).toBe('The quotation mark on line 4 is never closed.'))

test('read table: accepts mixed line ends and counts lines as an editor does', async () => {
  const file = 'Price,Product\r\n10,Milk\n12,Bread\r30,"Eggs\r\nand\nmore"\n\r\n7,Tea\r\n8,Salt'
  expect((await read(file)).rows).toEqual([
    [2, '10', 'Milk'],
    [3, '12', 'Bread'],
    [6, '30', 'Eggs\r\nand\nmore'],
    [8, '7', 'Tea'],
    [9, '8', 'Salt'],
  ])
})

test('read table: parts of a file are joined wherever they are cut', async () => {
  const line = (n: number) => `"Ca${'f'.repeat(n % 50)}é, ""${n}""\r\n2",${n}\r\n\r\n`
  const file = `Product,Price\r\n${Array.from({ length: 20_000 }, (_, n) => line(n)).join('')}`
  const { rows } = await read(file)
  expect(rows).toHaveLength(20_000)
  expect(rows.at(-1)).toEqual([60_000, `Ca${'f'.repeat(49)}é, "19999"\r\n2`, '19999'])
})

test('read table: keeps a quotation mark inside an unquoted cell', () => {
  const cells = (line: string) => [...parseRecords(line, ',')].map((record) => record.cells)
  expect(cells('TV 32",5" wide,"a ""b""","12"" c"d,""')).toEqual([['TV 32"', '5" wide', 'a "b"', '"12"" c"d', '']])
})

test('read table: a quotation mark behind a backslash is text where MySQL wrote the file, and a backslash may end a cell', () => {
  const cells = (line: string) => [...parseRecords(line, ',', { escapes: true })].map((record) => record.cells)
  expect(cells('1,"Pizza 6\\", cheese",2')).toEqual([['1', 'Pizza 6", cheese', '2']])
  expect(cells('1,"Pipe 1/2\\"",2')).toEqual([['1', 'Pipe 1/2"', '2']])
  expect(cells('1,"Pipe 1/2\\"","PVC"')).toEqual([['1', 'Pipe 1/2"', 'PVC']])
  expect(cells('1,"a \\"b\\" c","d"')).toEqual([['1', 'a "b" c', 'd']])
  expect(cells('1,"a \\"b, c\\" d",2')).toEqual([['1', 'a "b, c" d', '2']])
  expect(cells('1,"x \\\\",\\N')).toEqual([['1', 'x \\\\', '']])
  expect(cells('"C:\\","D:\\",1')).toEqual([['C:\\', 'D:\\', '1']])
  expect(cells('"C:\\",1\n"D:\\",2')).toEqual([
    ['C:\\', '1'],
    ['D:\\', '2'],
  ])
  expect(cells('"a\\"" b","a\\"",b"')).toEqual([['a\\" b', 'a\\",b']])
  expect(cells('1,"Pipe 1/2" PVC",2')).toEqual([['1', 'Pipe 1/2" PVC', '2']])
  expect(cells('"Tea",32",5')).toEqual([['Tea', '32"', '5']])
})

test('read table: reads every exported text unchanged', async () => {
  const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.stringMatching(/^["',;\r\n=]{0,6}$/))
  const columns = [0, 1].map((index) => ({ title: `${index}`, value: (row: string[]) => row[index] ?? '' }))
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom('x', 'y'), text), { minLength: 1, maxLength: 9 }), async (rows) => {
      const pages = (async function* () {
        yield rows
      })()
      const file = Buffer.concat(await Array.fromAsync(writeCsv(columns, pages))).toString('utf8')
      const [, ...back] = [...parseRecords(file.slice(1), ',')]
      expect(back.map(({ cells: [, cell = ''] }) => unescapeFormula(cell))).toEqual(rows.map(([, cell]) => cell))
    }),
    { numRuns: 200 },
  )
})

test('read table: refuses a file that is only partly UTF-8', async () => {
  const mixed = Buffer.concat([Buffer.from('Product,Price\nCafé,1\nCr'), Buffer.from([0xe8]), Buffer.from('me,2\n')])
  expect(await readError(mixed)).toContain('Line 3 cannot be read')
  expect(await readError(Buffer.concat([Buffer.from('\uFEFFProduct\nCr'), Buffer.from([0xe8]), Buffer.from('me\n')]))).toContain(
    'Line 2 cannot be read',
  )
})

test.each([
  ['Windows-1252', Buffer.from('Product\nCr\xe8me br\xfbl\xe9e \x80\n', 'latin1')],
  ['MacRoman', Buffer.from('Product\nCr\x8fme br\x9el\x8ee \xdb\n', 'latin1')],
  ['UTF-8 with a byte order mark', Buffer.from('\uFEFFProduct\nCrème brûlée €\n')],
  ['UTF-16', Buffer.from('\uFEFFProduct\nCrème brûlée €\n', 'utf16le')],
  ['UTF-16 without a byte order mark', Buffer.from('Product\nCrème brûlée €\n', 'utf16le')],
  ['UTF-16 with the larger byte first', Buffer.from('\uFEFFProduct\nCrème brûlée €\n', 'utf16le').swap16()],
])('read table: reads %s', async (_encoding, bytes) => expect((await read(bytes)).rows).toEqual([[2, 'Crème brûlée €']]))

test.each([
  ['Zo\x91 re\x91ls', 'Zoë reëls'],
  ['Caf\x8e', 'Café'],
  ['don\xd5t', 'don’t'],
  ['Jalape\x96o cr\x8fme', 'Jalapeño crème'],
])('read table: MacRoman %j is %s', async (bytes, text) =>
  expect((await read(Buffer.from(`Product\n${bytes}\n`, 'latin1'))).rows).toEqual([[2, text]]),
)

test.each([
  ['don\x92t', 'don’t'],
  ['O\x92Reilly', 'O’Reilly'],
  ['\x93Best\x94 \x96 5\xb0', '“Best” – 5°'],
  ['Mon\x96Fri', 'Mon–Fri'],
  ['Coca-Cola\x99, \x805', 'Coca-Cola™, €5'],
  ['S\xf8ren \x8akoda na\xefve \xc9clair', 'Søren Škoda naïve Éclair'],
])('read table: Windows-1252 %j is %s', async (bytes, text) =>
  expect((await read(Buffer.from(`Product;x\n${bytes};\n`, 'latin1'))).rows).toEqual([[2, text, '']]),
)
