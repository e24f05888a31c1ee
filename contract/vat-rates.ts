import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { CalendarDate } from './shared/fields.ts'
import { Percent } from './shared/vat-rate.ts'

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
