import type { VatRate } from '../../../contract/shared/vat-rate.ts'
import type { TillProduct, TillSetup } from '../../../contract/till-catalogue.ts'
import { getToday } from '../../lib/format/dates.ts'

/** The standard rate on a calendar day. */
export function findStandardRate(rates: TillSetup['standard_vat_rates'], day: string): VatRate {
  const valid = rates.findLast(({ first_day }) => first_day === null || first_day <= day)
  return valid?.percent ?? rates[0]?.percent ?? 0
}

/** Of a time zone and a minute: to find the day takes a slow tablet 5 ms. */
let known = { timezone: '', minute: 0, day: '' }

/** Today's calendar day of the business. */
export function findToday(timezone: string) {
  const minute = Math.floor(Date.now() / 60_000)
  if (known.timezone !== timezone || known.minute !== minute) known = { timezone, minute, day: getToday(timezone) }
  return known.day
}

/** The rate of a product on a calendar day. */
export const findVatRate = (vat_code: TillProduct['vat_code'], rates: TillSetup['standard_vat_rates'], day: string): VatRate =>
  vat_code === 'standard' ? findStandardRate(rates, day) : vat_code === 'zero' ? 0 : 'exempt'
