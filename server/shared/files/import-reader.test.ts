import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createWorkbook } from '../../testing/workbook.ts'
import type { ReceivedFile } from './file-source.ts'
import { createImportReader } from './import-reader.ts'
import type { Upload } from './upload-spool.ts'

const dataDir = await mkdtemp(join(tmpdir(), 'winkel-reader-'))
afterAll(() => rm(dataDir, { recursive: true }))

const MEBIBYTE = 1024 * 1024
const SMALL = Buffer.from('Date,Total\n')
const LARGE = Buffer.alloc(MEBIBYTE, 'x')

const createUpload = (businessid: string, bytes: Uint8Array): Upload => ({
  ...{ businessid, signal: new AbortController().signal, maxBytes: 64 * MEBIBYTE, tooLarge: 'too large' },
  body: new Blob([Buffer.from(bytes)]).stream(),
})
const readAll = async (file: ReceivedFile) => {
  const [{ read } = { read: () => [] }] = 'sheets' in file ? file.sheets : [file]
  return Buffer.concat(await Array.fromAsync(read())).toString()
}

/** Readings that wait for `end`. `started` has the business of each. */
function createReadings() {
  const { receive } = createImportReader({ dataDir })
  const { promise, resolve } = Promise.withResolvers<void>()
  const started: string[] = []
  const begin = (businessid: string, bytes: Uint8Array) =>
    receive(createUpload(businessid, bytes), async () => {
      started.push(businessid)
      await promise
    })
  return { receive, begin, started, end: resolve }
}

test('import reader: a small file waits neither for large files nor for the small ones of one business', async () => {
  const { receive, begin, started, end } = createReadings()
  const large = ['a', 'b', 'c', 'c'].map((businessid) => begin(businessid, LARGE))
  const small = ['d', 'd', 'd'].map((businessid) => begin(businessid, SMALL))
  expect(await receive(createUpload('e', SMALL), readAll)).toBe(SMALL.toString())
  expect(started.filter((businessid) => businessid !== 'd')).toHaveLength(1)
  end()
  await Promise.all([...large, ...small])
  expect(started).toHaveLength(7)
})

test('import reader: a small workbook that becomes a large CSV file waits for its turn as one', async () => {
  const { receive, begin, started, end } = createReadings()
  const rows = Array.from({ length: 3_000 }, (_, index) => `<row r="${index + 1}"><c t="s"><v>0</v></c></row>`).join('')
  const workbook = await createWorkbook({ rows, texts: `<si><t>${'x'.repeat(1_000)}</t></si>` })
  const held = begin('a', LARGE)
  const waiting = begin('b', workbook)
  const table = await createWorkbook({ rows: '<row r="2"><c t="inlineStr"><is><t>%PDF, as text</t></is></c></row>' })
  expect(await receive(createUpload('b', table), readAll)).toBe('\n"%PDF, as text"\n')
  end()
  await Promise.all([held, waiting])
  expect(started).toEqual(['a', 'b'])
})

test('import reader: what a killed server left in its folder is deleted at the start, also that of another user', async () => {
  const folder = join(dataDir, 'uploads')
  await mkdir(join(folder, 'left'), { recursive: true })
  await writeFile(join(folder, 'left', 'file'), 'x')
  const { removeLeftovers, receive } = createImportReader({ dataDir })
  await removeLeftovers()
  expect(await readdir(folder)).toEqual([])
  const names = await receive(createUpload('a', LARGE), () => readdir(folder))
  expect(names, 'files in use').toEqual([])
})
