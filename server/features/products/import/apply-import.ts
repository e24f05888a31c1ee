import { ORPCError } from '@orpc/server'
import { importErrors } from '../../../../contract/product-imports.ts'
import { isDataError, violates } from '../../../../db/errors.ts'
import { joinManyRows } from '../../../../db/sql.ts'
import type { InBusiness, Scope } from '../../../../db/tenant-scope.ts'
import { announceImport } from '../../../shared/announce-import.ts'
import { logEvent, markAsParts } from '../../../shared/log-events.ts'
import { createChunkWriter, type OnProgress, runBulkWrite } from '../bulk-write.ts'
import { joinNewProducts, lockItems } from '../items.ts'
import { type ParsedRow, type ProductChange, withStockChoice } from './plan.ts'
import { archiveProduct, claimPreview, findMatches, insertImported, setStockReason, updateImported } from './queries.ts'

type Imported = { new: number; changed: number; joined?: number; archived?: number }
export type Confirmation = { importid: string; setsStock: boolean }

export const importError = (code: keyof typeof importErrors, options: { cause?: unknown } = {}) =>
  new ORPCError(code, { ...importErrors[code], ...options })

/** Does what a preview showed, in one transaction. */
export const applyImport = (within: InBusiness, confirmation: Confirmation, onProgress: OnProgress): Promise<Imported> =>
  runBulkWrite(
    within,
    (scope) => writeChanges(scope, confirmation, onProgress),
    (options) => importError('IMPORT_UNKNOWN', options),
  )

/** Writes all changes or none. A product that was edited since the preview stops the import, one that was sold does not. */
async function writeChanges(scope: Scope, { importid, setsStock }: Confirmation, onProgress: OnProgress): Promise<Imported> {
  const claimed = await claimPreview(scope, importid)
  if (!claimed) throw importError('IMPORT_GONE')
  if (claimed === 'running') throw importError('IMPORT_RUNNING')
  const changes = setsStock ? claimed : withStockChoice(claimed)
  const added = changes.filter(({ productid }) => productid === null)
  const archived = changes.filter(({ is_archived }) => is_archived)
  const changed = changes.filter(({ productid, is_archived }) => productid !== null && !is_archived)
  changed.sort((a, b) => Number(a.productid) - Number(b.productid))
  const hasBarcodes = added.some(({ barcode }) => barcode !== '')
  // Before the first product is locked, as the triggers of barcodes need it.
  if (archived.length > 0 || changes.some(({ barcode, further_barcodes }) => barcode !== '' || further_barcodes.length > 0))
    await lockItems(scope)
  if ((await findMatches(scope, added.map(toRow))).length > 0) throw importError('IMPORT_STALE')
  await setStockReason(scope)
  await markAsParts(scope)
  const writeInChunks = createChunkWriter(changes.length, onProgress)
  const newProducts: number[] = []
  let joined = 0
  try {
    await writeInChunks(added, async (chunk) => newProducts.push(...(await insertImported(scope, chunk))))
    if (hasBarcodes) joined = await joinManyRows(scope, () => joinNewProducts(scope, newProducts, { hasSameName: false }))
    await writeInChunks(changed, async (chunk) => {
      if ((await updateImported(scope, chunk)) < chunk.length) throw importError('IMPORT_STALE')
    })
    await writeInChunks(archived, async (chunk) => {
      for (const { productid } of chunk) if (productid !== null) await archiveProduct(scope, productid)
    })
  } catch (error) {
    const isStale = violates(error, 'unique') || violates(error, 'foreign key') || isDataError(error)
    throw isStale ? importError('IMPORT_STALE') : error
  }
  await logEvent(scope, 'import', 'Products', { added: added.length, changed: changed.length })
  await announceImport(scope, 'products', { added: added.length, changed: changed.length })
  return {
    ...{ new: added.length, changed: changed.length },
    ...(joined > 0 && { joined }),
    ...(archived.length > 0 && { archived: archived.length }),
  }
}

const toRow = ({ line, siteid, productname, barcode }: ProductChange, nth: number): ParsedRow => ({
  ...{ nth, line, siteid, codes: [], isInactive: false },
  values: { productname, barcode },
})
