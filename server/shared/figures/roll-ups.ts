import { type RawBuilder, sql } from 'kysely'
import { hasProductFilter, PRODUCT_TEXTS, REPORT_FILTERS, type ReportFilter } from '../../../contract/search/filters.ts'
import type { Dimension } from '../../../contract/search/reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { type Bucket, bucketKey, bucketsFor, listDays } from '../buckets.ts'
import { joinConditions } from '../list-query.ts'
import { isAny, isAnyRate, isAnyText, isProductOf, ofBusiness } from './filters.ts'
import { type Grouping, groupKey, groupRows, type Span, subtractGroups } from './grouping.ts'

/** A roll-up, and which reports it has. Its groups are rows of `key` and `SUM_COLUMNS`, one of a key. */
type RollUp = {
  dimensions: Dimension[]
  filters: ReportFilter[]
  createGroups: (grouping: Grouping, span: Span) => RawBuilder<unknown>
}

const BY_DAY: Dimension[] = ['day', 'week', 'month', 'weekday']

/** The sums of a roll-up: all have the same names, units and meanings (12-roll-ups.sql). */
const createSums = (entries: 'orders' | 'lines') => ({
  entries: sql`sum(${sql.ref(entries)}::float8)`,
  orders: entries === 'orders' ? sql`sum(orders::float8)` : sql`null::float8`,
  revenue: sql`sum(revenue_cents::float8)`,
  refunds: sql`sum(refunds::float8)`,
  refunded: sql`sum(refunded_cents::float8)`,
  units: sql`sum(units_thousandths::float8)`,
  vat: sql`sum(vat_cents::float8)`,
  cost: sql`sum(cost_cents::float8)`,
  costed_net: sql`sum(costed_net_cents::float8)`,
})
const SALES = createSums('orders')
const LINES = createSums('lines')

/** The groups of a table that has a row a day. */
const createDailyGroups =
  (table: string, columns: typeof SALES) =>
  (grouping: Grouping, { from, to, shift }: Span) =>
    groupRows(
      groupKey(grouping.by, { day: sql`day`, siteid: sql`siteid`, vat_rate: sql`vat_rate` }, shift),
      columns,
      sql`${sql.table(table)} where ${joinConditions([
        ofBusiness,
        sql`day between ${from} and ${to}`,
        isAny('siteid', grouping.sites),
        isAnyRate('vat_rate', grouping.vat_rates),
      ])}`,
    )

/** The groups of the buckets of a range: those of the added buckets, less those of the subtracted ones, which lie within them. */
function addUpBuckets(by: Dimension, range: DateRange, groupBuckets: (buckets: Bucket[]) => RawBuilder<unknown>) {
  // Groups of days need the buckets of one day.
  if (BY_DAY.includes(by)) return groupBuckets(listDays(range).map((day) => ({ bucket_days: 1, bucket_start: day })))
  const buckets = bucketsFor(range)
  const subtracted = buckets.filter(({ sign }) => sign < 0)
  const added = groupBuckets(buckets.filter(({ sign }) => sign > 0))
  return subtracted.length === 0 ? added : subtractGroups(added, groupBuckets(subtracted))
}

const KEYS = {
  day: sql`bucket_start`,
  siteid: sql`siteid`,
  employeeid: sql`employeeid`,
  payment_method: sql`payment_method`,
  week_hour: sql`week_hour`,
}

const createBucketGroups =
  (table: string, columns = SALES) =>
  (grouping: Grouping, span: Span) =>
    addUpBuckets(grouping.by, span, (buckets) =>
      groupRows(
        groupKey(grouping.by, KEYS, span.shift),
        columns,
        sql`unnest(${buckets.map(({ bucket_days }) => bucket_days)}::smallint[], ${buckets.map(({ bucket_start }) => bucket_start)}::date[])
            as covered (bucket_days, bucket_start)
          join ${sql.table(table)} using (bucket_days, bucket_start)
         where ${joinConditions([
           ofBusiness,
           isAny('siteid', grouping.sites),
           isAny('employeeid', grouping.employees),
           isAnyText('payment_method', grouping.payment_methods),
         ])}`,
      ),
    )

/** By payment method, a sale counts with each of its payments. Otherwise it counts once, under the method of its largest payment. */
const createPaymentGroups = (grouping: Grouping, span: Span) => {
  if (grouping.by !== 'payment_method') return createBucketGroups('payment_buckets')(grouping, span)
  const used = sql`sum((orders + other_orders)::float8)`
  const columns = { ...SALES, entries: used, orders: used, revenue: sql`sum((revenue_cents + other_cents)::float8)` }
  return createBucketGroups('payment_buckets', columns)(grouping, span)
}

/** The groups of products, and without a product what sales have that no line has. */
function createProductGroups(grouping: Grouping, span: Span) {
  const { by, sites } = grouping
  const keys = { day: sql`(date '1970-01-01' + bucket_key / 1024)`, siteid: sql`siteid`, productid: sql`productid` }
  const products = addUpBuckets(by, span, (buckets) =>
    groupRows(
      groupKey(by, keys, span.shift),
      LINES,
      sql`product_buckets where ${joinConditions([
        ofBusiness,
        sql`bucket_key = any(${buckets.map(bucketKey)}::integer[])`,
        isAny('siteid', sites),
        isProductOf(grouping),
      ])}`,
    ),
  )
  if (hasProductFilter(grouping)) return products
  const isInRange = sql`day between ${span.from} and ${span.to}`
  const remainder = sql`vat_daily where ${joinConditions([ofBusiness, sql`is_remainder`, isInRange, isAny('siteid', sites)])}`
  return sql`${products} union all ${groupRows(sql`null::bigint`, LINES, remainder)}`
}

/** Cheapest first. */
const ROLL_UPS: RollUp[] = [
  { dimensions: BY_DAY, filters: ['sites'], createGroups: createDailyGroups('site_daily', SALES) },
  { dimensions: ['hour', 'weekday_hour'], filters: ['sites'], createGroups: createBucketGroups('hour_buckets') },
  {
    dimensions: [...BY_DAY, 'site', 'payment_method'],
    filters: ['sites', 'payment_methods'],
    createGroups: createPaymentGroups,
  },
  {
    dimensions: [...BY_DAY, 'site', 'employee'],
    filters: ['sites', 'employees'],
    createGroups: createBucketGroups('sales_buckets'),
  },
  {
    dimensions: [...BY_DAY, 'site', 'vat_rate'],
    filters: ['sites', 'vat_rates'],
    createGroups: createDailyGroups('vat_daily', LINES),
  },
  {
    dimensions: [...BY_DAY, 'site', 'product', ...PRODUCT_TEXTS],
    filters: ['sites', 'categories', 'suppliers', 'products'],
    createGroups: createProductGroups,
  },
]

/** The cheapest roll-up that has the report; undefined when only the rows have it. */
export function findRollUp(grouping: Grouping) {
  return ROLL_UPS.find(
    ({ dimensions, filters }) =>
      dimensions.includes(grouping.by) && REPORT_FILTERS.every((name) => grouping[name].length === 0 || filters.includes(name)),
  )
}
