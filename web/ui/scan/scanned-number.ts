import { isBarcode } from '../../lib/format/is-digits.ts'

/** Selects a number, so that what is typed replaces it, and remembers it for `readScan`. */
export function selectNumber(input: HTMLInputElement) {
  input.dataset.before = input.value
  input.select()
}

/** The barcode that a scanner typed over a number, and the number; undefined where it is a number. */
export function readScan({ value, dataset: { before } }: HTMLInputElement) {
  return before !== undefined && isBarcode(value) ? { barcode: value, before } : undefined
}
