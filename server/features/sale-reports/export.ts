import { sql } from 'kysely'
import { SaleReportExport, type SaleReportRow } from '../../../contract/sale-reports.ts'
import { AMOUNT_TITLES, chooseGroup, chooseSaleColumns, NAME_TITLES } from '../../../contract/search/sale-report-rows.ts'
import type { SaleReportColumn, SaleReportGroup, SaleReportKind } from '../../../contract/search/sale-reports.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { type Export, splitIntoPages } from '../../http/csv-export.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { formatLocalTime, setLocalTimezone } from '../../shared/local-time.ts'
import { findAllRows } from './queries.ts'

/** With the times of the business, as all files have them. */
type FileRow = SaleReportRow & { time: string; refunded_time: string | null }

/** All rows of the report in its order. */
export const saleReportExport: Export<SaleReportExport> = {
  input: SaleReportExport,
  open: async (within, search) => {
    const rows = await within(async (scope) => addTimes(scope, await findAllRows(scope, search)))
    const fileName = `${search.kind}_${search.from}_${search.to}.csv`
    return { fileName, rows: rows.length, file: writeCsv(createColumns(search), splitIntoPages(rows)) }
  },
}

async function addTimes(scope: Scope, rows: SaleReportRow[]): Promise<FileRow[]> {
  await setLocalTimezone(scope)
  const read = async (times: (Date | undefined)[]) => {
    const { rows } = await sql<{ time: string | null }>`
      select ${formatLocalTime(sql`instant`)} as time from unnest(${times}::timestamptz[]) with ordinality given (instant, position) order by position`.execute(
      scope,
    )
    return rows.map(({ time }) => time)
  }
  const times = await read(rows.map(({ sale }) => sale?.saledate))
  const refunded = await read(rows.map(({ sale }) => sale?.refunded?.saledate))
  return rows.map((row, index) => ({ ...row, time: times[index] ?? '', refunded_time: refunded[index] ?? null }))
}

const byName = (title: string): CsvColumn<FileRow>[] => [{ title, value: ({ name }) => name }]

const SALE: CsvColumn<FileRow>[] = [
  { title: 'Sale', value: ({ key }) => Number(key) },
  { title: 'Reference', value: ({ sale }) => sale?.reference ?? null },
  { title: 'Time', value: ({ time }) => time },
  { title: 'Site', value: ({ sale }) => sale?.sitename ?? null },
  { title: 'Employee', value: ({ sale }) => sale?.employee ?? null },
]

const REFUND: CsvColumn<FileRow>[] = [
  { title: 'Refund of', value: ({ sale }) => sale?.refund_of ?? null },
  { title: 'Time of that sale', value: ({ refunded_time }) => refunded_time },
  { title: 'Amount of that sale', value: ({ sale }) => sale?.refunded?.amount ?? null, decimals: 2 },
  { title: 'Given back of that sale', value: ({ sale }) => sale?.refunded?.given_back ?? null, decimals: 2 },
]

function createNames(kind: SaleReportKind, by: SaleReportGroup): CsvColumn<FileRow>[] {
  switch (by) {
    case 'name':
      return byName(NAME_TITLES[kind])
    case 'employee':
      return byName('Employee')
    case 'site':
      return byName('Site')
    case 'day':
      return [{ title: 'Day', value: ({ key }) => key }]
    case 'sale':
      return kind === 'refunds' ? [...SALE, ...REFUND] : SALE
  }
}

type Sums = SaleReportRow['sums']

function createFigure(kind: SaleReportKind, column: SaleReportColumn) {
  const amounts = { amount: AMOUNT_TITLES[kind], used: 'Used', left: 'Left', vat: 'VAT' }
  switch (column) {
    case 'share':
      return {
        title: 'Share of sales %',
        value: ({ amount, revenue = 0 }: Sums) => (revenue > 0 ? (amount / revenue) * 100 : null),
        decimals: 2,
      }
    case 'sales':
      return { title: 'Sales', value: ({ sales }: Sums) => sales }
    case 'quantity':
      return { title: 'Quantity', value: ({ quantity = 0 }: Sums) => quantity }
    default:
      return { title: amounts[column], value: (sums: Sums) => sums[column] ?? 0, decimals: 2 }
  }
}

function createColumns(search: SaleReportExport): CsvColumn<FileRow>[] {
  const by = chooseGroup(search)
  const figures = chooseSaleColumns(search).map((column) => createFigure(search.kind, column))
  const earlier = search.compare === 'off' || by === 'sale' ? [] : figures
  return [
    ...createNames(search.kind, by),
    ...figures.map(({ value, ...column }) => ({ ...column, value: ({ sums }: FileRow) => value(sums) })),
    ...earlier.map(({ value, title, ...column }) => ({
      ...column,
      title: `${title} before`,
      value: ({ compared }: FileRow) => compared && value(compared),
    })),
  ]
}
