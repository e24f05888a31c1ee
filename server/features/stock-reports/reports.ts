import { sql } from 'kysely'
import type { z } from 'zod'
import {
  type InTransitSearch,
  type ReorderSearch,
  type ShrinkageSearch,
  type SlowSellersSearch,
  SPEED_DAYS,
  type StockValueSearch,
} from '../../../contract/search/stock-reports.ts'
import { roundDecimal, sumRand } from '../../../contract/shared/decimal.ts'
import {
  type InTransit,
  type InTransitRow,
  type ReorderExport,
  type ReorderList,
  type ReorderRow,
  type Shrinkage,
  type ShrinkageRow,
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
import { readPage } from '../../shared/list-query.ts'
import {
  LAST_SOLD,
  SUPPLIERS_BY_NAME,
  selectInTransit,
  selectReorder,
  selectShrinkage,
  selectSlowSellers,
  selectStockValue,
  sumTransit,
} from './queries.ts'
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

export const openStockValue = async (_scope: Scope, { q, day }: Search<typeof StockValueExport>): Promise<ReportRows> => ({
  key: 'siteid',
  select: (siteids) => selectStockValue({ q, day, siteids }),
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
  const report = await readReport<StockValueRow, StockValue['total']>(scope, { ...rows, sums, order, page, perPage })
  // A search for sites is about their shelves.
  const found = order.q === '' ? await sumTransit(scope, order.day) : null
  if (!found) return { ...report, in_transit: null }
  const { elsewhere, ...in_transit } = found
  return { ...report, total: addTransit(report.total, in_transit, elsewhere), in_transit }
}

type Sums = StockValue['total']

const addTransit = (held: Sums, transit: Sums, both: Pick<Sums, 'products' | 'unknown_costs'>): Sums => ({
  products: held.products + transit.products - both.products,
  units: roundDecimal(held.units + transit.units, 3),
  cost: sumRand([held.cost, transit.cost]),
  value: sumRand([held.value, transit.value]),
  unknown_costs: held.unknown_costs + transit.unknown_costs - both.unknown_costs,
})

export async function findInTransit(scope: Scope, { page, sort, dir, ...filter }: InTransitSearch): Promise<InTransit> {
  const lines = sql`(${selectInTransit(filter)}) line`
  const { rows } = await sql<{ results: number; units: number; cost: number; unknown_costs: number }>`
    select count(*) as results, coalesce(sum(units), 0) as units, coalesce(sum(cost), 0) as cost, ${UNKNOWN_COSTS} from ${lines}`.execute(
    scope,
  )
  const { results, ...total } = rows[0] ?? { results: 0, units: 0, cost: 0, unknown_costs: 0 }
  const found = await readPage(
    page,
    perPage,
    async () => ({ results }),
    async ({ limit, offset }) => {
      const { rows } = await sql<InTransitRow>`
        select * from ${lines} order by ${sql.ref(sort)} ${sql.raw(dir)} nulls last, documentid, productid limit ${limit} offset ${offset}`.execute(
        scope,
      )
      return rows
    },
  )
  return { ...found, total }
}

export async function findShrinkage(scope: Scope, search: ShrinkageSearch): Promise<Shrinkage> {
  const { rows } = await sql<ShrinkageRow>`
    select * from (${selectShrinkage(search)}) report order by sitename, siteid, lost_cost - found_cost desc, kind, reason`.execute(
    scope,
  )
  const sum = (key: 'lost' | 'found' | 'unknown_costs' | 'lines') =>
    roundDecimal(
      rows.reduce((total, row) => total + row[key], 0),
      3,
    )
  const total = {
    ...{ lost: sum('lost'), found: sum('found'), unknown_costs: sum('unknown_costs'), lines: sum('lines') },
    lost_cost: sumRand(rows.map((row) => row.lost_cost)),
    found_cost: sumRand(rows.map((row) => row.found_cost)),
  }
  return { rows, total, from: search.from, to: search.to }
}
