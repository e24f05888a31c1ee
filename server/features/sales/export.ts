import { sql } from 'kysely'
import { SalesExport, TOO_LONG } from '../../../contract/sales.ts'
import { EXTRA_KINDS, EXTRA_TITLES, type ExtraKind } from '../../../contract/shared/sale-parts.ts'
import { currentBusiness } from '../../../db/sql.ts'
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
  /** 'cash 50.00; card 65.00', null for a sale with one payment of its amount. */
  payments: string | null
  refund_of: string | null
  /** The value that the sale is ordered by. */
  cursor: string
} & { [kind in ExtraKind]: number | null }

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

/** The columns of a business whose tills or files send payments in parts, or money beside the amount. */
const PART_COLUMNS: CsvColumn<ExportedSale>[] = [
  { title: 'Payments', value: (sale) => sale.payments },
  ...EXTRA_KINDS.map((kind) => ({
    title: EXTRA_TITLES[kind],
    value: (sale: ExportedSale) => sale[kind],
    decimals: 2,
  })),
  { title: 'Refund of', value: (sale) => sale.refund_of },
]

/** All filtered sales in the list's order. */
export const salesExport: Export<SalesExport> = {
  input: SalesExport,
  open: async (within, input) => {
    const { search, rows, timestamp, has_parts } = await within(async (scope) => {
      const search = await parseSearch(scope, input)
      const days = await countByDay(scope, search)
      const rows = ordersIn(days)
      return { search, rows, ...(await findHead(scope, search.timezone)) }
    }).catch(throwTooLong(TOO_LONG))
    const columns = has_parts ? [...COLUMNS, ...PART_COLUMNS] : COLUMNS
    return { fileName: `sales_${timestamp}.csv`, rows, file: writeCsv(columns, readPages(within, search, input)) }
  },
}

/** The current time in the business's time zone, for a file name: 2026-11-21_14-05-09, and whether any sale has parts. */
async function findHead(scope: Scope, timezone: string) {
  const { rows } = await sql<{ timestamp: string; has_parts: boolean }>`
    select to_char(now() at time zone ${timezone}, 'YYYY-MM-DD_HH24-MI-SS') as timestamp,
           exists (select from sale_payments where businessid = ${currentBusiness}) as has_parts`.execute(scope)
  const [head] = rows
  if (!head) throw new Error('a select without tables has a row')
  return head
}

const PAYMENTS = sql`(
  select string_agg(coalesce(p.payment_method, 'unknown') || ' ' || to_char(p.amount_cents / 100.0, 'FM9999999999990.00'), '; ' order by p.position)
    from sale_payments p where p.businessid = ${currentBusiness} and p.saleid = sales.saleid)`
const sumExtra = (kind: ExtraKind) => sql`
  case when has_payments then (
    select sum(e.amount_cents) / 100.0 from sale_extras e
     where e.businessid = ${currentBusiness} and e.saleid = sales.saleid and e.kind = ${kind}) end as ${sql.ref(kind)}`

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
    ${formatLocalTime(sql`closetime`)} as closetime, reference, refund_of,
    case when has_payments then ${PAYMENTS} end as payments, ${sql.join(EXTRA_KINDS.map(sumExtra))}, ${sql.ref(`sales.${by.column}`)}::text as cursor`
  const sales = findSales(search, by, { limit: EXPORT_PAGE_ROWS, offset: 0 }, sql`*`)
  return selectNamed<ExportedSale>(scope, shown, sales, by)
}
