/** Whether a search may be a barcode that a hand scanner typed. */
export const isDigits = (text: string) => /^\d+$/.test(text)

/** The shortest barcode is longer than the largest quantity. */
const BARCODE_FROM = 8

/** Whether the text of a field of units was a scan. */
export const isBarcode = (text: string) => isDigits(text) && text.length >= BARCODE_FROM
