import { type RawBuilder, sql } from 'kysely'
import type { Figure } from '../../../contract/figures.ts'
import type { ReportExport } from '../../../contract/reports.ts'
import { type Column, chooseOrder, isByTime } from '../../../contract/search/reports.ts'

// contract/figures.ts defines the figures. These expressions have their order, over the sums in cents.

const NET = sql`(revenue - vat)`
const HAS_KNOWN_COST = sql`(costed_net <> 0 or cost <> 0 or revenue = vat)`
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
  cost: sql`case when ${HAS_KNOWN_COST} then cost end`,
  profit: sql`case when ${HAS_KNOWN_COST} then costed_net - cost end`,
  margin: sql`case when costed_net > 0 then (costed_net - cost) / costed_net end`,
  share: sql`revenue`,
  change: sql`(revenue - earlier_revenue) / nullif(abs(earlier_revenue), 0)`,
  difference: sql`revenue - coalesce(earlier_revenue, 0)`,
}

/** The order by a figure alone; undefined for the order of the names or times. */
export function orderByFigure(search: ReportExport) {
  const { sort, dir } = chooseOrder(search)
  return sort === 'name' ? undefined : sql`${EXPRESSIONS[sort]} ${sql.raw(dir)} nulls last`
}

/** Equal rows are in the order of their names, and what has no name comes last of them. */
export function orderRows(search: ReportExport) {
  const byFigure = orderByFigure(search)
  const direction = sql.raw(chooseOrder(search).dir)
  if (isByTime(search.by)) return byFigure ? sql`${byFigure}, position` : sql`position ${direction}`
  return byFigure ? sql`${byFigure}, key is null, name, detail, key` : sql`key is null, name ${direction}, detail, key`
}
