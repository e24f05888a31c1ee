import { join } from 'node:path'
import type { ReceivedFile } from './file-source.ts'
import { openNamelessFile, readFromStart, removeNamedFiles } from './nameless-file.ts'
import { createPlaces, createUploadSpool, SMALL_FILE_BYTES, type Upload } from './upload-spool.ts'
import { convertXlsx } from './xlsx/convert-xlsx.ts'
import { isArchive, measureWorkbook } from './xlsx/measure-workbook.ts'

/** A workbook unpacks to many times its size. Its parts are XML, a small sheet has some 30 kB of them. */
const SMALL_WORKBOOK_BYTES = 1024 * 1024

export type ImportReader = ReturnType<typeof createImportReader>

/**
 * Receives files to import and reads them: of all businesses, one large file, one small workbook and two small CSV files at a time.
 * That is the budget of memory of all imports, 512 MB: 320 for a large file, as a workbook or as its rows, and 64 for each small one.
 */
export function createImportReader({ dataDir }: { dataDir: string }) {
  const folder = join(dataDir, 'uploads')
  const withUpload = createUploadSpool(folder)
  const large = createPlaces({ concurrency: 1 })
  const small = createPlaces({ concurrency: 2, perKey: 1 })
  // A thread takes longer to start than a small CSV file to be read.
  const smallWorkbooks = createPlaces({ concurrency: 1 })

  /**
   * Calls `read` with an upload, when it is its turn; the sheets of a workbook are CSV files by then. Throws InvalidFile, TooBusy when too many
   * others wait, and AbortError when the sender is gone.
   */
  const receive = <T>(upload: Upload, read: (file: ReceivedFile) => Promise<T>): Promise<T> => {
    const { businessid, signal } = upload
    const readCsv = (size: number, received: ReceivedFile) =>
      (size <= SMALL_FILE_BYTES ? small : large).run(businessid, () => read(received), signal)

    return withUpload(upload, async ({ file, size }) => {
      if (!(await isArchive(file))) return readCsv(size, { read: () => readFromStart(file, signal) })
      const unpacked = await measureWorkbook(file)
      const csv = await openNamelessFile(folder)
      try {
        const turns = unpacked <= SMALL_WORKBOOK_BYTES ? smallWorkbooks : large
        const sheets = await turns.run(businessid, () => convertXlsx(file, csv), signal)
        return await readCsv(Math.max(...sheets.map(({ end }) => end)), {
          sheets: sheets.map((sheet) => ({ ...sheet, read: () => readFromStart(csv, signal, sheet) })),
        })
      } finally {
        await csv.close()
      }
    })
  }
  return { folder, receive, removeLeftovers: () => removeNamedFiles(folder) }
}
