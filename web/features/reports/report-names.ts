import type { ReportRow } from '../../../contract/reports.ts'
import { type Column, type Dimension, TIMES } from '../../../contract/search/reports.ts'
import { WEEKDAYS } from '../../../contract/shared/names.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { parseVatRate } from '../../../contract/shared/vat-rate.ts'
import { getGroupName } from '../../figures/group-names.ts'
import { decapitalise } from '../../lib/format/capitalise.ts'
import { addDays, formatMonth, formatPeriod, formatShortDay, formatWeekday } from '../../lib/format/dates.ts'
import { formatVatRate } from '../../lib/format/money.ts'

/** The title of the first column, and of the report: 'Sales by day'. */
export const DIMENSION_NAMES: Record<Dimension, string> = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  hour: 'Hour of day',
  weekday: 'Weekday',
  weekday_hour: 'Weekday and hour',
  site: 'Site',
  employee: 'Employee',
  product: 'Product',
  category: 'Category',
  supplier: 'Supplier',
  payment_method: 'Payment method',
  vat_rate: 'Month and VAT rate',
}

/** 'day', 'month and VAT rate'. */
export const formatDimension = (by: Dimension) => decapitalise(DIMENSION_NAMES[by])

/** The groups of the list to choose from. */
export const DIMENSION_GROUPS: { group: string; items: Dimension[] }[] = [
  { group: 'Time', items: [...TIMES] },
  { group: 'Place, person and payment', items: ['site', 'employee', 'payment_method'] },
  { group: 'Products', items: ['product', 'category', 'supplier', 'vat_rate'] },
]

export const COLUMN_TITLES: Record<Column, string> = {
  revenue: 'Sales incl. VAT',
  net: 'Sales excl. VAT',
  vat: 'VAT',
  orders: 'Number of sales',
  refunds: 'Refunds',
  refunded: 'Refunded',
  units: 'Units',
  average: 'Average sale',
  items: 'Items a sale',
  cost: 'Cost',
  profit: 'Profit',
  margin: 'Margin',
  share: 'Share',
  change: 'Change',
  difference: 'Change in R',
}

/** The name of a weekday by its number in ISO 8601: 1 is Monday. */
export const getWeekday = (number: string) => WEEKDAYS[Number(number) - 1] ?? number

/** '14:00 – 15:00'. */
export const formatHour = (hour: string) => `${formatClock(Number(hour))} – ${formatClock(Number(hour) + 1)}`

export const formatClock = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** '26 Oct – 1 Nov 2026', for the week that begins on this Monday. */
const formatWeek = (monday: string) => formatPeriod({ from: monday, to: addDays(monday, 6) })

/** '2026-11 15' is 'Nov 2026, 15 %', and '2026-11' is 'Nov 2026'. */
function formatMonthAndRate(key: string) {
  const [month = '', rate] = key.split(' ')
  const name = formatMonth(`${month}-01`)
  return rate === undefined ? name : `${name}, ${formatVatRate(parseVatRate(rate))}`
}

function formatWeekdayHour(key: string) {
  const [weekday = '', hour = ''] = key.split(' ')
  return `${getWeekday(weekday)}, ${formatHour(hour)}`
}

/** What a person reads for a row. */
export function getRowName(by: Dimension, row: Pick<ReportRow, 'key' | 'name'>) {
  const { key, name } = row
  if (key === null) return getGroupName(by, row)
  switch (by) {
    case 'day':
      return formatWeekday(key)
    case 'week':
      return formatWeek(key)
    case 'month':
      return formatMonth(`${key}-01`)
    case 'hour':
      return formatHour(key)
    case 'weekday':
      return getWeekday(key)
    case 'weekday_hour':
      return formatWeekdayHour(key)
    case 'vat_rate':
      return formatMonthAndRate(key)
    case 'payment_method':
      return formatPaymentMethod(name || key)
    default:
      return getGroupName(by, row)
  }
}

/** The label of an axis. */
export function getTickName(by: Dimension, key: string) {
  if (by === 'day' || by === 'week') return formatShortDay(key)
  if (by === 'month' || by === 'vat_rate') return formatMonth(`${key}-01`)
  if (by === 'hour') return formatClock(Number(key))
  return by === 'weekday' ? getWeekday(key).slice(0, 3) : key
}
