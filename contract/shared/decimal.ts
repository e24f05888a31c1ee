/** The digits of a number as they are written, '-16.275': not a binary fraction, in which 16.275 does not exist. */
export type Decimal = string & { readonly isDecimal: true }

/** Reads '12,50', '12.50', '1 234,50' and '1,234.50'. Undefined for any other text. */
export function readDecimal(typed: string): Decimal | undefined {
  if (typed.length > 100) return undefined
  const digits = typed.replace(/[\s\u00a0\u202f]/g, '')
  const plain = THOUSANDS.test(digits) ? digits.replace(/[.,](?=.*[.,])/g, '') : digits
  return NUMBER.test(plain) ? (plain.replace(',', '.') as Decimal) : undefined
}

/** The same as a number. */
export function parseDecimal(typed: string): number | undefined {
  const decimal = readDecimal(typed)
  return decimal === undefined ? undefined : Number(decimal)
}

/** A whole number of 10^-places, rounded half away from zero: 16.275 has 1628 hundredths. */
export function scaleDecimal(decimal: Decimal, places: number): number {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)\.?(\d*)$/.exec(decimal) ?? []
  const kept = Number(whole + fraction.slice(0, places).padEnd(places, '0'))
  const scaled = kept + (Number(fraction[places] ?? 0) >= 5 ? 1 : 0)
  return sign === '-' && scaled !== 0 ? -scaled : scaled
}

/** How many decimals are written. */
export const countDecimals = (decimal: Decimal) => decimal.split('.')[1]?.length ?? 0

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

/** factor × factor / divisor of whole numbers, rounded half away from zero as PostgreSQL rounds numeric. Exact for any size. */
export function multiplyAndDivide(factor: number, other: number, divisor: number): number {
  const product = BigInt(factor) * BigInt(other)
  const [dividend, by] = divisor < 0 ? [-product, BigInt(-divisor)] : [product, BigInt(divisor)]
  const rounded = ((dividend < 0n ? -dividend : dividend) * 2n + by) / (2n * by)
  return Number(dividend < 0n ? -rounded : rounded)
}

/** Price times quantity in whole cents. A price in cents has at most two decimals, a quantity three. */
export const multiplyPrice = (price_cents: number, quantity: number) =>
  multiplyAndDivide(Math.round(price_cents * 100), Math.round(quantity * 1000), 100_000)

/** Of an amount in rand that has at most two decimals, as a JSON number of a client or of the database. */
export const toCents = (rand: number) => Math.round(rand * 100)

/** Of a price in rand, which has at most four decimals: cents with at most two. */
export const toPriceCents = (rand: number) => Math.round(rand * 10_000) / 100

/** A price in rand with a point: two decimals, and up to four where it has them. '12.50', '23.459'. */
export const writePrice = (rand: number) => rand.toFixed(4).replace(/0{1,2}$/, '')

/** The sum of amounts in rand, exact to the cent. */
export const sumRand = (amounts: number[]) => amounts.reduce((cents, amount) => cents + toCents(amount), 0) / 100

/** The sum of units, exact to the thousandth. */
export const addUnits = (units: number[]) => units.reduce((sum, unit) => sum + Math.round(unit * 1000), 0) / 1000
