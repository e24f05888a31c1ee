import { z } from 'zod'
import { CalendarDate, OptionalId, Text } from '../shared/fields.ts'
import { listInput } from '../shared/list.ts'

/** The days that the speed of sale is measured over. They end yesterday. */
export const SPEED_DAYS = 28
/** The days that an order is for. */
export const ORDER_DAYS = [7, 14, 28] as const
/** The days without a sale that make a slow seller. They end today. */
export const SLOW_DAYS = [7, 28, 90, 180, 365] as const

const place = {
  /** Every site without it. */
  siteid: OptionalId,
  /** '' means every supplier. */
  supplier: Text.max(100).default(''),
}

const numberIn = <const Values extends readonly [number, ...number[]]>(values: Values) =>
  z.coerce.number().pipe(z.literal(values))

export const ReorderSearch = listInput(['supplier', 'productname', 'stock', 'days_left', 'suggested', 'cost'], {
  ...place,
  days: numberIn(ORDER_DAYS).default(14),
})
export type ReorderSearch = z.output<typeof ReorderSearch>

export const SlowSellersSearch = listInput(
  ['cost', 'productname', 'supplier', 'stock', 'last_sold'],
  { ...place, days: numberIn(SLOW_DAYS).default(28) },
  'desc',
)
export type SlowSellersSearch = z.output<typeof SlowSellersSearch>

export const StockValueSearch = listInput(['sitename', 'products', 'units', 'cost', 'value'], {
  /** The stock at the end of this day; now without it. */
  day: CalendarDate.optional(),
})
export type StockValueSearch = z.output<typeof StockValueSearch>

export const InTransitSearch = listInput(['sent_at', 'productname', 'units', 'cost'], { siteid: OptionalId })
export type InTransitSearch = z.output<typeof InTransitSearch>

export const ShrinkageSearch = z.strictObject({ from: CalendarDate, to: CalendarDate, siteid: OptionalId })
export type ShrinkageSearch = z.output<typeof ShrinkageSearch>
