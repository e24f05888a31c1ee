import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { CalendarDate, hasDecimals } from './shared/fields.ts'

const PERCENT_MAX = 99.99
const NO_RATE = 'A VAT rate is a percentage with at most two decimals, or exempt.'

const Percent = z
  .number(NO_RATE)
  .min(0, NO_RATE)
  .max(PERCENT_MAX, NO_RATE)
  .refine((value) => hasDecimals(value, 2), NO_RATE)

/** In per cent, or 'exempt' for what has no VAT by law. Prices include it. */
export const VatRate = z.union([Percent, z.literal('exempt')], NO_RATE)
export type VatRate = z.infer<typeof VatRate>

/** The rate of a key or a URL: '15', '15.5', 'exempt'. */
export const parseVatRate = (text: string): VatRate => (text === 'exempt' ? text : Number(text))

/** The standard rate of a business: from a day until the day before the next one. */
export const StandardVatRate = z.object({
  percent: Percent,
  /** Calendar dates. Null for the rate that has no beginning, or no end yet. */
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
})
export type StandardVatRate = z.infer<typeof StandardVatRate>

export const StandardVatRateInput = z.strictObject({ percent: Percent, first_day: CalendarDate })
export type StandardVatRateInput = z.output<typeof StandardVatRateInput>

const OWNER_ONLY = { status: 403, message: 'Only the owner can change the VAT rates.' } as const

/** The rates in a sentence: 'A VAT rate is 15 or 0.' */
export function describeVatRates(rates: VatRate[]) {
  const percents = [...new Set(rates.filter((rate) => rate !== 'exempt'))]
  return `A VAT rate is ${percents.slice(0, -1).join(', ')}${percents.length > 1 ? ' or ' : ''}${percents.at(-1) ?? 'exempt'}.`
}

const route = oc.errors(dataErrors)

export const vatRates = {
  list: route
    .route({
      method: 'GET',
      path: '/vat-rates',
      summary: 'The standard VAT rates with their days, oldest first',
      tags: ['Account'],
    })
    .output(z.array(StandardVatRate)),
  save: route
    .route({
      path: '/vat-rates',
      summary: 'Set the standard VAT rate from a day on',
      description: 'Sales that are stored keep the rate that they were made with.',
      tags: ['Account'],
    })
    .input(StandardVatRateInput)
    .output(z.void())
    .errors({ OWNER_ONLY }),
  remove: route
    .route({
      method: 'DELETE',
      path: '/vat-rates/{first_day}',
      summary: 'Remove a rate: the one before it goes on',
      tags: ['Account'],
    })
    .input(z.strictObject({ first_day: CalendarDate }))
    .output(z.void())
    .errors({ NOT_FOUND, OWNER_ONLY }),
}
