import { type RawBuilder, sql } from 'kysely'
import {
  type ReportedSale,
  SALE_REPORT_ROWS,
  type SaleReport,
  type SaleReportExport,
  type SaleReportInput,
  type SaleReportRow,
  type SaleReportSums,
  TOO_LONG,
} from '../../../contract/sale-reports.ts'
import {
  chooseGroup,
  chooseSaleOrder,
  EXTRA_SUMS,
  type ExtraSum,
  NAMELESS,
  NO_NAME,
  WHOLE_SALE,
  WHOLE_SALE_NAME,
} from '../../../contract/search/sale-report-rows.ts'
import type { SaleReportGroup } from '../../../contract/search/sale-reports.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { explainMissing, findComparedRange, findLocalTime } from '../../shared/figures/compared-range.ts'
import { endOfCompared, groupFigures, type Ranges, toEarlierSpan, toSpan } from '../../shared/figures/group-figures.ts'
import { formatKey, type Grouping, type Span } from '../../shared/figures/grouping.ts'
import { EMPLOYEE_NAME, joinEmployee, joinSite, SITE_NAME } from '../../shared/figures/names.ts'
import { containsText } from '../../shared/list-query.ts'
import { throwTooLong } from '../../shared/throw-too-long.ts'
import { ENTRIES, ENTRY_SUMS, type EntryFilter } from './entries.ts'

const SUMS = ['sales', ...ENTRY_SUMS, 'revenue'] as const
type Sum = (typeof SUMS)[number]
type RawSums = Record<Sum | `earlier_${Sum}`, number | null>
type RawRow = RawSums & { key: string; name: string; sale?: Omit<ReportedSale, 'saledate' | 'refunded'> & RawSale }
type RawSale = {
  saledate: string
  refunded: (Omit<NonNullable<ReportedSale['refunded']>, 'saledate'> & { saledate: string }) | null
}

/** A page of the report, or all of it. One statement, so that all of it is of one snapshot. */
async function readReport(scope: Scope, search: SaleReportExport, page: { page: number; perPage: number } | undefined) {
  const local = await findLocalTime(scope)
  const { from, to } = search
  const by = chooseGroup(search)
  const compared = by === 'sale' ? null : findComparedRange({ from, to }, search, local)
  const ranges = { range: { from, to }, compared, time: local.time }
  const perPage = page ? sql.lit(page.perPage) : sql`greatest(results, 1)`
  const statement = sql<{
    as_at: Date
    until: Date | null
    results: number
    page: number
    pages: number
    rows: RawRow[]
    total: RawSums
    of_name: string | null
  }>`
    with ${withRows(search, by, ranges, local.timezone)},
    counted as (select count(*)::integer as results from matching),
    paged as (select results, greatest(1, ceil(results::numeric / ${perPage}))::integer as pages from counted),
    chosen as (select results, pages, least(${page?.page ?? 1}::integer, pages) as page, ${perPage} as size from paged)
    select statement_timestamp() as as_at, ${endOfCompared(ranges, local.timezone)} as until, results, pages, page,
           (select coalesce(json_agg(row_to_json(shown) order by position), '[]') from (
             select * from matching order by position limit size offset (page - 1) * size) shown) as rows,
           (select row_to_json(total) from (
             select ${SUM_ENTRIES}, (select sum(revenue) from revenue) as revenue, (select sum(earlier_revenue) from revenue) as earlier_revenue
               from entry) total) as total,
           ${
             search.name === undefined
               ? sql`null`
               : sql`(select ${nameOf(search)} from (
             select ${sql`${search.name}::text`} as key, ${USUAL_NAME} as name from entry) summed)`
           } as of_name
      from chosen`
  const [found] = (await statement.execute(scope).catch(throwTooLong(TOO_LONG))).rows
  if (!found) throw new Error('a count without groups is one row')
  const missing = by === 'sale' ? {} : explainMissing(compared, search, local)
  return { ...found, compared, missing, rows: found.rows.map((row) => toRow(row, search, compared !== null)) }
}

export async function findSaleReport(scope: Scope, search: SaleReportInput): Promise<SaleReport> {
  const { until, compared, missing, total, ...found } = await readReport(scope, search, {
    page: search.page,
    perPage: SALE_REPORT_ROWS,
  })
  return {
    ...found,
    from: search.from,
    to: search.to,
    compared_range: compared && { from: compared.from, to: compared.to, until },
    ...missing,
    total: toSums(total, search),
    compared_total: compared && toSums(total, search, true),
  }
}

/** Every row of the report in its order. */
export const findAllRows = async (scope: Scope, search: SaleReportExport) => (await readReport(scope, search, undefined)).rows

/** `entry` with what is added up, `revenue` with the sales, and `matching` with the rows that the search finds, by `position`. */
function withRows(search: SaleReportExport, by: SaleReportGroup, ranges: Ranges, timezone: string) {
  const { kind, sites, name, q } = search
  const filter = {
    sites,
    employees: kind === 'gift-cards' ? [] : search.employees,
    timezone,
    everBefore: kind === 'gift-cards' && by === 'sale' && name !== undefined,
  }
  const earlier = toEarlierSpan(ranges)
  const { sort, dir } = chooseSaleOrder(search)
  return sql`
    entry as materialized (
      ${selectSpan(search, by, filter, toSpan(ranges), false)}
      ${earlier ? sql`union all ${selectSpan(search, by, filter, earlier, true)}` : sql``}
    ),
    revenue as materialized (${selectRevenue(search, by, ranges, timezone)}),
    summed as materialized (select key, ${USUAL_NAME} as name, ${SUM_ENTRIES} from entry group by key),
    named as (
      select summed.key, ${NAMES[by].name(search)} as name, ${NAMES[by].order ?? sql`summed.key`} as time, ${NAMES[by].sale ?? sql`null`} as sale,
             ${sql.join(SUMS.filter((sum) => sum !== 'revenue').flatMap((sum) => [sql.ref(sum), sql.ref(`earlier_${sum}`)]))},
             ${NAMES[by].revenue ?? sql`revenue.revenue`} as revenue, revenue.earlier_revenue
        from summed ${NAMES[by].join ?? sql``}
        left join revenue on revenue.key is null or revenue.key = summed.key
       where sales <> 0 or "left" <> 0 or earlier_sales <> 0
    ),
    matching as materialized (
      select *, row_number() over (order by ${orderBy(by, sort)} ${sql.raw(dir)} nulls last, lower(name), key) as position
        from named ${q === '' ? sql`` : sql`where ${containsText(sql<string>`name`, q)}`}
    )`
}

const orderBy = (by: SaleReportGroup, sort: ReturnType<typeof chooseSaleOrder>['sort']) => {
  if (sort === 'name') return by === 'day' || by === 'sale' ? sql`time` : sql`lower(name)`
  return sort === 'share' ? sql`amount / nullif(revenue, 0)` : sql.ref(sort)
}

const selectSpan = (search: SaleReportExport, by: SaleReportGroup, filter: EntryFilter, span: Span, isEarlier: boolean) => sql`
  select ${sql.lit(isEarlier)} as is_earlier, ${toKey(by, filter.timezone, span)} as key, of_span.*
    from (${ENTRIES[search.kind](filter, span)}) of_span
   ${search.name === undefined ? sql`` : sql`where name_key = ${search.name}`}`

function toKey(by: SaleReportGroup, timezone: string, { shift }: Span) {
  if (by === 'day') return sql`to_char((saledate at time zone ${timezone})::date + ${sql.lit(shift)}, 'YYYY-MM-DD')`
  return by === 'name' ? sql`name_key` : sql`${sql.ref(`${by}id`)}::text`
}

/** As it is written most often. */
const USUAL_NAME = sql`mode() within group (order by trim(name))`

const HAS_SALE = sql`(amount <> 0 or used <> 0 or quantity <> 0)`

const SUM_ENTRIES = sql.join(
  [false, true].flatMap((isEarlier) => {
    const prefix = isEarlier ? 'earlier_' : ''
    const condition = isEarlier ? sql`is_earlier` : sql`not is_earlier`
    return [
      sql`count(distinct saleid) filter (where ${condition} and ${HAS_SALE}) as ${sql.ref(`${prefix}sales`)}`,
      ...ENTRY_SUMS.map(
        (sum) => sql`coalesce(sum(${sql.ref(sum)}) filter (where ${condition}), 0)::float8 as ${sql.ref(`${prefix}${sum}`)}`,
      ),
    ]
  }),
)

/** The sales with which discounts are compared: those of the row, or all, with a key of null, where a row is a reason. */
function selectRevenue({ kind, sites, employees }: SaleReportExport, by: SaleReportGroup, ranges: Ranges, timezone: string) {
  if (kind !== 'discounts') return sql`select null::text as key, null::float8 as revenue, null::float8 as earlier_revenue`
  const ofRows = by === 'name' || by === 'sale' ? undefined : by
  const grouping: Grouping = {
    ...{ by: ofRows ?? 'site', sites, employees, timezone },
    ...{ products: [], categories: [], suppliers: [], vat_rates: [], payment_methods: [] },
  }
  const figures = sql`(${groupFigures(grouping, ranges)}) figures`
  return ofRows
    ? sql`select ${formatKey(ofRows, sql`key`)} as key, revenue, earlier_revenue from ${figures}`
    : sql`select null::text as key, sum(revenue) as revenue, sum(earlier_revenue) as earlier_revenue from ${figures}`
}

/** What is shown for the key and the name of `summed`. */
const nameOf = ({ kind }: SaleReportExport) => sql<string>`
  case summed.key when ${sql.lit(WHOLE_SALE)} then ${sql.lit(WHOLE_SALE_NAME)} when ${sql.lit(NO_NAME)} then ${sql.lit(NAMELESS[kind])}
       else coalesce(summed.name, summed.key) end`

type Naming = {
  name: (search: SaleReportExport) => RawBuilder<string>
  join?: RawBuilder<unknown>
  order?: RawBuilder<unknown>
  revenue?: RawBuilder<unknown>
  /** The sale of the row. */
  sale?: RawBuilder<unknown>
}

const id = sql`summed.key::bigint`

const NAMES: Record<SaleReportGroup, Naming> = {
  name: { name: nameOf },
  day: { name: () => sql`''` },
  site: { name: () => sql`coalesce(${SITE_NAME}, '')`, join: joinSite(id) },
  employee: { name: () => sql`coalesce(${EMPLOYEE_NAME}, '')`, join: joinEmployee(id) },
  sale: {
    name: () => sql`coalesce(sale.reference, '')`,
    order: sql`sale.saledate`,
    revenue: sql`sale.finalamount_cents::float8`,
    join: sql`
      -- 'offset 0' has each sale found by its id, also where PostgreSQL does not know how many there are.
      cross join lateral (select * from sales where businessid = ${currentBusiness} and saleid = ${id} offset 0) sale
      ${joinSite(sql`sale.siteid`)} ${joinEmployee(sql`sale.employeeid`)}
      left join lateral (
        select json_build_object(
                 'saleid', saleid, 'saledate', saledate, 'amount', finalamount_cents / 100.0,
                 'given_back', (select -sum(finalamount_cents) / 100.0 from sales refund
                                 where refund.businessid = ${currentBusiness} and refund.refund_of = sale.refund_of and refund.finalamount_cents < 0)) as refunded
          from sales given
         where sale.finalamount_cents < 0 and given.businessid = ${currentBusiness} and given.reference = sale.refund_of
      ) given on true`,
    sale: sql`json_build_object(
      'saleid', sale.saleid, 'reference', sale.reference, 'saledate', sale.saledate, 'sitename', coalesce(${SITE_NAME}, ''),
      'employee', coalesce(${EMPLOYEE_NAME}, ''), 'refund_of', sale.refund_of, 'refunded', refunded)`,
  },
}

const toRow = ({ key, name, sale, ...sums }: RawRow, search: SaleReportExport, isCompared: boolean): SaleReportRow => ({
  key,
  name,
  sums: toSums(sums, search),
  compared: isCompared && sums.earlier_sales ? toSums(sums, search, true) : null,
  ...(sale && { sale: toSale(sale) }),
})

const toSale = ({ saledate, refunded, ...sale }: NonNullable<RawRow['sale']>): ReportedSale => ({
  ...sale,
  saledate: new Date(saledate),
  refunded: refunded && { ...refunded, saledate: new Date(refunded.saledate) },
})

function toSums(raw: RawSums, { kind }: SaleReportExport, isEarlier = false): SaleReportSums {
  const sum = (name: Sum) => raw[isEarlier ? (`earlier_${name}` as const) : name] ?? 0
  const extra: readonly ExtraSum[] = EXTRA_SUMS[kind]
  return {
    sales: sum('sales'),
    amount: sum('amount') / 100,
    ...Object.fromEntries(extra.map((name) => [name, sum(name) / (name === 'quantity' ? 1000 : 100)])),
  }
}
