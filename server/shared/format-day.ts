import { DEFAULT_TIMEZONE } from '../../contract/shared/constants.ts'

/** '24 November 2026', where the business is. */
export const formatDay = (date: Date, timezone = DEFAULT_TIMEZONE) =>
  new Intl.DateTimeFormat('en-ZA', { day: 'numeric', month: 'long', year: 'numeric', timeZone: timezone }).format(date)
