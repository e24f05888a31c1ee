export type DateRange = { from: string; to: string }

/** The zone of the measured businesses, in which a day begins and ends. */
export const TIMEZONE = 'Africa/Johannesburg'
/** The last day with sales. */
export const LAST_DAY = '2026-10-31'
export const YEAR: DateRange = { from: '2025-11-01', to: LAST_DAY }
export const MONTH: DateRange = { from: '2026-10-02', to: LAST_DAY }
/** Its earlier range is within the year too. */
export const HALF_YEAR: DateRange = { from: '2026-05-03', to: LAST_DAY }
