import { type RawBuilder, sql } from 'kysely'
import type { Figure } from '../../../contract/figures.ts'
import type { ReportExport } from '../../../contract/reports.ts'
import { type Column, chooseOrder, isByTime } from '../../../contract/search/reports.ts'

// contract/figures.ts defines the figures. These expressions have their order, over the sums in cents.

const NET = sql`(revenue - vat)`
const EXPRESSIONS: Record<Figure | Column, RawBuilder<unknown>> = {
  revenue: sql`revenue`,
  net: NET,
  vat: sql`vat`,
  orders: sql`orders`,
  refunds: sql`refunds`,
  refunded: sql`refunded`,
  units: sql`units`,
  average: sql`revenue / nullif(orders, 0)`,
  items: sql`units / nullif(orders, 0)`,
  cost: sql`cost`,
  profit: sql`${NET} - cost`,
  margin: sql`case when ${NET} > 0 then (${NET} - cost) / ${NET} end`,
  share: sql`revenue`,
  change: sql`(revenue - earlier_revenue) / nullif(abs(earlier_revenue), 0)`,
}

/** Equal rows are in the order of their names, and what has no name comes last of them. */
export function orderRows({ by, ...search }: ReportExport) {
  const { sort, dir } = chooseOrder({ by, ...search })
  const direction = sql.raw(dir)
  if (isByTime(by))
    return sort === 'name' ? sql`position ${direction}` : sql`${EXPRESSIONS[sort]} ${direction} nulls last, position`
  return sort === 'name'
    ? sql`key is null, name ${direction}, detail, key`
    : sql`${EXPRESSIONS[sort]} ${direction} nulls last, key is null, name, detail, key`
}
