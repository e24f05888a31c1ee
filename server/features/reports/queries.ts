import { type RawBuilder, sql } from 'kysely'
import { FIGURES, type Sums } from '../../../contract/figures.ts'
import {
  type Report,
  type ReportAgreement,
  type ReportExport,
  type ReportInput,
  type ReportRow,
  TOO_LONG,
} from '../../../contract/reports.ts'
import {
  CHARGES,
  CHARGES_NAME,
  CHARGES_PRODUCT,
  chooseChartFigure,
  type Dimension,
  isByTime,
  isOfLines,
  NOT_IN_PRODUCTS,
  UNKNOWN_PRODUCTS,
} from '../../../contract/search/reports.ts'
import { REPORT_CHART_NAMES, REPORT_ROWS_PER_PAGE } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { explainMissing, findComparedRange, findLocalTime } from '../../shared/figures/compared-range.ts'
import { earlierColumn, endOfCompared, groupFigures, type Ranges, toSpan } from '../../shared/figures/group-figures.ts'
import { formatKey, type Grouping, SUM_COLUMNS, type SumColumn } from '../../shared/figures/grouping.ts'
import { addJoinedProducts, hasItems } from '../../shared/figures/items.ts'
import { EMPLOYEE_NAME, joinEmployee, joinSite, SITE_NAME } from '../../shared/figures/names.ts'
import { sumRawRows } from '../../shared/figures/sale-rows.ts'
import { containsText } from '../../shared/list-query.ts'
import { throwTooLong } from '../../shared/throw-too-long.ts'
import { orderByFigure, orderRows } from './order.ts'
import { listTimes } from './times.ts'

type RawSums = Record<SumColumn | `earlier_${SumColumn}`, number | null>
type RawRow = RawSums & { key: string | null; name: string; detail: string; sites?: number | null }

/** A page of the report. One statement, so that all of it is of one snapshot. */
export async function findReport(scope: Scope, search: ReportInput): Promise<Report> {
  const { grouping, ranges, missing } = await prepareReport(scope, search)
  const { compared } = ranges
  const order = orderRows(search)
  const leading = orderLeadingRows(search)
  const isLimited = listTimes(search.by, search) === undefined
  const [found] = await read(
    scope,
    sql<{
      as_at: Date
      until: Date | null
      results: number
      page: number
      pages: number
      rows: RawRow[]
      chart: RawRow[]
      months: RawRow[]
      total: RawSums
      counted: Pick<RawSums, 'orders' | 'earlier_orders'> | null
      has_unknown_products: boolean
    }>`
    with ${withReport(search, grouping, ranges, leading)},
    counted as (
      select count(*)::integer as results, greatest(1, ceil(count(*) / ${sql.lit(REPORT_ROWS_PER_PAGE)}.0))::integer as pages
        from ${leading ? sql`shown` : sql`matching`}
    )
    select statement_timestamp() as as_at, ${endOfCompared(ranges, grouping.timezone)} as until, results, pages, least(${search.page}, pages) as page,
           (select coalesce(json_agg(page), '[]') from (
             select * from matching order by ${order}
              limit ${sql.lit(REPORT_ROWS_PER_PAGE)}
             offset (least(${search.page}, (select pages from counted)) - 1) * ${sql.lit(REPORT_ROWS_PER_PAGE)}) page) as rows,
           (select coalesce(json_agg(point), '[]') from (
             select * from ${isLimited ? sql`matching order by ${order} limit ${sql.lit(REPORT_CHART_NAMES)}` : sql`report order by position`}) point) as chart,
           (select coalesce(json_agg(month), '[]') from (${selectMonths(search)}) month) as months,
           (select to_json(total) from (select ${sumGroups} from groups) total) as total, ${sumOrders(grouping, ranges)},
           ${UNKNOWN[search.by] ?? sql`false`} as has_unknown_products
      from counted`,
  )
  if (!found) throw new Error('a count without groups is one row')
  const total = { ...found.total, ...found.counted }
  const value = FIGURES[chooseChartFigure(search)]
  const shape = { hasComparison: compared !== null, hasOrders: !isOfLines(grouping) }
  const months = found.months.map((month) => toRow(month, shape))
  const points = search.by === 'vat_rate' ? months : found.chart.map((point) => toRow(point, shape))
  return {
    from: search.from,
    to: search.to,
    as_at: found.as_at,
    compared_range: compared && { from: compared.from, to: compared.to, until: found.until },
    ...missing,
    page: found.page,
    pages: found.pages,
    results: found.results,
    rows: found.rows.map((row) => toRow(row, shape)),
    total: toSums(total, shape),
    compared_total: compared && toSums(total, shape, true),
    chart: points.map(({ key, name, sums, compared: earlier }) => ({
      ...{ key, name, value: value(sums), compared: earlier && value(earlier) },
    })),
    months,
    has_unknown_products: found.has_unknown_products,
  }
}

/** Every row of the report in its order, and their total. */
export async function findAllRows(scope: Scope, search: ReportExport) {
  const { grouping, ranges } = await prepareReport(scope, search)
  const rows = await read(
    scope,
    sql<RawRow & { total_revenue: number }>`
    with ${withReport(search, grouping, ranges)}
    select matching.*, (select coalesce(sum(revenue), 0) from groups) as total_revenue from matching order by ${orderRows(search)}`,
  )
  const shape = { hasComparison: ranges.compared !== null, hasOrders: !isOfLines(grouping) }
  return {
    rows: rows.map((row) => toRow(row, shape)),
    total_revenue: (rows[0]?.total_revenue ?? 0) / 100,
    isCompared: shape.hasComparison,
  }
}

const read = async <Row>(scope: Scope, statement: RawBuilder<Row>) =>
  (await statement.execute(scope).catch(throwTooLong(TOO_LONG))).rows

/** The dimension, filters and ranges of a report, in the time zone of the business. */
async function prepareReport(
  scope: Scope,
  search: ReportExport,
): Promise<{ grouping: Grouping; ranges: Ranges; missing: { first_sale_date?: string } }> {
  const local = await findLocalTime(scope)
  const { from, to } = search
  const compared = findComparedRange({ from, to }, search, local)
  const products = await addJoinedProducts(scope, search.products)
  const byItem = search.by === 'product' && (await hasItems(scope))
  return {
    grouping: { ...search, products, timezone: local.timezone, byItem },
    ranges: { range: { from, to }, compared, time: local.time },
    missing: explainMissing(compared, search, local),
  }
}

const isNameSearch = ({ by, q }: ReportExport) => q !== '' && !isByTime(by)

/**
 * The rows up to the page and their equals, by the figure that they are sorted by: names are read for these only. A page of five thousand
 * products took half of its time for the names of all. Undefined where the search or the order needs every name.
 */
function orderLeadingRows(search: ReportInput) {
  const byFigure = orderByFigure(search)
  if (!byFigure || NAMES[search.by]?.join === undefined || isNameSearch(search)) return undefined
  return sql`order by ${byFigure} fetch first ${sql.lit(search.page * REPORT_ROWS_PER_PAGE)} rows with ties`
}

/** `groups` with the sums, `report` with the rows of the report, and `matching` with those that the search finds. */
function withReport(search: ReportExport, grouping: Grouping, ranges: Ranges, leading: RawBuilder<unknown> = sql``) {
  return sql`
    groups as materialized (${groupFigures(grouping, ranges)}),
    shown as not materialized (${SHOWN}),
    leading_rows as (select * from shown ${leading}),
    report as materialized (${selectRows(search, grouping)}),
    matching as (select * from report ${isNameSearch(search) ? sql`where ${containsText(sql<string>`name`, search.q)}` : sql``})`
}

/** The groups with sales in the range or in the earlier one: what is no longer sold is a part of the change too. */
const SHOWN = sql`
  select key, ${sql.join(SUM_COLUMNS.flatMap((name) => [sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`, sql.ref(earlierColumn(name))]))}
    from groups where entries <> 0 or earlier_entries <> 0`

/** Whether a sale may be in several rows: it is in one of each of its payments. */
const isOfPayments = (grouping: Grouping) => grouping.by === 'payment_method' && !isOfLines(grouping)

/** The number of sales, where the rows have more. */
const sumOrders = (grouping: Grouping, ranges: Ranges) =>
  isOfPayments(grouping)
    ? sql`(select to_json(counted) from (
        select sum(orders) as orders, sum(earlier_orders) as earlier_orders from (${groupFigures({ ...grouping, by: 'site' }, ranges)}) sales
      ) counted) as counted`
    : sql`null as counted`

const sumColumns = SUM_COLUMNS.flatMap((name) => [name, earlierColumn(name)] as const)
const sumGroups = sql.join(sumColumns.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))

function selectRows({ by, from, to }: ReportExport, { byItem }: Grouping) {
  const times = listTimes(by, { from, to })
  if (times) {
    const key = formatKey(by, sql`groups.key`)
    const sums = sumColumns.map((name) => sql`coalesce(${sql.ref(name)}, 0) as ${sql.ref(name)}`)
    return sql`
      select every.key, '' as name, '' as detail, every.position, ${sql.join(sums)}
        from unnest(${times}::text[]) with ordinality as every (key, position)
        left join groups on ${key} = every.key
       ${by === 'hour' || by === 'weekday_hour' ? sql`where (every.position - 1) % 24 ${DURING_OPEN_HOURS}` : sql``}`
  }
  const key = formatKey(by, sql`leading_rows.key`)
  const { name, detail = sql`''`, join = sql`` } = (byItem ? ITEM_NAME : NAMES[by]) ?? { name: sql`''` }
  // Where all sales were deleted, a roll-up has zeros.
  const sums = sumColumns.map((column) =>
    column === 'earlier_entries' ? sql`nullif(earlier_entries, 0) as earlier_entries` : sql.ref(column),
  )
  return sql`
    select ${key} as key, coalesce(${name}, '') as name, coalesce(${detail}, '') as detail, ${key} as position, ${sql.join(sums)}
           ${byItem ? sql`, sites` : sql``}
      from leading_rows ${join}`
}

/** Each month of a report by month and VAT rate. */
function selectMonths(search: ReportInput) {
  const months = search.by === 'vat_rate' ? listTimes('month', search) : []
  return sql`
    select every.key, '' as name, '' as detail, ${sumGroups}
      from unnest(${months}::text[]) with ordinality as every (key, place)
      left join report on left(report.key, 7) = every.key
     group by every.key, every.place
     order by every.place`
}

/** From the first hour of the day that has sales to the last one. */
const DURING_OPEN_HOURS = sql`
  between (select min(key % 24) from groups where entries <> 0 or earlier_entries <> 0)
      and (select max(key % 24) from groups where entries <> 0 or earlier_entries <> 0)`

const NAME_OF_TEXT = sql`
  case key when ${sql.lit(UNKNOWN_PRODUCTS)} then ${sql.lit(NOT_IN_PRODUCTS)} when ${sql.lit(CHARGES)} then ${sql.lit(CHARGES_NAME)} else key end`
/** A product, or all charges. */
const NAME_OF_PRODUCT = sql`case key when ${sql.lit(CHARGES_PRODUCT)} then ${sql.lit(CHARGES_NAME)} else productname end`

const hasUnknownText = sql`exists (select from shown where key = ${sql.lit(UNKNOWN_PRODUCTS)})`
/** Whether a row is of what no product is called. */
const UNKNOWN: Partial<Record<Dimension, RawBuilder<unknown>>> = {
  product: sql`exists (select from product where businessid = ${currentBusiness} and is_unknown and productid in (select key from shown))`,
  category: hasUnknownText,
  supplier: hasUnknownText,
}

type Name = { name: RawBuilder<unknown>; detail?: RawBuilder<unknown>; join?: RawBuilder<unknown> }
const NAMES: Partial<Record<Dimension, Name>> = {
  site: { name: SITE_NAME, join: joinSite(sql`key`) },
  employee: { name: EMPLOYEE_NAME, join: joinEmployee(sql`key`) },
  product: {
    name: NAME_OF_PRODUCT,
    detail: sql`case when is_unknown then sitename || ${sql.lit(` · ${NOT_IN_PRODUCTS}`)} else sitename end`,
    join: sql`left join (product join site using (businessid, siteid)) on product.businessid = ${currentBusiness} and productid = key`,
  },
  category: { name: NAME_OF_TEXT },
  supplier: { name: NAME_OF_TEXT },
  payment_method: { name: sql`key` },
}

/** An item has the name of its first product, and the number of its sites. */
const ITEM_NAME: Name = {
  name: NAME_OF_PRODUCT,
  detail: sql`
    case when is_unknown then sitename || ${sql.lit(` · ${NOT_IN_PRODUCTS}`)}
         when sites is not null then sites || ' sites'
         else sitename end`,
  join: sql`
    left join (product join site using (businessid, siteid)) on product.businessid = ${currentBusiness} and productid = key
    left join lateral (
      select nullif(count(distinct member.siteid) + 1, 1) as sites from product member
       where member.businessid = ${currentBusiness} and member.joined_to = key and member.siteid <> product.siteid
    ) item on true`,
}

type Shape = { hasComparison: boolean; hasOrders: boolean }

const toRow = (row: RawRow, shape: Shape): ReportRow => ({
  key: row.key,
  name: row.name,
  detail: row.detail,
  ...(row.sites && { sites: row.sites }),
  sums: toSums(row, shape),
  compared: shape.hasComparison && row.earlier_entries !== null ? toSums(row, shape, true) : null,
})

function toSums(raw: RawSums, { hasOrders }: Shape, isEarlier = false): Sums {
  const sum = (name: SumColumn) => raw[isEarlier ? earlierColumn(name) : name] ?? 0
  return {
    revenue: sum('revenue') / 100,
    orders: hasOrders ? sum('orders') : null,
    refunds: sum('refunds'),
    refunded: sum('refunded') / 100,
    units: sum('units') / 1000,
    vat: sum('vat') / 100,
    cost: sum('cost') / 100,
    costed_net: sum('costed_net') / 100,
  }
}

/** Compares the rows of the report with the sales themselves, in one statement and so in one snapshot. */
export async function findAgreement(scope: Scope, search: ReportInput): Promise<ReportAgreement> {
  const { grouping, ranges } = await prepareReport(scope, { ...search, compare: 'off' })
  const [found] = await read(
    scope,
    sql<{ sales: number; amount: number; reported: number }>`
    select raw.sales, raw.amount, (select coalesce(sum(revenue), 0) from (${groupFigures(grouping, ranges)}) groups) as reported
      from (${sumRawRows(grouping, toSpan(ranges))}) raw`,
  )
  if (!found) throw new Error('a sum without groups is one row')
  return { sales: found.sales, difference: (found.reported - found.amount) / 100 }
}
