import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type ReorderSearch,
  type SlowSellersSearch,
  SPEED_DAYS,
  type StockValueSearch,
} from '../../../contract/search/stock-reports.ts'
import {
  type ReorderExport,
  type ReorderList,
  type ReorderRow,
  type SlowSeller,
  type SlowSellers,
  type SlowSellersExport,
  STOCK_REPORT_ROWS,
  type StockValue,
  type StockValueExport,
  type StockValueRow,
} from '../../../contract/stock-reports.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { addDays } from '../../shared/buckets.ts'
import { findLocalTime } from '../../shared/figures/compared-range.ts'
import { LAST_SOLD, SUPPLIERS_BY_NAME, selectReorder, selectSlowSellers, selectStockValue } from './queries.ts'
import { type ReportRows, readReport } from './read-report.ts'

type Search<Schema extends z.ZodType> = z.output<Schema>

/** Whole days only: today would make the speed too low. */
export async function openReorder(scope: Scope, search: Search<typeof ReorderExport>): Promise<ReportRows> {
  const { today, timezone } = await findLocalTime(scope)
  const range = { from: addDays(today, -SPEED_DAYS), to: addDays(today, -1), timezone }
  return { key: 'productid', select: (productids) => selectReorder({ ...search, productids }, range) }
}

export async function openSlowSellers(scope: Scope, search: Search<typeof SlowSellersExport>): Promise<ReportRows> {
  const { today } = await findLocalTime(scope)
  const range = { from: addDays(today, 1 - search.days), to: today }
  return { key: 'productid', select: (productids) => selectSlowSellers({ ...search, productids }, range), lastColumn: LAST_SOLD }
}

export const openStockValue = async (_scope: Scope, { q }: Search<typeof StockValueExport>): Promise<ReportRows> => ({
  key: 'siteid',
  select: (siteids) => selectStockValue({ q, siteids }),
})

const perPage = STOCK_REPORT_ROWS

const UNKNOWN_COSTS = sql`count(*) filter (where cost is null) as unknown_costs`

export async function findReorderList(scope: Scope, { page, ...order }: ReorderSearch): Promise<ReorderList> {
  const sums = sql`
    coalesce(sum(suggested), 0) as suggested, coalesce(sum(cost), 0) as cost, ${UNKNOWN_COSTS},
    (select coalesce(json_agg(json_strip_nulls(row_to_json(orders))), '[]') from (
       select ordered.*, minimum_order, email, phone, account_number
         from (
           select supplier, count(*) as products, sum(suggested) as units, coalesce(sum(cost), 0) as cost, ${UNKNOWN_COSTS}
             from report group by supplier
         ) ordered
        cross join lateral jsonb_to_record(coalesce(${SUPPLIERS_BY_NAME} -> lower(supplier), '{}'))
                as known (minimum_order numeric, email text, phone text, account_number text)
        order by supplier = '', supplier) orders) as suppliers`
  const rows = await openReorder(scope, order)
  const report = await readReport<ReorderRow, ReorderList['total'] & Pick<ReorderList, 'suppliers'>>(scope, {
    ...rows,
    ...{ sums, order, page, perPage },
  })
  const { suppliers, ...total } = report.total
  return { ...report, total, suppliers }
}

export async function findSlowSellers(scope: Scope, { page, ...order }: SlowSellersSearch): Promise<SlowSellers> {
  const sums = sql`coalesce(sum(stock), 0) as stock, coalesce(sum(cost), 0) as cost, ${UNKNOWN_COSTS}`
  const rows = await openSlowSellers(scope, order)
  return readReport<SlowSeller, SlowSellers['total']>(scope, { ...rows, sums, order, page, perPage })
}

export async function findStockValue(scope: Scope, { page, ...order }: StockValueSearch): Promise<StockValue> {
  const sums = sql`
    coalesce(sum(products), 0) as products, coalesce(sum(units), 0) as units, coalesce(sum(cost), 0) as cost,
    coalesce(sum(value), 0) as value, coalesce(sum(unknown_costs), 0) as unknown_costs`
  const rows = await openStockValue(scope, order)
  return readReport<StockValueRow, StockValue['total']>(scope, { ...rows, sums, order, page, perPage })
}
