import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, expect, test } from 'vitest'
import { createWorkbook } from '../../../testing/workbook.ts'
import { openNamelessFile, readFromStart } from '../nameless-file.ts'
import { convertXlsx } from './convert-xlsx.ts'
import { measureWorkbook } from './measure-workbook.ts'

const folder = await mkdtemp(join(tmpdir(), 'winkel-workbooks-'))
afterAll(() => rm(folder, { recursive: true }))

const workbook = await writeXlsx({ sheets: [{ name: 'Products', rows: [['Product'], ...Array(100).fill(['Amasi'])] }] })

type Limits = NonNullable<Parameters<typeof convertXlsx>[2]>

async function convertAll(bytes: Uint8Array, limits: Limits = {}) {
  const [file, csv] = [await openNamelessFile(folder), await openNamelessFile(folder)]
  try {
    await file.writeFile(bytes)
    await measureWorkbook(file)
    const sheets = await convertXlsx(file, csv, limits)
    return await Array.fromAsync(sheets, async (sheet) => ({
      ...sheet,
      text: Buffer.concat(await Array.fromAsync(readFromStart(csv, undefined, sheet))).toString(),
    }))
  } finally {
    await Promise.all([file.close(), csv.close()])
  }
}

/** The text of the first sheet. */
async function convert(bytes: Uint8Array, limits: Limits = {}) {
  const [sheet] = await convertAll(bytes, limits)
  if (sheet?.problem) throw new Error(sheet.problem)
  return sheet?.text
}

const readError = (bytes: Uint8Array, limits: Limits = {}) =>
  convert(bytes, limits).then(
    () => 'none',
    (error: Error) => error.message,
  )

const TOO_LARGE = expect.stringMatching(/^This workbook is too large\. .* “CSV UTF-8”/)
const UNREADABLE = expect.stringMatching(/^This workbook cannot be read\. .* “CSV UTF-8”/)

/** Another declared size for each file of the archive. */
function declareSize(size: number) {
  const bytes = Buffer.from(workbook)
  for (let place = bytes.indexOf('PK\x01\x02'); place !== -1; place = bytes.indexOf('PK\x01\x02', place + 4))
    bytes.writeUInt32LE(size, place + 24)
  return bytes
}

const cell = (name: string) => `<c r="${name}"><v>1</v></c>`
const row = (number: number, cells: string) => `<row r="${number}">${cells}</row>`
const text = (length: number) => `<si><t>${'x'.repeat(length)}</t></si>`
const wide = Array.from({ length: 3_000 }, (_, index) => row(index + 1, cell(`XFD${index + 1}`))).join('')

test.each<[string, Uint8Array, Limits, unknown]>([
  ['unpack to more than the limit', declareSize(200 * 1024 * 1024), {}, TOO_LARGE],
  ['have more text than the limit', workbook, { maxTextBytes: 10 }, TOO_LARGE],
  ['have more texts than the limit', await createWorkbook({ rows: '', texts: '<si/>'.repeat(11) }), { maxTexts: 10 }, TOO_LARGE],
  [
    'have more text than the limit under another name',
    await createWorkbook({ rows: '', texts: text(50) }),
    { maxTextBytes: 99 },
    TOO_LARGE,
  ],
  ['become a CSV over the limit', workbook, { maxCsvBytes: 100 }, TOO_LARGE],
  ['take longer than the limit', workbook, { maxMs: 0 }, TOO_LARGE],
  [
    'have more rows times columns than the limit',
    await createWorkbook({ rows: row(1, cell('J1')) + row(2, cell('B2')) }),
    { maxCells: 11 },
    TOO_LARGE,
  ],
  [
    'have a value in the last column of Excel',
    await createWorkbook({ rows: wide }),
    {},
    'A file has at most 200 columns, and this one has a value in cell XFD1.',
  ],
  ['have a row that Excel cannot have', await createWorkbook({ rows: row(500_000_000, cell('A500')) }), {}, UNREADABLE],
  ['have a row twice', await createWorkbook({ rows: row(2, '') + row(2, '') }), {}, UNREADABLE],
  ['have a cell without a name', await createWorkbook({ rows: row(1, cell('1A')) }), {}, UNREADABLE],
  ['nest elements without end', await createWorkbook({ rows: '<a>'.repeat(101) }), {}, UNREADABLE],
  ['have a tag without end', await createWorkbook({ rows: `<row ${'x'.repeat(2 * 1024 * 1024)}` }), {}, UNREADABLE],
  ['have a text that is longer than a cell', await createWorkbook({ rows: '', texts: text(40_000) }), {}, UNREADABLE],
  ['unpack to more than they declare', declareSize(10), {}, UNREADABLE],
  ['declare no size', declareSize(0), {}, UNREADABLE],
  ['are cut off', workbook.slice(0, workbook.length / 2), {}, UNREADABLE],
  ['are an archive of something else', Buffer.from('PK\x05\x06'.padEnd(22, '\0')), {}, UNREADABLE],
])('workbooks: refuses those that %s', async (_what, bytes, limits, message) =>
  expect(await readError(bytes, limits)).toEqual(message),
)

test('workbooks: reads what spreadsheets write', async () => {
  const rows = [
    row(1, '<c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c><c r="XFD1" s="1"/>'),
    '<row><c t="inlineStr"><is><r><t>caf</t></r><r><t>&#233; &amp; co</t></r></is></c><c t="str"><f>A1</f><v>a "b"</v></c></row>',
    row(4, '<c r="B4" t="b"><v>1</v></c><c r="A4" t="e"><v>#N/A</v></c><c r="C4" t="s"><v>9</v></c>'),
    row(
      5,
      '<c r="A5" s="1"><v>46347.5</v></c><c r="B5" s="2"><v>46347</v></c><c r="C5" s="3"><v>0.5</v></c><c r="D5" s="4"><v>1.5</v></c>',
    ),
    row(6, '<c r="A6" s="1"><v>1</v></c><c r="B6"><v>1E-7</v></c><c r="C6" t="d"><v>2026-11-21</v></c>'),
  ]
  const texts =
    '<si><t xml:space="preserve"> Tea, green</t><rPh sb="0" eb="1"><t>x</t></rPh></si><si><r><rPr><b/></rPr><t>two_x000A_</t></r><r><t>lines</t></r></si>'
  const styles = [
    '<numFmts><numFmt numFmtId="164" formatCode="&quot;day&quot; 0.00"/><numFmt numFmtId="165" formatCode="[$-1C09]dd\\ mmmm;@"/></numFmts>',
    '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>',
    '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="165"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs>',
  ].join('')
  expect(await convert(await createWorkbook({ rows: rows.join(''), texts, styles }))).toBe(
    [
      '" Tea, green",,two lines',
      'café & co,"a ""b"""',
      '',
      '#N/A,true',
      '2026-11-21 12:00:00,2026-11-21,0.5,1.5',
      '1900-01-01,1e-7,2026-11-21',
      '',
    ].join('\n'),
  )
  const old = await createWorkbook({ rows: row(1, '<c s="1"><v>0</v></c>'), styles, properties: 'date1904="1"' })
  expect(await convert(old)).toBe('1904-01-01\n')
})

test('workbooks: every line of the CSV is the row of the sheet with that number', async () => {
  const rows = [
    ['Karoo Pantry'],
    [],
    ['Product', 'Price', 'Barcode', 'Nota'],
    ['Amasi, "full" 2 L', 26.49, 6_001_482_104_372, 'twee\nreëls'],
    [],
    ['Droëwors', 0.1 + 0.2, '007', new Date('2026-11-21T00:00:00Z')],
    ['Tee', null, true, new Date('2026-11-21T14:05:00Z')],
  ]
  const bytes = await writeXlsx({
    sheets: [
      { name: 'Lys', rows },
      { name: 'Ander', rows: [['x']] },
    ],
  })
  const [first, second] = await convertAll(bytes)
  expect(second).toMatchObject({ name: 'Ander', isHidden: false, rows: 1, hiddenRows: 0, text: 'x\n' })
  expect(first?.text.trimEnd().split('\n')).toEqual([
    'Karoo Pantry',
    '',
    'Product,Price,Barcode,Nota',
    '"Amasi, ""full"" 2 L",26.49,6001482104372,twee reëls',
    '',
    'Droëwors,0.30000000000000004,007,2026-11-21',
    'Tee,,true,2026-11-21 14:05:00',
  ])
})

test('workbooks: a sheet that cannot be read leaves the others readable, and hidden sheets and rows are named', async () => {
  const bytes = await createWorkbook({
    rows: row(1, cell('A1')),
    sheets: [
      { name: 'Wide', rows: wide, state: '' },
      {
        name: 'Lists',
        rows: `<row hidden="1">${cell('A1')}</row><row hidden="true"/>${row(3, cell('A3'))}`,
        state: 'veryHidden',
      },
    ],
  })
  const sheets = await convertAll(bytes)
  expect(sheets.map(({ start: _, end: __, ...sheet }) => sheet)).toEqual([
    { name: 'S', isHidden: false, rows: 1, hiddenRows: 0, text: '1\n' },
    { name: 'Wide', isHidden: false, rows: 0, hiddenRows: 0, text: '', problem: expect.stringContaining('at most 200 columns') },
    { name: 'Lists', isHidden: true, rows: 2, hiddenRows: 1, text: '1\n\n1\n' },
  ])
  expect((await convertAll(bytes, { maxCsvBytes: 4 })).map(({ problem }) => problem)).toEqual([
    undefined,
    expect.any(String),
    TOO_LARGE,
  ])
  expect(await readError(bytes, { maxSheets: 2 })).toEqual(TOO_LARGE)
})

test('workbooks: identifiers are read as their format shows them, amounts and quantities with all their digits', async () => {
  const codes: [code: string, value: number, shown: string][] = [
    ['0000000000000', 36_000_291_452, '0036000291452'],
    ['&quot;INV-&quot;00000', 12, 'INV-00012'],
    ['&quot;INV-&quot;0', 12, 'INV-12'],
    ['\\S\\O\\-0000', 123_456, 'SO-123456'],
    ['000\\-000\\-0000', 825_551_234, '082-555-1234'],
    ['[$-409]00000;[Red]-00000', 7, '00007'],
    ['0000&quot;/26&quot;', 5, '0005/26'],
    ['00000', 1.5, '1.5'],
    ['00000', -7, '-7'],
    ['0', 12.5, '12.5'],
    ['0.00', 12, '12'],
    ['#,##0', 1234, '1234'],
    ['0 &quot;kg&quot;', 5, '5'],
    ['&quot;R&quot;\\ #,##0.00', 20, '20'],
    ['&quot;R&quot; 0', 20, '20'],
  ]
  const formats = codes.map(([code], index) => `<numFmt numFmtId="${200 + index}" formatCode="${code}"/>`)
  const styles = codes.map((_, index) => `<xf numFmtId="${200 + index}"/>`)
  const bytes = await createWorkbook({
    rows: codes.map(([, value], index) => row(index + 1, `<c s="${index}"><v>${value}</v></c>`)).join(''),
    styles: `<numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs>`,
  })
  expect((await convert(bytes))?.trimEnd().split('\n')).toEqual(codes.map(([, , shown]) => shown))
})

test('workbooks: a formula without a stored value is not an empty cell', async () => {
  const cells = [
    ...[
      '<f>A1*2</f>',
      '<f>A1*2</f><v/>',
      '<f t="shared" si="0"/>',
      '<f>1-1</f><v>0</v>',
      '<f>1+1</f><v>2</v>',
      '<v>0</v>',
      '',
    ].map((inside) => `<c>${inside}</c>`),
    '<c t="str"><f>IF(A1,"")</f><v></v></c><c t="str"><f>A1</f></c><c><v>1</v></c>',
  ]
  const rows = row(1, cells.join(''))
  const missing = '#NOT CALCULATED!'
  expect(await convert(await createWorkbook({ rows }))).toBe(`${missing},${missing},${missing},0,2,0,,,${missing},1\n`)
  const recalculated = await createWorkbook({ rows, properties: '/><calcPr fullCalcOnLoad="1"' })
  expect(await convert(recalculated)).toBe(`${missing},${missing},${missing},${missing},2,0,,,${missing},1\n`)
})
