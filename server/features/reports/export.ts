import { FIGURE_NAMES, FIGURES, type Figure, findChange, findDifference, findKnownCostShare } from '../../../contract/figures.ts'
import { ReportExport, type ReportRow } from '../../../contract/reports.ts'
import { COST_COLUMNS, type Column, chooseColumns, type Dimension } from '../../../contract/search/reports.ts'
import { WEEKDAYS } from '../../../contract/shared/names.ts'
import { seesCosts } from '../../../db/right-role.ts'
import { type Export, splitIntoPages } from '../../http/csv-export.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { findAllRows } from './queries.ts'

/** All rows of the report in its order. */
export const reportExport: Export<ReportExport> = {
  input: ReportExport,
  open: async (within, search) => {
    const { rows, total_revenue, isCompared, chosen } = await within(async (scope) => ({
      ...(await findAllRows(scope, search)),
      chosen: chooseColumns(search, seesCosts(scope)),
    }))
    const columns = [...NAMES[search.by], ...createColumns(search, chosen, rows, { total_revenue, isCompared })]
    const fileName = `report_by_${search.by}_${search.from}_${search.to}.csv`
    return { fileName, rows: rows.length, file: writeCsv(columns, splitIntoPages(rows)) }
  },
}

const nameWeekday = (day: string | undefined) => WEEKDAYS[Number(day) - 1] ?? null
const formatHour = (hour: string | undefined) => `${hour?.padStart(2, '0')}:00`

const byKey = (title: string, format = (key: string): string | null => key): CsvColumn<ReportRow> => ({
  title,
  value: ({ key }) => (key === null ? WITHOUT_PRODUCT : format(key)),
})
const byName = (title: string): CsvColumn<ReportRow> => ({
  title,
  value: ({ key, name }) => (key === null ? WITHOUT_PRODUCT : name),
})
const WITHOUT_PRODUCT = 'Sales without item details'

/** The columns that say what a row is. */
const NAMES: Record<Dimension, CsvColumn<ReportRow>[]> = {
  day: [byKey('Day')],
  week: [byKey('Week from')],
  month: [byKey('Month')],
  hour: [byKey('Hour', formatHour)],
  weekday: [byKey('Weekday', nameWeekday)],
  weekday_hour: [
    byKey('Weekday', (key) => nameWeekday(key.split(' ')[0])),
    byKey('Hour', (key) => formatHour(key.split(' ')[1])),
  ],
  site: [byName('Site')],
  employee: [byName('Employee')],
  payment_method: [byName('Payment method')],
  product: [byName('Product'), { title: 'Site', value: ({ detail }) => detail }],
  category: [byName('Category')],
  supplier: [byName('Supplier')],
  vat_rate: [byKey('Month', (key) => key.split(' ')[0] ?? null), byKey('VAT rate %', (key) => key.split(' ')[1] ?? null)],
}

/** `decimals` is missing for counts and quantities. */
const TITLES: Record<Column, { title: string; decimals?: number }> = {
  revenue: { title: 'Sales incl. VAT', decimals: 2 },
  net: { title: 'Sales excl. VAT', decimals: 2 },
  vat: { title: 'VAT', decimals: 2 },
  orders: { title: 'Orders' },
  refunds: { title: 'Refunds' },
  refunded: { title: 'Refunded', decimals: 2 },
  units: { title: 'Units' },
  average: { title: 'Average sale', decimals: 2 },
  items: { title: 'Items a sale', decimals: 2 },
  cost: { title: 'Cost', decimals: 2 },
  profit: { title: 'Gross profit', decimals: 2 },
  margin: { title: 'Margin %', decimals: 2 },
  share: { title: 'Share %', decimals: 2 },
  change: { title: 'Change %', decimals: 2 },
  difference: { title: 'Change in R', decimals: 2 },
}

/** For how much of the revenue the cost is known. */
const KNOWN_COST = { title: 'Cost known %', decimals: 2 }

const toPercent = (part: number | null) => part && part * 100

/** The chosen columns. Where cost, profit or margin are of some lines only, how many follows. With a comparison, those of the earlier range follow. */
function createColumns(
  { compare }: ReportExport,
  chosen: Column[],
  rows: ReportRow[],
  { total_revenue, isCompared }: { total_revenue: number; isCompared: boolean },
): CsvColumn<ReportRow>[] {
  const figures = chosen.filter((column): column is Figure => FIGURE_NAMES.some((name) => name === column))
  const value = (figure: Figure, sums: ReportRow['sums']) =>
    figure === 'margin' ? toPercent(FIGURES.margin(sums)) : FIGURES[figure](sums)
  const columns = chosen.map((column): CsvColumn<ReportRow> => {
    if (column === 'share')
      return { ...TITLES.share, value: ({ sums }) => (total_revenue === 0 ? null : (sums.revenue / total_revenue) * 100) }
    if (column === 'change')
      return { ...TITLES.change, value: ({ sums, compared }) => toPercent(findChange(sums.revenue, compared?.revenue ?? null)) }
    if (column === 'difference')
      return {
        ...TITLES.difference,
        value: ({ sums, compared }) => (isCompared ? findDifference(sums.revenue, compared?.revenue ?? 0) : null),
      }
    return { ...TITLES[column], value: ({ sums }) => value(column, sums) }
  })
  const isIncomplete = ({ sums }: ReportRow) => findKnownCostShare(sums) !== null
  if (chosen.some((column) => COST_COLUMNS.includes(column)) && rows.some(isIncomplete))
    columns.push({ ...KNOWN_COST, value: ({ sums }) => toPercent(findKnownCostShare(sums) ?? 1) })
  if (compare === 'off') return columns
  const earlier = figures.map((figure): CsvColumn<ReportRow> => {
    const { title, decimals } = TITLES[figure]
    return { title: `${title} before`, decimals, value: ({ compared }) => compared && value(figure, compared) }
  })
  return [...columns, ...earlier]
}
