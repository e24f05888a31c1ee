import { z } from 'zod'
import { ImportPreview, UnmatchedFile } from '../../../contract/products.ts'
import { client } from '../../lib/api/api.ts'
import { download, type Upload } from '../../lib/api/download.ts'
import { getImportType } from '../../lib/api/import-type.ts'
import { type OnProgress, readResult } from '../../lib/api/read-result.ts'
import { toResponseError } from '../../lib/api/response-error.ts'
import type { ChosenFields } from '../../ui/matching/column-matching.tsx'

const IMPORTS = '/api/v1/products/imports'

/** A file, the site of its rows without one, and what the person chose for its columns. */
export type ImportSource = { file: File; siteid: number; chosen?: ChosenFields }

const createQuery = ({ siteid, chosen }: ImportSource) =>
  new URLSearchParams({ siteid: String(siteid), ...(chosen && { columns: chosen.map((field) => field ?? '').join(',') }) })

const createUpload = ({ file }: ImportSource): Upload => ({ body: file, headers: { 'content-type': getImportType(file) } })

/** What importing a file would do; writes no product. */
export async function previewImport(source: ImportSource, signal: AbortSignal) {
  const response = await fetch(`${IMPORTS}?${createQuery(source)}`, {
    method: 'POST',
    ...createUpload(source),
    signal,
  })
  if (!response.ok) throw await toResponseError(response)
  return z.union([ImportPreview, UnmatchedFile]).parse(await response.json())
}

/** Saves the rows of the file that cannot be imported as a file to correct. */
export const downloadRejected = (source: ImportSource) =>
  download(`${IMPORTS}/rejected.csv?${createQuery(source)}`, { upload: createUpload(source) })

export type ImportOutcome = { new: number; changed: number }

/** Does what the preview showed, all of it or nothing. When the connection breaks, the import may be done all the same. */
export async function confirmImport(
  { importid, setsStock }: { importid: string; setsStock: boolean },
  onProgress: OnProgress,
): Promise<ImportOutcome> {
  const { imported } = await readResult(await client.products.imports.confirm({ importid, sets_stock: setsStock }), onProgress)
  return imported
}
