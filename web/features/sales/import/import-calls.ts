import { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { client } from '../../../lib/api/api.ts'
import { download, type Upload } from '../../../lib/api/download.ts'
import { getImportType } from '../../../lib/api/import-type.ts'
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

function createQuery(file: File, { siteid, employeeid, date_order, columns, sites, employees }: ReadOptions) {
  return stringifySearch({
    file_name: file.name.slice(0, MAX_NAME),
    siteid,
    employeeid: employeeid ?? undefined,
    date_order,
    columns: columns?.map((field) => field ?? '').join(','),
    sites: toJson(sites),
    employees: toJson(employees),
  })
}

/** What importing a file would do; stores no sale. */
export async function previewImport(file: File, options: ReadOptions, signal: AbortSignal) {
  const upload = await compress(file)
  const response = await fetch(`${IMPORTS}${createQuery(file, options)}`, { method: 'POST', ...upload, signal })
  if (!response.ok) throw await toResponseError(response)
  return SalesImportPreview.parse(await response.json())
}

/** Saves the rows of the file that are not imported as a file to correct. */
export const downloadRejected = async (file: File, options: ReadOptions) =>
  download(`${IMPORTS}/rejected.csv${createQuery(file, options)}`, { upload: await compress(file) })

const MAX_NAME = 200

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
