/** Parses '12,50', '12.50', '1 234,50' and '1,234.50'. Undefined for any other text. */
export function parseDecimal(typed: string): number | undefined {
  if (typed.length > 100) return undefined
  const digits = typed.replace(/[\s\u00a0\u202f]/g, '')
  const plain = THOUSANDS.test(digits) ? digits.replace(/[.,](?=.*[.,])/g, '') : digits
  return NUMBER.test(plain) ? Number(plain.replace(',', '.')) : undefined
}

/** With both signs: the last one is the decimal sign, and the others separate thousands. */
const THOUSANDS = /^[+-]?\d{1,3}(?:(?:,\d{3})+\.|(?:\.\d{3})+,)\d+$/
const NUMBER = /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/
