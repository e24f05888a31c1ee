import { addCheckDigit, barcodeIdentity, findScanned, type Scanned, type WithBarcodes } from './barcode-identity.ts'
import { toCents } from './decimal.ts'

// Barcodes that a scale prints: digits of the shop itself (GS1 prefixes 02 and 20 to 29), of the product, and of its weight or price.

export const SCALE_BARCODE_LENGTH = 13
/** The prefix, the product and its amount. */
export const SCALE_PATTERN = /^((?:2|02)\d{0,3})(P{3,7})(W{4,6}|R{4,6})C$/

export type ScaleBarcode = {
  /** What the barcode of the product may be, as `barcodeIdentity` gives it. */
  identities: string[]
  /** In kilograms. */
  weight: number | null
  /** In rand. */
  price: number | null
  /** Its check digit is right. */
  isChecked: boolean
}

/** The 13 digits of a barcode as shops make them, in any way of writing it; '' for another one. */
function readDigits(barcode: string) {
  // Most barcodes of a sale are not: their identity is computed once, elsewhere.
  if (!/^[\D0]*2/.test(barcode)) return ''
  const digits = barcodeIdentity(barcode).replace(/^0(?=\d{13}$)/, '')
  return digits.length === SCALE_BARCODE_LENGTH && /^0?2\d+$/.test(digits) ? digits : ''
}

/** Whether a barcode may be one of a scale. */
export const isOfShop = (barcode: string) => readDigits(barcode) !== ''

/** What a barcode of a scale says; undefined where no pattern matches. */
export function readScaleBarcode(patterns: readonly string[], barcode: string): ScaleBarcode | undefined {
  const digits = readDigits(barcode)
  if (digits === '') return undefined
  for (const pattern of patterns) {
    const [, prefix = '', product = '', amount = ''] = SCALE_PATTERN.exec(pattern) ?? []
    if (!prefix || !digits.startsWith(prefix)) continue
    const code = digits.slice(prefix.length, prefix.length + product.length)
    const value = Number(digits.slice(prefix.length + product.length, -1))
    const isWeight = amount.startsWith('W')
    return {
      identities: listIdentities(prefix, code, amount.length),
      weight: isWeight ? value / 1000 : null,
      price: isWeight ? null : value / 100,
      isChecked: addCheckDigit(digits.slice(0, -1)) === digits,
    }
  }
  return undefined
}

/** The product that a barcode of a scale names, and its weight. A label with a price is one. */
export function findWeighed<P extends WithBarcodes>(
  products: readonly P[],
  barcode: string,
  patterns: readonly string[],
): Scanned<P> | undefined {
  const scale = readScaleBarcode(patterns, barcode)
  if (!scale?.isChecked) return undefined
  const [found] = scale.identities.flatMap((identity) => findScanned(products, identity) ?? [])
  return found && { product: found.product, units: scale.weight || found.units }
}

/**
 * The weight of one scan that is sold `quantity` times; null where the barcode has none. Some tills send the weight as the quantity, others
 * one label and its price.
 */
const findWeight = ({ weight }: ScaleBarcode, quantity: number) =>
  weight !== null && weight > 0 && Math.abs(quantity) !== weight ? weight : null

type Line = { quantity: number; price_cents: number | null | undefined; total_cents: number | null | undefined }

/**
 * What a line sold by the barcode of a scale; undefined for a wrong check digit, unless the price of one agrees with the label within 1 %:
 * files and older scales have labels without a right one. Amounts are cents.
 */
export function readSold(scale: ScaleBarcode, { quantity, ...line }: Line, product_cents: number) {
  const cents = line.price_cents ?? (line.total_cents == null ? undefined : line.total_cents / quantity)
  const units = findWeight(scale, quantity)
  const price_cents = scale.price === null ? undefined : toCents(scale.price)
  const expected = price_cents ?? product_cents * (units ?? 1)
  const isRight = scale.isChecked || (cents !== undefined && Math.abs(cents - expected) <= expected / 100)
  return isRight ? { units, price_cents } : undefined
}

/** The code of the product, with and without its zeros, and the whole barcode with zeros for the amount. */
function listIdentities(prefix: string, code: string, places: number) {
  const texts = [code, code.replace(/^0+/, ''), addCheckDigit(prefix + code + '0'.repeat(places))]
  return [...new Set(texts.map(barcodeIdentity).filter(Boolean))]
}
