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
import { selectReorder, selectSlowSellers, selectStockValue } from './queries.ts'
import { readReport, readRows } from './read-report.ts'

type Search<Schema extends z.ZodType> = z.output<Schema>

/** Whole days only: today would make the speed too low. */
async function openReorder(scope: Scope, search: Search<typeof ReorderExport>) {
  const { today } = await findLocalTime(scope)
  return selectReorder(search, { from: addDays(today, -SPEED_DAYS), to: addDays(today, -1) })
}

async function openSlowSellers(scope: Scope, search: Search<typeof SlowSellersExport>) {
  const { today } = await findLocalTime(scope)
  return selectSlowSellers(search, { from: addDays(today, 1 - search.days), to: today })
}

const perPage = STOCK_REPORT_ROWS

export async function findReorderList(scope: Scope, { page, ...search }: ReorderSearch): Promise<ReorderList> {
  const rows = await openReorder(scope, search)
  const sums = sql`
    coalesce(sum(suggested), 0) as suggested, coalesce(sum(cost), 0) as cost,
    (select coalesce(json_agg(orders), '[]') from (
       select supplier, count(*) as products, sum(suggested) as units, sum(cost) as cost
         from report group by supplier order by supplier = '', supplier) orders) as suppliers`
  const report = await readReport<ReorderRow, ReorderList['total'] & Pick<ReorderList, 'suppliers'>>(scope, {
    ...{ rows, sums, page, perPage },
    key: 'productid',
    order: search,
  })
  const { suppliers, ...total } = report.total
  return { ...report, total, suppliers }
}

export const findReorderRows = async (scope: Scope, search: Search<typeof ReorderExport>) =>
  readRows<ReorderRow>(scope, await openReorder(scope, search), search, 'productid')

export async function findSlowSellers(scope: Scope, { page, ...search }: SlowSellersSearch): Promise<SlowSellers> {
  const rows = await openSlowSellers(scope, search)
  const sums = sql`coalesce(sum(stock), 0) as stock, coalesce(sum(cost), 0) as cost`
  return readReport<SlowSeller, SlowSellers['total']>(scope, { rows, sums, page, perPage, key: 'productid', order: search })
}

export const findSlowSellerRows = async (scope: Scope, search: Search<typeof SlowSellersExport>) =>
  readRows<SlowSeller>(scope, await openSlowSellers(scope, search), search, 'productid')

export function findStockValue(scope: Scope, { page, ...search }: StockValueSearch): Promise<StockValue> {
  const sums = sql`
    coalesce(sum(products), 0) as products, coalesce(sum(units), 0) as units, coalesce(sum(cost), 0) as cost,
    coalesce(sum(value), 0) as value`
  const rows = selectStockValue(search)
  return readReport<StockValueRow, StockValue['total']>(scope, { rows, sums, page, perPage, key: 'siteid', order: search })
}

export const findStockValueRows = (scope: Scope, search: Search<typeof StockValueExport>) =>
  readRows<StockValueRow>(scope, selectStockValue(search), search, 'siteid')
