import { gzipSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'

const workbook = Buffer.from(
  await writeXlsx({
    sheets: [
      {
        name: 'Sheet',
        rows: [
          ['Product', 'Price'],
          ['Tea', 5],
        ],
      },
    ],
  }),
)

/** The workbook with another name for one of its files, of the same length. */
const rename = (from: string, to: string) => Buffer.from(workbook.toString('latin1').replaceAll(from, to), 'latin1')

/** The workbook, whose files declare this size. */
function declareSize(size: number) {
  const bytes = Buffer.from(workbook)
  for (let place = bytes.indexOf('PK\x01\x02'); place !== -1; place = bytes.indexOf('PK\x01\x02', place + 4))
    bytes.writeUInt32LE(size, place + 24)
  return bytes
}

const TITLES = 'Product,Price,Date,Total\n'
const ROW = 'Tea,5,2026-04-03,5\n'
const MEBIBYTE = 1024 * 1024
const latin1 = (text: string) => Buffer.from(text, 'latin1')

/** Files that no import can read, and the beginning of the sentence that says why. */
export const BROKEN_FILES: [what: string, file: Buffer, message: string][] = [
  ['nothing', Buffer.alloc(0), 'This file is empty.'],
  ['a byte order mark alone', Buffer.from('\uFEFF'), 'This file is empty.'],
  ['blank lines', Buffer.from('\n\n\r\n\r'), 'This file is empty.'],
  ['delimiters alone', Buffer.from(',,,\r\n;;;\n'), 'This file is empty.'],
  ['a PNG picture', latin1('\x89PNG\r\n\x1a\n\x00\x00'), 'This is a picture.'],
  ['a JPEG picture', latin1('\xff\xd8\xff\xe0\x00\x10JFIF\x00'), 'This is a picture.'],
  ['a PDF', latin1('%PDF-1.7\n'), 'This is a PDF.'],
  ['a text document', latin1('{\\rtf1\\ansi Product}'), 'This is a text document.'],
  ['a web page', latin1('\n<!DOCTYPE html><table><tr><td>Product'), 'This is a web page'],
  ['a table of a web page', latin1('\xef\xbb\xbf<table><tr>'), 'This is a web page'],
  ['JSON', latin1('[{"product": "Tea"}]'), 'This is a JSON file.'],
  ['a program', latin1('\x7fELF\x02\x01\x01\x00\x00'), 'This file is not a CSV.'],
  ['a packed file', gzipSync(TITLES + ROW), 'This file is not a CSV.'],
  ['NUL characters between its letters', latin1(`${TITLES}Te\x00a,5,2026-04-03,5\n`), 'This file is not a CSV.'],
  ['UTF-16 with the larger byte first and no mark', Buffer.from(TITLES, 'utf16le').swap16(), 'This file is not a CSV.'],
  ['two encodings', Buffer.concat([Buffer.from(`${TITLES}Café,5\n`), latin1('Cr\xe8me,5\n')]), 'Line 3 cannot be read'],
  ['a quotation mark that is never closed', Buffer.from(`${TITLES}"Tea,5\n${ROW}`), 'The quotation mark on line 2'],
  ['a cell of five megabytes', Buffer.from(`${TITLES}"${'x'.repeat(5 * MEBIBYTE)}",5\n`), 'Line 2 is too long.'],
  ['a line of five megabytes', Buffer.from(`${TITLES}${'x,'.repeat(2.5 * MEBIBYTE)}\n`), 'Line 2 is too long.'],
  ['10,000 columns', Buffer.from(`${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\n`), 'A file has at most 200'],
  ['a workbook that is protected by a password', latin1('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'This Excel workbook is old or'],
  ['a workbook that is cut off', workbook.subarray(0, workbook.length / 2), 'This workbook cannot be read.'],
  ['a workbook of a few bytes', latin1('PK\x03\x04\x14\x00'), 'This workbook cannot be read.'],
  ['a workbook that unpacks to gigabytes', declareSize(2 ** 32 - 1), 'This workbook is too large.'],
  ['a workbook that unpacks to more than it declares', declareSize(10), 'This workbook cannot be read.'],
  ['a workbook without a sheet', rename('worksheets/sheet1', 'worksheets/other1'), 'This workbook cannot be read.'],
  ['an archive that is no workbook', rename('xl/workbook.xml', 'xl/document.xml'), 'This workbook cannot be read.'],
]
