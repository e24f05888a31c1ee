import { EmployeeImportPreview } from '../../../contract/employee-imports.ts'
import { download, type Upload } from '../../lib/api/download.ts'
import { getImportType } from '../../lib/api/import-type.ts'
import { toResponseError } from '../../lib/api/response-error.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'
import type { ChosenFields } from '../../ui/matching/column-matching.tsx'

const IMPORTS = '/api/v1/employees/imports'
export const TEMPLATE_URL = `${IMPORTS}/template.csv`

/** A file, the site of its rows without one, and what the person chose for its columns. */
export type ImportSource = { file: File; siteid: number; chosen?: ChosenFields }

const createQuery = ({ siteid, chosen }: ImportSource) =>
  stringifySearch({ siteid, columns: chosen?.map((field) => field ?? '').join(',') })

const createUpload = ({ file }: ImportSource): Upload => ({ body: file, headers: { 'content-type': getImportType(file) } })

/** What importing a file would do; adds nobody. */
export async function previewImport(source: ImportSource) {
  const response = await fetch(`${IMPORTS}${createQuery(source)}`, { method: 'POST', ...createUpload(source) })
  if (!response.ok) throw await toResponseError(response)
  return EmployeeImportPreview.parse(await response.json())
}

/** Saves the rows of the file that cannot be imported as a file to correct. */
export const downloadRejected = (source: ImportSource) =>
  download(`${IMPORTS}/rejected.csv${createQuery(source)}`, { upload: createUpload(source) })
