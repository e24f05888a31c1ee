/** All blanks of Unicode, and characters without a width. */
const BLANKS = /[\s\u0085\u180e\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]/g
const HYPHENS = /[-\u00ad\u058a\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g
const APOSTROPHES = /^['`\u00b4\u02bc\u2018\u2019\u201b\uff07]+/

/**
 * Latin, Greek and Cyrillic letters are compared without case. Not all of Unicode, of which PostgreSQL and browsers have different versions.
 */
const LETTERS = /[A-ZÀ-ÖØ-ÞĀ-įĲ-žΑ-ΩЀ-Я]/g

/** The zeros before a GTIN of at most 14 digits are written or not. */
const DIGITS = /^0*(\d{0,14})$/
const GTIN_LENGTHS = [8, 12, 13, 14]
/** A shorter number, such as 17 or 1007, is a GTIN only where its zeros make it one: by chance one in ten has a right check digit. */
const BARE_DIGITS_MIN = 7

/**
 * What a barcode is compared by, as the function of this name in db/functions/products.sql says it too. '6009900000226, 6009900000226.0 and
 * 6 009900 000226 are one, and so are 036000291452, 0036000291452 and 36000291452. '' for a text without any character that counts.
 */
export function barcodeIdentity(barcode: string): string {
  const bare = barcode.replace(BLANKS, '')
  const code = dropAdditions(bare.replace(HYPHENS, ''))
  const digits = DIGITS.exec(code)?.[1]
  if (digits !== undefined && (digits.length >= BARE_DIGITS_MIN || GTIN_LENGTHS.includes(code.length))) {
    const gtin = digits.padStart(14, '0')
    if (hasCheckDigit(gtin)) return gtin
  }
  return (code || bare).replace(LETTERS, (letter) => letter.toLowerCase())
}

/** Without the apostrophe and the '.0' of a spreadsheet. */
const dropAdditions = (barcode: string) => barcode.replace(APOSTROPHES, '').replace(/^(\d+)[.,]0$/, '$1')

/** A barcode of digits without what spreadsheets add: "'6009900000226", '6009900000233.0' and '6 009900 000240'. Others as they are. */
export function cleanBarcode(barcode: string) {
  const digits = dropAdditions(barcode.replace(BLANKS, ''))
  return digits.length >= BARE_DIGITS_MIN && /^\d{1,14}$/.test(digits) ? digits : barcode
}

const hasCheckDigit = (gtin: string) => addCheckDigit(gtin.slice(0, -1)) === gtin

/** Adds the check digit of a GTIN to the digits before it. */
export function addCheckDigit(digits: string) {
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * ((digits.length - place) % 2 ? 3 : 1), 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** Of products that share a barcode: the one that has it letter by letter, else the oldest one. */
export function pickByBarcode<P extends { productid: number; barcode: string }>(products: readonly P[], barcode: string) {
  const identity = barcodeIdentity(barcode)
  const same = products.filter((product) => identity !== '' && barcodeIdentity(product.barcode) === identity)
  return same.find((product) => product.barcode === barcode) ?? same.toSorted((a, b) => a.productid - b.productid)[0]
}

/** What a scan found, and how many it is of: 24 of a carton. */
export type Scanned<P> = { product: P; units: number }

export type WithBarcodes = { productid: number; barcode: string; further_barcodes: readonly { barcode: string; units: number }[] }

/** The product that has a scanned barcode: as its own one, as `pickByBarcode` says, or as a further one. */
export function findScanned<P extends WithBarcodes>(products: readonly P[], barcode: string): Scanned<P> | undefined {
  const own = pickByBarcode(products, barcode)
  if (own) return { product: own, units: 1 }
  const identity = barcodeIdentity(barcode)
  for (const product of products) {
    const code = product.further_barcodes.find((one) => barcodeIdentity(one.barcode) === identity)
    if (code) return { product, units: code.units }
  }
  return undefined
}
