import { multiplyAndDivide } from '../../../../contract/shared/decimal.ts'
import { includedVat, spreadInProportion } from '../../../../contract/shared/vat-amounts.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'

/** A line whose VAT is looked for. Amounts are whole cents; `rate` is the one that its product or the file has. */
export type TaxedLine = { amount: number; rate: VatRate | undefined }

/** An amount with the VAT that it leaves out. */
export function addVat(amount: number, rate: VatRate) {
  return rate === 'exempt' ? amount : multiplyAndDivide(amount, 10_000 + Math.round(rate * 100), 10_000)
}

const PERCENT_MAX = 99.99

/** The rate of an amount whose VAT is known: the first of these that gives it to the cent, or else what the two amounts give. */
export function deriveVatRate(vat: number, amount: number, rates: VatRate[]): VatRate {
  if (vat === 0 || amount === vat) return 0
  const known = rates.find((rate) => rate !== 'exempt' && Math.abs(includedVat(amount, rate) - vat) <= 1)
  if (known !== undefined) return known
  const percent = Math.round((vat / (amount - vat)) * 10_000) / 100
  return Math.min(PERCENT_MAX, Math.max(0, percent))
}

/**
 * The VAT of a whole sale on its lines, which add up to it. Lines whose rates give that VAT keep them. Otherwise the lines without a rate
 * have what the others leave, and where that is impossible all lines share it by their amounts. Undefined for a line that keeps its rate.
 */
export function spreadVat(vat: number, lines: TaxedLine[], standard: VatRate): ({ vat: number; amount: number } | undefined)[] {
  const own = lines.map(({ amount, rate }) => includedVat(amount, rate ?? standard))
  const sum = own.reduce((total, part) => total + part, 0)
  if (Math.abs(sum - vat) <= lines.length) return correct(lines, own, vat - sum)
  const open = lines.map(({ rate }) => rate === undefined)
  const left = vat - own.reduce((total, part, index) => total + (open[index] ? 0 : part), 0)
  const openAmount = lines.reduce((total, { amount }, index) => total + (open[index] ? amount : 0), 0)
  if (openAmount !== 0 && left / openAmount >= 0 && left / openAmount < 0.5)
    return share(left, lines, (index) => open[index] === true)
  return share(vat, lines, () => true)
}

/** A cent of rounding belongs to the line with the largest amount. */
function correct(lines: TaxedLine[], own: number[], difference: number) {
  if (difference === 0) return lines.map(() => undefined)
  const largest = lines.reduce(
    (best, { amount }, index) => (Math.abs(amount) > Math.abs(lines[best]?.amount ?? 0) ? index : best),
    0,
  )
  return lines.map(({ amount }, index) => (index === largest ? { vat: (own[index] ?? 0) + difference, amount } : undefined))
}

function share(vat: number, lines: TaxedLine[], isShared: (index: number) => boolean) {
  const parts = spreadInProportion(
    vat,
    lines.map(({ amount }, index) => (isShared(index) ? amount : 0)),
  )
  return lines.map(({ amount }, index) => (isShared(index) ? { vat: parts[index] ?? 0, amount } : undefined))
}
