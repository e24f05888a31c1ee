import { sql } from 'kysely'
import { SalesExport, TOO_LONG } from '../../../contract/sales.ts'
import type { InBusiness, Scope } from '../../../db/tenant-scope.ts'
import { EXPORT_PAGE_ROWS, type Export } from '../../http/csv-export.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { personName } from '../../shared/list-query.ts'
import { formatLocalTime, setLocalTimezone } from '../../shared/local-time.ts'
import { throwTooLong } from '../../shared/throw-too-long.ts'
import { countByDay, countByName, ordersIn } from './counts.ts'
import { type By, findSales, NEWEST_FIRST, type Order, selectNamed } from './rows.ts'
import { type Cursor, isEmptySearch, parseSearch, type Search } from './search.ts'

type ExportedSale = {
  saleid: number
  /** ISO 8601 in the business's time zone, with the offset. */
  saledate: string
  employee: string
  sitename: string
  finalamount: number
  payment_method: string | null
  closetime: string | null
  reference: string | null
  /** The value that the sale is ordered by. */
  cursor: string
}

const COLUMNS: CsvColumn<ExportedSale>[] = [
  { title: 'Sale ID', value: (sale) => sale.saleid },
  { title: 'Sale date/time', value: (sale) => sale.saledate },
  { title: 'Employee', value: (sale) => sale.employee },
  { title: 'Site', value: (sale) => sale.sitename },
  { title: 'Amount', value: (sale) => sale.finalamount, decimals: 2 },
  { title: 'Payment method', value: (sale) => sale.payment_method },
  { title: 'Close time', value: (sale) => sale.closetime },
  { title: 'Reference', value: (sale) => sale.reference },
]

/** All filtered sales in the list's order. */
export const salesExport: Export<SalesExport> = {
  input: SalesExport,
  open: async (within, input) => {
    const { search, rows, timestamp } = await within(async (scope) => {
      const search = await parseSearch(scope, input)
      const days = await countByDay(scope, search)
      const rows = ordersIn(days)
      return { search, rows, timestamp: await formatTimestamp(scope, search.timezone) }
    }).catch(throwTooLong(TOO_LONG))
    return { fileName: `sales_${timestamp}.csv`, rows, file: writeCsv(COLUMNS, readPages(within, search, input)) }
  },
}

/** The current time in the business's time zone, for a file name: 2026-11-21_14-05-09. */
async function formatTimestamp(scope: Scope, timezone: string) {
  const { rows } = await sql<{ timestamp: string }>`
    select to_char(now() at time zone ${timezone}, 'YYYY-MM-DD_HH24-MI-SS') as timestamp`.execute(scope)
  return rows[0]?.timestamp
}

async function* readPages(within: InBusiness, search: Search, { sort, dir }: Order) {
  if (isEmptySearch(search)) return
  if (sort === 'saledate') return yield* readPagesInOrder(within, search, { column: 'saledate', dir })
  if (sort === 'finalamount') return yield* readPagesInOrder(within, search, { column: 'finalamount_cents', dir })
  for (const { only } of await within((scope) => countByName(scope, search, sort, dir)))
    yield* readPagesInOrder(within, { ...search, ...only }, NEWEST_FIRST)
}

async function* readPagesInOrder(within: InBusiness, search: Search, by: By) {
  for (let after: Cursor | undefined; ; ) {
    const page = await within((scope) => readPageAfter(scope, { ...search, after }, by))
    if (page.length > 0) yield page
    const last = page.at(-1)
    if (!last || page.length < EXPORT_PAGE_ROWS) return
    after = { ...by, value: last.cursor, saleid: last.saleid }
  }
}

async function readPageAfter(scope: Scope, search: Search, by: By) {
  // For the offsets of the timestamps. The days of the search name their time zone themselves.
  await setLocalTimezone(scope)
  const shown = sql`
    saleid, ${formatLocalTime(sql`saledate`)} as saledate, ${personName} as employee, sitename, finalamount, payment_method,
    ${formatLocalTime(sql`closetime`)} as closetime, reference, ${sql.ref(`sales.${by.column}`)}::text as cursor`
  const sales = findSales(search, by, { limit: EXPORT_PAGE_ROWS, offset: 0 }, sql`*`)
  return selectNamed<ExportedSale>(scope, shown, sales, by)
}
