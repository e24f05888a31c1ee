import { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { client } from '../../../lib/api/api.ts'
import { download, type Upload } from '../../../lib/api/download.ts'
import { getImportType } from '../../../lib/api/import-type.ts'
import { getErrorCode } from '../../../lib/api/messages.ts'
import { type OnProgress, readResult } from '../../../lib/api/read-result.ts'
import { toResponseError } from '../../../lib/api/response-error.ts'
import { stringifySearch } from '../../../lib/url/url-search.ts'
import type { ChosenFields } from '../../../ui/matching/column-matching.tsx'

/** How a file is to be read. */
export type ReadOptions = {
  siteid: number
  /** Null for the site's till. */
  employeeid: number | null
  date_order?: 'dmy' | 'mdy'
  columns?: ChosenFields
  sites: Record<string, number>
  employees: Record<string, number>
}

const IMPORTS = '/api/v1/sales/imports'

const MAX_NAME = 200

export type ImportFile = ReturnType<typeof createImportFile>

/**
 * A file that is uploaded once. The server keeps it until `release`, or for an hour. When it does not have it any more, the file is
 * uploaded again.
 */
export function createImportFile(file: File) {
  let uploadid: string | undefined

  const createQuery = ({ siteid, employeeid, date_order, columns, sites, employees }: ReadOptions) =>
    stringifySearch({
      file_name: file.name.slice(0, MAX_NAME),
      siteid,
      employeeid: employeeid ?? undefined,
      date_order,
      columns: columns?.map((field) => field ?? '').join(','),
      sites: toJson(sites),
      employees: toJson(employees),
      uploadid,
    })

  /** Calls `send` with the file, or without it when the server has it. */
  async function withFile<T>(send: (upload: Upload | undefined) => Promise<T>): Promise<T> {
    if (uploadid) {
      try {
        return await send(undefined)
      } catch (error) {
        if (getErrorCode(error) !== 'UPLOAD_GONE') throw error
        uploadid = undefined
      }
    }
    return send(await compress(file))
  }

  /** What importing the file would do; stores no sale. */
  const preview = (options: ReadOptions, signal: AbortSignal) =>
    withFile(async (upload) => {
      const response = await fetch(`${IMPORTS}${createQuery(options)}`, { method: 'POST', ...upload, signal })
      if (!response.ok) throw await toResponseError(response)
      const read = SalesImportPreview.parse(await response.json())
      uploadid = read.uploadid
      return read
    })

  /** Saves the rows of the file that are not imported as a file to correct. */
  const downloadRejected = (options: ReadOptions) =>
    withFile((upload) =>
      download(`${IMPORTS}/rejected.csv${createQuery(options)}`, { method: 'POST', ...(upload && { upload }) }),
    )

  /** The server deletes the file. Without an answer it does so after an hour. */
  function release() {
    if (!uploadid) return
    // Also when the page is closed.
    fetch(`${IMPORTS}/uploads/${uploadid}`, { method: 'DELETE', keepalive: true }).catch(console.error)
    uploadid = undefined
  }

  return { name: file.name, preview, downloadRejected, release }
}

const toJson = (names: Record<string, number>) => (Object.keys(names).length > 0 ? JSON.stringify(names) : undefined)

/** A tenth of the bytes: a year of sales must be uploaded within the time of a request, also on a slow line. */
const compress = async (file: File): Promise<Upload> => ({
  body: await new Response(file.stream().pipeThrough(new CompressionStream('gzip'))).blob(),
  headers: { 'content-type': getImportType(file), 'content-encoding': 'gzip' },
})

export type ImportOutcome = { sales: number; failed: number }

/** Stores the sales of a preview, or goes on with an import that stopped. It goes on when the connection breaks. */
export async function confirmImport(importid: number, moves_stock: boolean, onProgress: OnProgress): Promise<ImportOutcome> {
  return (await readResult(await client.salesImports.confirm({ importid, moves_stock }), onProgress)).finished
}

export async function undoImport(importid: number, onProgress: OnProgress): Promise<ImportOutcome> {
  return (await readResult(await client.salesImports.undo({ importid }), onProgress)).finished
}
