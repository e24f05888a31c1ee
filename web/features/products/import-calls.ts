import { ImportPreview } from '../../../contract/products.ts'
import { client } from '../../lib/api/api.ts'
import { toResponseError } from '../../lib/api/response-error.ts'

const IMPORTS = '/api/v1/products/imports'

/** A CSV file with the column titles of an import. */
export const TEMPLATE = `${IMPORTS}/template.csv`

/** What importing a file would do; writes nothing. Rows without a site are for the site `siteid`. */
export async function previewImport(file: File, siteid: number, signal: AbortSignal) {
  const response = await fetch(`${IMPORTS}?siteid=${siteid}`, {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'text/csv' },
    signal,
  })
  if (!response.ok) throw await toResponseError(response)
  return ImportPreview.parse(await response.json())
}

export type ImportOutcome = { new: number; changed: number }

/** Does what the preview showed, all of it or nothing. When the connection breaks, the import may be done all the same. */
export async function confirmImport(
  { importid, setsStock }: { importid: string; setsStock: boolean },
  onProgress: (progress: { done: number; of: number }) => void,
): Promise<ImportOutcome> {
  for await (const progress of await client.products.imports.confirm({ importid, sets_stock: setsStock })) {
    if ('imported' in progress) return progress.imported
    onProgress(progress)
  }
  throw new Error('The answer ended before the result of the import.')
}
