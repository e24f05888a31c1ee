import { ORPCError } from '@orpc/server'
import { type ImportProgress, importErrors } from '../../../../contract/products.ts'
import { isDataError, isUnreachable, violates } from '../../../../db/errors.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import type { InBusiness } from '../../../http/http-routes.ts'
import { type ParsedRow, type ProductChange, withStockChoice } from './plan.ts'
import { claimPreview, findMatches, insertImported, setStockReason, updateImported } from './queries.ts'

const CHUNK_ROWS = 1_000

type Imported = { new: number; changed: number }
export type Confirmation = { importid: string; setsStock: boolean }
export type OnProgress = (progress: ImportProgress) => void

export const importError = (code: keyof typeof importErrors, options: { cause?: unknown } = {}) =>
  new ORPCError(code, { ...importErrors[code], ...options })

/** Does what a preview showed, in one transaction. */
export async function applyImport(within: InBusiness, confirmation: Confirmation, onProgress: OnProgress): Promise<Imported> {
  let isWritten = false
  try {
    return await within(async (scope) => {
      const imported = await writeChanges(scope, confirmation, onProgress)
      isWritten = true
      return imported
    })
  } catch (cause) {
    // The connection was lost between COMMIT and its answer: the import may be saved or not.
    throw isWritten && isUnreachable(cause) ? importError('IMPORT_UNKNOWN', { cause }) : cause
  }
}

/** Writes all changes or none. A product that was edited since the preview stops the import, one that was sold does not. */
async function writeChanges(scope: Scope, { importid, setsStock }: Confirmation, onProgress: OnProgress): Promise<Imported> {
  const claimed = await claimPreview(scope, importid)
  if (!claimed) throw importError('IMPORT_GONE')
  if (claimed === 'running') throw importError('IMPORT_RUNNING')
  const changes = setsStock ? claimed : withStockChoice(claimed)
  const added = changes.filter(({ productid }) => productid === null)
  const changed = changes.filter(({ productid }) => productid !== null)
  changed.sort((a, b) => Number(a.productid) - Number(b.productid))
  if ((await findMatches(scope, added.map(toRow))).length > 0) throw importError('IMPORT_STALE')
  await setStockReason(scope)
  let done = 0
  const writeInChunks = async (rows: ProductChange[], write: (chunk: ProductChange[]) => Promise<unknown>) => {
    for (let start = 0; start < rows.length; start += CHUNK_ROWS) {
      const chunk = rows.slice(start, start + CHUNK_ROWS)
      await write(chunk).catch((error) => {
        const isStale = violates(error, 'unique') || violates(error, 'foreign key') || isDataError(error)
        throw isStale ? importError('IMPORT_STALE') : error
      })
      done += chunk.length
      onProgress({ done, of: changes.length })
    }
  }
  await writeInChunks(added, (chunk) => insertImported(scope, chunk))
  await writeInChunks(changed, async (chunk) => {
    if ((await updateImported(scope, chunk)) < chunk.length) throw importError('IMPORT_STALE')
  })
  return { new: added.length, changed: changed.length }
}

const toRow = ({ line, siteid, productname, barcode }: ProductChange): ParsedRow => ({
  line,
  siteid,
  values: { productname, barcode },
})
