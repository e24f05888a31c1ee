/** Parses '12,50', '12.50', '1 234,50' and '1,234.50'. Undefined for any other text. */
export function parseDecimal(typed: string): number | undefined {
  if (typed.length > 100) return undefined
  const digits = typed.replace(/[\s\u00a0\u202f]/g, '')
  const plain = THOUSANDS.test(digits) ? digits.replace(/[.,](?=.*[.,])/g, '') : digits
  return NUMBER.test(plain) ? Number(plain.replace(',', '.')) : undefined
}

/** The same for a price, which may have a currency: 'R 26,49', '26.49 ZAR'. */
export const parsePrice = (typed: string) => parseDecimal(typed.trim().replace(CURRENCY_BEFORE, '$1').replace(CURRENCY_AFTER, ''))

const CURRENCY_BEFORE = /^([+-]?)\s*(?:ZAR|R)(?=[\s\d.,+-])/i
const CURRENCY_AFTER = /(?<=[\s\d])(?:ZAR|R)$/i

/** With both signs: the last one is the decimal sign, and the others separate thousands. */
const THOUSANDS = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d+$/
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/

/** Rounded to decimal places as a person rounds: 1.005 is 1.01, and 1.7999999999999998 is 1.8. */
export function roundDecimal(value: number, places: number) {
  const scaled = Number(`${Math.abs(value)}e${places}`)
  // Very large and very small numbers are written with an exponent.
  if (Number.isNaN(scaled)) return Number(value.toFixed(places))
  return Math.sign(value) * Number(`${Math.round(scaled)}e-${places}`)
}

/** Of an amount in rand and cents. */
export const toCents = (rand: number) => Math.round(rand * 100)

/** The sum of amounts in rand, exact to the cent. */
export const sumRand = (amounts: number[]) => amounts.reduce((cents, amount) => cents + toCents(amount), 0) / 100
