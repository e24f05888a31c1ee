import { type RawBuilder, sql } from 'kysely'
import { hasLineFilter, isProductText } from '../../../contract/search/filters.ts'
import { CHARGES_PRODUCT, isOfLines } from '../../../contract/search/reports.ts'
import { currentBusiness } from '../../../db/sql.ts'
import { countDays } from '../buckets.ts'
import { joinConditions } from '../list-query.ts'
import { hasMoreThanLines, hasOtherPayment, hasRemainder, isAny, isAnyText, isLineOf, isPaidBy, ofBusiness } from './filters.ts'
import { type Grouping, groupKey, groupRows, type Span } from './grouping.ts'

// What no roll-up has, from the sales and their lines.

const SALES = {
  entries: sql`count(*)::float8`,
  orders: sql`count(*)::float8`,
  revenue: sql`sum(finalamount_cents::float8)`,
  refunds: sql`(count(*) filter (where finalamount_cents < 0))::float8`,
  refunded: sql`coalesce(sum(finalamount_cents::float8) filter (where finalamount_cents < 0), 0)`,
  units: sql`(sum(units) * 1000)::float8`,
  vat: sql`sum(vat_cents::float8)`,
  cost: sql`sum(cost_cents::float8)`,
  costed_net: sql`sum(costed_net_cents::float8)`,
}

const LINES = {
  entries: sql`count(*)::float8`,
  orders: sql`null::float8`,
  revenue: sql`sum(amount_cents::float8)`,
  refunds: sql`(count(*) filter (where amount_cents < 0))::float8`,
  refunded: sql`coalesce(sum(amount_cents::float8) filter (where amount_cents < 0), 0)`,
  units: sql`(coalesce(sum(quantity) filter (where productid is not null), 0) * 1000)::float8`,
  vat: sql`sum(lines.vat_cents::float8)`,
  cost: sql`sum(lines.cost_cents::float8)`,
  costed_net: sql`sum(lines.costed_net_cents::float8)`,
}

const OTHER_PAYMENTS = {
  entries: sql`sum(other_orders)::float8`,
  orders: sql`sum(other_orders)::float8`,
  revenue: sql`sum(other_cents)::float8`,
  refunds: sql`0::float8`,
  refunded: sql`0::float8`,
  units: sql`0::float8`,
  vat: sql`0::float8`,
  cost: sql`0::float8`,
  costed_net: sql`0::float8`,
}

/** What sales have that no line has: all of a sale without lines. */
const REMAINDER = {
  ...SALES,
  orders: sql`null::float8`,
  revenue: sql`sum((finalamount_cents - itemised_cents)::float8)`,
  refunds: sql`(count(*) filter (where finalamount_cents < itemised_cents))::float8`,
  refunded: sql`coalesce(sum((finalamount_cents - itemised_cents)::float8) filter (where finalamount_cents < itemised_cents), 0)`,
  units: sql`0::float8`,
  vat: sql`sum((vat_cents - itemised_vat_cents)::float8)`,
  cost: sql`0::float8`,
  costed_net: sql`0::float8`,
}

/** Lines of so many days are found by their sales. There is no index of all lines by date. */
const MAX_DAYS_BY_SALE = 92

/** The groups of the rows, in parts of which several may have the same key. */
export function createRowParts(grouping: Grouping, span: Span): RawBuilder<unknown>[] {
  const keys = createKeys(grouping, sql`sales`)
  if (!isOfLines(grouping))
    return [
      groupRows(groupKey(grouping.by, keys, span.shift), SALES, sql`sales where ${inSales(grouping, span)}`),
      ...(grouping.by === 'payment_method' ? [groupOtherPayments(grouping, span)] : []),
    ]
  const lines = groupRows(
    groupKey(grouping.by, createKeys(grouping, sql`lines`), span.shift),
    LINES,
    sql`(${selectLines(grouping, span)}) lines`,
  )
  if (!hasRemainder(grouping)) return [lines]
  const key = isOfProducts(grouping) ? sql`null::bigint` : groupKey(grouping.by, keys, span.shift)
  return [lines, groupRows(key, REMAINDER, sql`sales where ${inSalesWithMore(grouping, span)}`)]
}

/** What payments add to the sums of the sales, which count each sale under the method of its largest payment. */
const groupOtherPayments = (grouping: Grouping, span: Span) =>
  groupRows(sql`normalized_payment_method`, OTHER_PAYMENTS, sql`sale_payments where ${inPayments(grouping, span)}`)

/** What the roll-up of payments lacks of sales with a payment method: those of which another payment has it. */
export const createOtherPaidParts = (grouping: Grouping, span: Span) =>
  grouping.payment_methods.length === 0 || grouping.by === 'payment_method'
    ? []
    : [
        groupRows(
          groupKey(grouping.by, createKeys(grouping, sql`sales`), span.shift),
          SALES,
          sql`sales where ${joinConditions([
            inSales({ ...grouping, payment_methods: [] }, span),
            sql`not ${isAnyText('normalized_payment_method', grouping.payment_methods)}`,
            hasOtherPayment(grouping.payment_methods, inSpan(sql`saledate`, span, grouping.timezone)),
          ])}`,
        ),
      ]

const isOfProducts = ({ by }: Grouping) => by === 'product' || isProductText(by)

function createKeys({ timezone }: Grouping, table: RawBuilder<unknown>) {
  const local = sql`(${table}.saledate at time zone ${timezone})`
  return {
    day: sql`${local}::date`,
    week_hour: sql`week_hour(${local})`,
    siteid: sql`${table}.siteid`,
    employeeid: sql`${table}.employeeid`,
    payment_method: sql`normalized_payment_method`,
    productid: sql`coalesce(productid, ${sql.lit(CHARGES_PRODUCT)})`,
    vat_rate: sql`${table}.vat_rate`,
  }
}

/** When the span begins and ends. */
export const startOfSpan = ({ from }: Span, timezone: string) => sql`(${from}::date::timestamp at time zone ${timezone})`
export const endOfSpan = ({ to, until }: Pick<Span, 'to' | 'until'>, timezone: string) =>
  sql`((${to}::date + ${until === null ? sql`interval '1 day'` : sql`${until}::time`}) at time zone ${timezone})`

/** The instants of the span. */
export const inSpan = (column: RawBuilder<unknown>, span: Span, timezone: string) =>
  sql`${column} >= ${startOfSpan(span, timezone)} and ${column} < ${endOfSpan(span, timezone)}`

const inSales = ({ timezone, sites, employees, payment_methods, by }: Grouping, span: Span) =>
  joinConditions([
    sql`sales.businessid = ${currentBusiness}`,
    inSpan(sql`sales.saledate`, span, timezone),
    isAny('sales.siteid', sites),
    isAny('sales.employeeid', employees),
    by === 'payment_method'
      ? isAnyText('normalized_payment_method', payment_methods)
      : isPaidBy(payment_methods, inSpan(sql`saledate`, span, timezone)),
  ])

const inPayments = ({ timezone, sites, employees, payment_methods }: Grouping, span: Span) =>
  joinConditions([
    ofBusiness,
    inSpan(sql`saledate`, span, timezone),
    isAny('siteid', sites),
    isAny('employeeid', employees),
    isAnyText('normalized_payment_method', payment_methods),
  ])

const inSalesWithMore = (grouping: Grouping, span: Span) => joinConditions([inSales(grouping, span), hasMoreThanLines(grouping)])

/** The lines of the grouping's filters. */
export function selectLines(grouping: Grouping, span: Span) {
  const { timezone, sites, employees, payment_methods, by } = grouping
  const bySale = payment_methods.length > 0 || by === 'payment_method' || countDays(span) <= MAX_DAYS_BY_SALE
  if (bySale)
    return sql`
      select saleitems.*, normalized_payment_method
        from sales join saleitems using (businessid, saleid)
       where ${joinConditions([inSales(grouping, span), hasLineFilter(grouping) && isLineOf(grouping)])}`
  return sql`
    select * from saleitems
     where ${joinConditions([
       ofBusiness,
       inSpan(sql`saledate`, span, timezone),
       isAny('siteid', sites),
       isAny('employeeid', employees),
       hasLineFilter(grouping) && isLineOf(grouping),
     ])}`
}

/** The number of sales of the grouping's filters, and their amount in cents: of these lines, where the filters choose lines. */
export function sumRawRows(grouping: Grouping, span: Span) {
  if (!hasLineFilter(grouping)) {
    const sales = sql`from sales where ${inSales({ ...grouping, by: 'day' }, span)}`
    if (grouping.by !== 'payment_method')
      return sql`select count(*)::float8 as sales, coalesce(sum(finalamount_cents::float8), 0) as amount ${sales}`
    const amounts = sql`
      select finalamount_cents as cents from sales where ${inSales(grouping, span)}
       union all
      select other_cents from sale_payments where ${inPayments(grouping, span)}`
    return sql`
      select (select count(*)::float8 ${sales}) as sales, coalesce(sum(cents::float8), 0) as amount from (${amounts}) paid`
  }
  const lines = sql`select saleid, amount_cents from (${selectLines(grouping, span)}) lines`
  const remainder = sql`select saleid, finalamount_cents - itemised_cents from sales where ${inSalesWithMore(grouping, span)}`
  return sql`
    select count(*)::float8 as sales, coalesce(sum(amount), 0) as amount
      from (select sum(amount_cents::float8) as amount
              from (${hasRemainder(grouping) ? sql`${lines} union all ${remainder}` : lines}) lines group by saleid) found`
}
