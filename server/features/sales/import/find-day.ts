const HAS_OFFSET = /(?:Z|[+-]\d\d:\d\d)$/

/** The calendar date of a sale in the business's time zone, '2026-04-03'. */
export function createDayFinder(timezone: string) {
  // The format of Sweden is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' })
  return (saledate: string) => (HAS_OFFSET.test(saledate) ? format.format(new Date(saledate)) : saledate.slice(0, 10))
}
