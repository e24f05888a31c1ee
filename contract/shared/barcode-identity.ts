/** All blanks of Unicode, and characters without a width. */
const BLANKS = /[\t\n\v\f\r \u0085\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f\u2060\u2066-\u2069\u3000\ufeff]/g
const HYPHENS = /[-\u00ad\u058a\u2010-\u2015\u2043\u2212\ufe58\ufe63\uff0d]/g
const APOSTROPHES = /^['`\u00b4\u02bc\u2018\u2019\u201b\uff07]+/

/**
 * Latin, Greek and Cyrillic letters are compared without case. Not all of Unicode, of which PostgreSQL and browsers have different versions.
 */
const LETTERS = /[A-ZÀ-ÖØ-ÞĀ-įĲ-žΑ-ΩЀ-Я]/g

/** The longest GTIN: the zeros before a shorter one are written or not. */
const GTIN_DIGITS = 14
const WRITTEN_DIGITS = [8, 12, 13, GTIN_DIGITS]
/** A shorter number, such as 17 or 1007, is a GTIN only where its zeros make it one: by chance one in ten has a right check digit. */
const BARE_DIGITS_MIN = 7

/**
 * What a barcode is compared by, as the function of this name in db/functions/products.sql says it too. '6009900000226, 6009900000226.0 and
 * 6 009900 000226 are one, and so are 036000291452, 0036000291452 and 36000291452. '' for a text without any character that counts.
 */
export function barcodeIdentity(barcode: string): string {
  const bare = barcode.replace(BLANKS, '')
  const written = bare.replace(HYPHENS, '').replace(APOSTROPHES, '')
  const code = /^[0-9]+[.,]0$/.test(written) ? written.slice(0, -2) : written
  if (/^[0-9]+$/.test(code)) {
    const digits = code.replace(/^0+/, '')
    const canBeGtin = digits.length >= BARE_DIGITS_MIN || WRITTEN_DIGITS.includes(code.length)
    const gtin = digits.padStart(GTIN_DIGITS, '0')
    if (gtin.length === GTIN_DIGITS && canBeGtin && hasCheckDigit(gtin)) return gtin
  }
  return (code || bare).replace(LETTERS, (letter) => letter.toLowerCase())
}

const hasCheckDigit = (gtin: string) =>
  [...gtin].reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0) % 10 === 0

/** Of products that share a barcode: the one that has it letter by letter, else the oldest one. */
export function pickByBarcode<P extends { productid: number; barcode: string }>(products: readonly P[], barcode: string) {
  const identity = barcodeIdentity(barcode)
  const same = products.filter((product) => identity !== '' && barcodeIdentity(product.barcode) === identity)
  return same.find((product) => product.barcode === barcode) ?? same.toSorted((a, b) => a.productid - b.productid)[0]
}
