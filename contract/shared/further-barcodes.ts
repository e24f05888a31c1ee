import { z } from 'zod'
import { barcodeIdentity } from './barcode-identity.ts'
import { Text } from './fields.ts'

export const FURTHER_BARCODES_MAX = 20
export const UNITS_PER_SCAN_MAX = 10_000

const UNITS = `Units per scan is a whole number from 1 to ${new Intl.NumberFormat('en').format(UNITS_PER_SCAN_MAX)}.`

export const UnitsPerScan = z.number(UNITS).int(UNITS).min(1, UNITS).max(UNITS_PER_SCAN_MAX, UNITS)

/** `|` and `;` separate barcodes in a file. */
const Barcode = Text.trim()
  .min(1, 'Enter a barcode, or remove the row.')
  .max(64, 'Please use at most 64 characters.')
  .refine((barcode) => barcodeIdentity(barcode) !== '', 'Enter a barcode, or remove the row.')
  .refine((barcode) => !/[|;]/.test(barcode), 'A further barcode has no | and no ;')

/** A barcode of a product beside its own one. */
export const FurtherBarcode = z.strictObject({ barcode: Barcode, units: UnitsPerScan })
export type FurtherBarcode = z.output<typeof FurtherBarcode>

/** The further barcodes of a product, whose units may be read in another way. */
export const createFurtherBarcodes = <Units extends z.ZodType<number>>(units: Units) =>
  z
    .array(FurtherBarcode.extend({ units }))
    .max(FURTHER_BARCODES_MAX, `A product has at most ${FURTHER_BARCODES_MAX} further barcodes.`)
    .superRefine((codes, context) => {
      const known = new Set<string>()
      for (const [index, { barcode }] of codes.entries()) {
        const identity = barcodeIdentity(barcode)
        if (known.has(identity))
          context.addIssue({ code: 'custom', path: [index, 'barcode'], message: `The barcode ${barcode} is here twice.` })
        known.add(identity)
      }
    })

export const FurtherBarcodes = createFurtherBarcodes(UnitsPerScan)

/** As a file has them: '6001|24; 6002'. Without units a scan is of one. */
export const formatFurtherBarcodes = (codes: readonly FurtherBarcode[]) =>
  codes.map(({ barcode, units }) => (units === 1 ? barcode : `${barcode}|${units}`)).join('; ')

/** Longer than any text of as many barcodes as a product may have. */
const TEXT_MAX = FURTHER_BARCODES_MAX * 100

/** Reads such a text. `units` is NaN where it is no number. Undefined for a text that is too long to have barcodes of one product. */
export function parseFurtherBarcodes(text: string): FurtherBarcode[] | undefined {
  if (text.length > TEXT_MAX) return undefined
  return text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const [barcode = '', units = '1', ...more] = part.split('|').map((piece) => piece.trim())
      return { barcode, units: more.length === 0 && /^\d{1,9}$/.test(units) ? Number(units) : Number.NaN }
    })
}
