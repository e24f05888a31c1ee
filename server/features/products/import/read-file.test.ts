import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { IMPORT_MAX_BYTES } from '../../../../contract/shared/constants.ts'
import { unescapeFormula, writeCsv } from '../../../shared/csv.ts'
import { parseRecords } from './csv-records.ts'
import { readFile } from './read-file.ts'

const read = (file: string | Uint8Array) => readFile(Buffer.from(file))
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
  ['commas', full(','), 0, 'This file is empty.'],
  ['titles', `Product${full(',x')}`, 0, expect.stringContaining('Line 1 is longer')],
  ['quotation marks', `Product\n${full('"')}`, 0, expect.stringContaining('Line 2 is longer')],
  ['empty lines', `Product\n${full('\n')}`, 0, 'none'],
  ['lines of nothing but commas', `Product\n${full(',\n')}`, 0, 'none'],
  ['thousands', `Product,Price\n${full(`a,"${'1,111,'.repeat(10_000)}1.5"\n`)}`, 100, 'none'],
])('read file: a full file of %s does not block the event loop', async (_what, file, records, error) => {
  const bytes = Buffer.from(file)
  const stop = countTurns()
  expect(await readError(bytes)).toEqual(error)
  expect(stop()).toBeGreaterThanOrEqual(records)
})

test('read file: refuses more than 200 columns', async () => {
  const titles = Array.from({ length: 200 }, (_, n) => `Shelf ${n}`)
  expect(await readError(`Product,${titles}\nTea\n`)).toBe('A file has at most 200 columns.')
  expect(await read(`Product${','.repeat(500)}\nTea\n`)).toMatchObject({ rows: [{ cells: { productname: 'Tea' } }] })
})

test.each([
  ['sep=;\r\nProduct;Price\r\nTea;12,5\r\n'],
  ['\uFEFFsep=\t\nProduct\tPrice\nTea\t12,5\n'],
  ['SEP=,\nProduct,Price\nTea,"12,5"\n'],
])('read file: uses the delimiter of a separator line: %j', async (file) => {
  expect((await read(file)).rows).toEqual([{ line: 3, cells: { productname: 'Tea', price: '12,5' } }])
})

test('read file: refuses a picture and a workbook', async () => {
  const picture = Buffer.concat([Buffer.from([0x89]), Buffer.from('PNG\r\n\x1a\n\0\0\0\rIHDR')])
  for (const file of [picture, 'PK\x03\x04\x14\0', 'Product\nTea\0\n'])
    expect(await readError(file)).toBe('This file is not a CSV.')
})

test('read file: accepts mixed line ends and counts lines as an editor does', async () => {
  const file = 'Price,Product\r\n10,Milk\n12,Bread\r30,"Eggs\r\nand\nmore"\n\r\n7,Tea\r\n8,Salt'
  const { rows } = await read(file)
  expect(rows.map(({ line, cells }) => [line, cells.productname])).toEqual([
    [2, 'Milk'],
    [3, 'Bread'],
    [6, 'Eggs\r\nand\nmore'],
    [8, 'Tea'],
    [9, 'Salt'],
  ])
})

test('read file: keeps a quotation mark inside an unquoted cell', async () => {
  const cells = (line: string) => [...parseRecords(line, ',')].map((record) => record.cells)
  expect(cells('TV 32",5" wide,"a ""b""","12"" c"d,""')).toEqual([['TV 32"', '5" wide', 'a "b"', '"12"" c"d', '']])
  expect(await readError('Product\n"Tea"\n\n"Milk\n1\n2\n')).toBe('The quotation mark on line 4 is never closed.')
})

test('read file: reads every exported text unchanged', async () => {
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

test('read file: refuses a file that is only partly UTF-8', async () => {
  const mixed = Buffer.concat([Buffer.from('Product,Price\nCafé,1\nCr'), Buffer.from([0xe8]), Buffer.from('me,2\n')])
  expect(await readError(mixed)).toContain('Line 3 cannot be read')
  expect(await readError(Buffer.concat([Buffer.from('\uFEFFProduct\nCr'), Buffer.from([0xe8]), Buffer.from('me\n')]))).toContain(
    'Line 2 cannot be read',
  )
  expect(await read(Buffer.from('Product\nCr\xe8me br\xfbl\xe9e \x80\n', 'latin1'))).toMatchObject({
    rows: [{ cells: { productname: 'Crème brûlée €' } }],
  })
})

test('read file: ignores a column named like a property of JavaScript objects', async () => {
  expect(await read('Product,Constructor,to string\nTea,x,y\n')).toMatchObject({ ignored: ['Constructor', 'to string'] })
})
