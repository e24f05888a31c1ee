import { writeXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { convertXlsx } from './convert-xlsx.ts'

const workbook = await writeXlsx({ sheets: [{ name: 'Products', rows: [['Product'], ...Array(100).fill(['Amasi'])] }] })

const readError = (bytes: Uint8Array, limits: Parameters<typeof convertXlsx>[1] = {}) =>
  convertXlsx(bytes, limits).then(
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

test.each([
  ['unpack to more than the limit', declareSize(200 * 1024 * 1024), {}, TOO_LARGE],
  ['have more text than the limit', workbook, { maxTextBytes: 10 }, TOO_LARGE],
  ['become a CSV over the limit', workbook, { maxCsvBytes: 100 }, TOO_LARGE],
  ['take longer than the limit', workbook, { maxMs: 0 }, TOO_LARGE],
  ['unpack to more than they declare', declareSize(10), {}, UNREADABLE],
  ['declare no size', declareSize(0), {}, UNREADABLE],
  ['are cut off', workbook.slice(0, workbook.length / 2), {}, UNREADABLE],
  ['are an archive of something else', Buffer.from('PK\x05\x06'.padEnd(22, '\0')), {}, UNREADABLE],
])('workbooks: refuses those that %s', async (_what, bytes, limits, message) =>
  expect(await readError(bytes, limits)).toEqual(message),
)
