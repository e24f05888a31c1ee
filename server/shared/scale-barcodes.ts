import { sql } from 'kysely'
import { barcodeIdentity } from '../../contract/shared/barcode-identity.ts'
import { isOfShop, readScaleBarcode, type ScaleBarcode } from '../../contract/shared/scale-barcodes.ts'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** What the barcodes of scales say, by the barcode as it was sent. */
export type ScaleBarcodes = Map<string, ScaleBarcode>

/** The barcodes of scales among these. Without one that a shop may have made itself, it costs no statement. */
export async function findScaleBarcodes(scope: Scope, barcodes: Iterable<string>): Promise<ScaleBarcodes> {
  const found: ScaleBarcodes = new Map()
  const likely = new Set([...new Set(barcodes)].filter(isOfShop))
  if (likely.size === 0) return found
  const { rows } = await sql<{ scale_patterns: string[] }>`
    select scale_patterns from business where id = ${currentBusiness}`.execute(scope)
  for (const barcode of likely) {
    const scale = readScaleBarcode(rows[0]?.scale_patterns ?? [], barcode)
    if (scale) found.set(barcode, scale)
  }
  return found
}

/** What the barcode of a product may be compared by that was scanned: its own identity first. Empty for an empty text. */
export const listIdentities = (barcode: string, scale: ScaleBarcode | undefined) =>
  [barcodeIdentity(barcode), ...(scale?.isChecked ? scale.identities : [])].filter(Boolean)

/** The same of a text that was typed or scanned. */
export const findIdentities = async (scope: Scope, typed: string) =>
  listIdentities(typed, (await findScaleBarcodes(scope, [typed])).get(typed))
