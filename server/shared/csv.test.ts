import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { unescapeFormula, writeCsv } from './csv.ts'

async function writeToText(texts: string[][]) {
  const columns = ['first', 'second'].map((title, index) => ({ title, value: (row: string[]) => row[index] ?? '' }))
  const pages = (async function* () {
    for (const text of texts) yield [text]
  })()
  const pieces: Buffer[] = []
  for await (const piece of writeCsv(columns, pages)) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

test('CSV: a file begins with a byte order mark, ends its lines as RFC 4180 says and quotes what it must', async () => {
  expect(
    await writeToText([
      ['Nkosi, Thandi', 'said "yes"\nand left'],
      ['Zoë', ''],
      ['2nd\nline', 'a\rb'],
      ['a;b', 'a\tb'],
    ]),
  ).toBe('\uFEFFfirst,second\r\n"Nkosi, Thandi","said ""yes""\nand left"\r\nZoë,\r\n"2nd\nline","a\rb"\r\n"a;b","a\tb"\r\n')
})

test('CSV: numbers have a dot and no thousands, and nothing is an empty cell', async () => {
  const columns = [
    { title: 'amount', value: (row: { amount: number | null }) => row.amount, decimals: 2 },
    { title: 'raw', value: (row: { amount: number | null }) => row.amount },
  ]
  const pages = (async function* () {
    yield [{ amount: -1234567.5 }, { amount: 0.1 }, { amount: null }]
  })()
  let file = ''
  for await (const piece of writeCsv(columns, pages)) file += piece
  expect(file).toBe('\uFEFFamount,raw\r\n-1234567.50,-1234567.5\r\n0.10,0.1\r\n,\r\n')
})

const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]|[;\t\r\n]['"]*[=+\-@＝＋－＠]/

test('CSV: any text of a cell is read back, and none is a formula, wherever a spreadsheet begins a new cell', async () => {
  const piece = fc.constantFrom('', "'", '"', ';', '\t', '\r', '\n', '=', '+', '-', '@', '＝', '＋', '－', '＠', ',', 'x', ' ')
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(fc.oneof(piece, fc.string()), { maxLength: 8 }).map((pieces) => pieces.join('')),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 25 }), async (rows) => {
      const file = await writeToText(rows)
      const back: string[][] = parse(file, { bom: true, record_delimiter: '\r\n' })
      for (const [index, cells] of back.slice(1).entries()) {
        for (const [column, cell] of cells.entries()) {
          expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/)
          const written = rows[index]?.[column] ?? ''
          expect(unescapeFormula(cell)).toBe(written)
          if (!FORMULA.test(written)) expect(cell).toBe(written)
        }
      }
      expect(back).toHaveLength(rows.length + 1)
      for (const cell of file.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^("|(?:"")*)[=+\-@]/)
    }),
    { numRuns: 200 },
  )
})
