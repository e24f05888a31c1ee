import { multiplyAndDivide } from './decimal.ts'
import type { VatRate } from './vat-rate.ts'

/** The VAT that an amount includes, rounded to cents, half away from zero, as included_vat_cents of the database. */
export function includedVat(amount: number, rate: VatRate) {
  if (rate === 'exempt') return 0
  // Whole numbers: a rate has at most two decimals.
  const hundredths = Math.round(rate * 100)
  return multiplyAndDivide(amount, hundredths, 10_000 + hundredths)
}

/** Parts of an amount in proportion to the weights, in cents and without a remainder, as spread_amount of the database gives them. */
export function spreadInProportion(amount: number, weights: number[]): number[] {
  const whole = weights.reduce((total, weight) => total + weight, 0)
  let seen = 0
  let given = 0
  return weights.map((weight) => {
    seen += weight
    const until = whole === 0 ? amount : multiplyAndDivide(amount, seen, whole)
    const part = until - given
    given = until
    return part
  })
}
