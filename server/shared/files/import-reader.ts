import { join } from 'node:path'
import type { FileSource } from './file-source.ts'
import { openNamelessFile, readFromStart, removeNamedFiles } from './nameless-file.ts'
import { createPlaces, createUploadSpool, SMALL_FILE_BYTES, type SpooledFile, type Upload } from './upload-spool.ts'
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
   * Calls `read` with an upload, when it is its turn; a workbook is a CSV file by then. Throws InvalidFile, TooBusy when too many
   * others wait, and AbortError when the sender is gone.
   */
  const receive = <T>(upload: Upload, read: (source: FileSource) => Promise<T>): Promise<T> => {
    const { businessid, signal } = upload
    const readCsv = ({ file, size }: SpooledFile, delimiter?: string) => {
      const turns = size <= SMALL_FILE_BYTES ? small : large
      return turns.run(businessid, () => read({ read: () => readFromStart(file, signal), delimiter }), signal)
    }

    return withUpload(upload, async (spooled) => {
      if (!(await isArchive(spooled.file))) return readCsv(spooled)
      const unpacked = await measureWorkbook(spooled.file)
      const csv = await openNamelessFile(folder)
      try {
        const turns = unpacked <= SMALL_WORKBOOK_BYTES ? smallWorkbooks : large
        const size = await turns.run(businessid, () => convertXlsx(spooled.file, csv), signal)
        return await readCsv({ file: csv, size }, ',')
      } finally {
        await csv.close()
      }
    })
  }
  return { folder, receive, removeLeftovers: () => removeNamedFiles(folder) }
}
