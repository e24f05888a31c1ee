import { z } from 'zod'
import { hasDecimals } from './fields.ts'

const PERCENT_MAX = 99.99
const NO_RATE = 'A VAT rate is a percentage with at most two decimals, or exempt.'

export const Percent = z
  .number(NO_RATE)
  .min(0, NO_RATE)
  .max(PERCENT_MAX, NO_RATE)
  .refine((value) => hasDecimals(value, 2), NO_RATE)

/** In per cent, or 'exempt' for what has no VAT by law. Prices include it. */
export const VatRate = z.union([Percent, z.literal('exempt')], NO_RATE)
export type VatRate = z.infer<typeof VatRate>

/** The rate of a key or a URL: '15', '15.5', 'exempt'. */
export const parseVatRate = (text: string): VatRate => (text === 'exempt' ? text : Number(text))

/** The rates in a sentence: 'A VAT rate is 15 or 0.' */
export function describeVatRates(rates: VatRate[]) {
  const percents = [...new Set(rates.filter((rate) => rate !== 'exempt'))]
  return `A VAT rate is ${percents.slice(0, -1).join(', ')}${percents.length > 1 ? ' or ' : ''}${percents.at(-1) ?? 'exempt'}.`
}
