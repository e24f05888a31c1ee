/**
 * The number that somebody typed or a file holds: '12,50' and '12.50' are twelve and a half, '1 234,50' and '1,234.50' have
 * thousands. Undefined when there is none.
 */
export function parseDecimal(typed: string): number | undefined {
  if (typed.length > 100) return undefined
  const digits = typed.replace(/[\s\u00a0\u202f]/g, '')
  const plain = THOUSANDS.test(digits) ? digits.replace(/[.,](?=.*[.,])/g, '') : digits
  return NUMBER.test(plain) ? Number(plain.replace(',', '.')) : undefined
}

/** Both signs: the last one is the decimal sign, and before it stand groups of three. */
const THOUSANDS = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d+$/
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/
