import { type RawBuilder, sql } from 'kysely'
import { isProductText, type ProductText } from '../../../contract/search/filters.ts'
import { CHARGES, CHARGES_PRODUCT } from '../../../contract/search/reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { currentBusiness } from '../../../db/sql.ts'
import { addDays, countDays } from '../buckets.ts'
import type { ComparedRange } from './compared-range.ts'
import { selectProductText } from './filters.ts'
import { type Grouping, type Span, SUM_COLUMNS, type SumColumn } from './grouping.ts'
import { groupItems } from './items.ts'
import { findRollUp } from './roll-ups.ts'
import { createOtherPaidParts, createRowParts, endOfSpan } from './sale-rows.ts'

/** A range, and the earlier one that it is compared with. `time` is the current time of day. */
export type Ranges = { range: DateRange; compared: ComparedRange | null; time: string }

/** The sums of a row of `groupFigures`: those of the range, and of the earlier one with a prefix. */
export const earlierColumn = <Name extends SumColumn>(name: Name) => `earlier_${name}` as const

/**
 * A row a group: `key`, the sums of the range and those of the earlier range. From the cheapest roll-up that has the report, or from
 * the sales and lines. A group is null where nothing identifies it: what sales have outside their lines.
 */
export function groupFigures(grouping: Grouping, ranges: Ranges) {
  const groups = groupProducts(grouping, ranges)
  return grouping.byItem ? groupItems(groups, SUM_COLUMNS.map(earlierColumn)) : groups
}

/** The groups, of which those of products are not added up by item yet. */
function groupProducts(grouping: Grouping, ranges: Ranges) {
  const earlier = toEarlierSpan(ranges)
  const parts = [
    ...createParts(grouping, toSpan(ranges)).map((part) => ({ part, isEarlier: false })),
    ...(earlier ? createEarlierParts(grouping, earlier) : []).map((part) => ({ part, isEarlier: true })),
  ]
  const { by } = grouping
  const isText = isProductText(by)
  const [first, ...others] = parts
  // The groups of a single part have one row a key: a second sum is a tenth of the time of a report by product.
  if (first && others.length === 0 && !isText) return sql`select groups.*, ${NO_EARLIER_SUMS} from (${first.part}) groups`
  const all = sql.join(
    parts.map(({ part, isEarlier }) => sql`select ${sql.lit(isEarlier)} as is_earlier, part.* from (${part}) part`),
    sql` union all `,
  )
  return sql`
    select ${isText ? sql`product.name` : sql`parts.key`} as key, ${sumParts(earlier && sql`not is_earlier`)},
           ${earlier ? sumParts(sql`is_earlier`, earlierColumn) : NO_EARLIER_SUMS}
      from (${all}) parts
      ${isText ? sql`left join (${listProductTexts(by)}) product on product.productid = parts.key` : sql``}
     group by 1`
}

/** Each product with its category or supplier. 'offset 0' has the products read once and hashed: PostgreSQL sorts both sides otherwise. */
const listProductTexts = (column: ProductText) =>
  sql`select productid, ${selectProductText(column)} as name from product where businessid = ${currentBusiness}
       union all select ${sql.lit(CHARGES_PRODUCT)}, ${sql.lit(CHARGES)} offset 0`

/** The sums of the parts that meet the condition, or of all. */
const sumParts = (condition: RawBuilder<unknown> | null, rename: (name: SumColumn) => string = (name) => name) =>
  sql.join(
    SUM_COLUMNS.map(
      (name) => sql`sum(${sql.ref(name)}) ${condition ? sql`filter (where ${condition})` : sql``} as ${sql.ref(rename(name))}`,
    ),
  )

const NO_EARLIER_SUMS = sql.join(SUM_COLUMNS.map((name) => sql`null::float8 as ${sql.ref(earlierColumn(name))}`))

export const toSpan = ({ range: { from, to } }: Ranges): Span => ({ from, to, until: null, shift: 0 })

function createParts(grouping: Grouping, span: Span): RawBuilder<unknown>[] {
  const rollUp = findRollUp(grouping)
  return rollUp ? [rollUp.createGroups(grouping, span), ...createOtherPaidParts(grouping, span)] : createRowParts(grouping, span)
}

/** The days of an earlier range, in the dates of the range that it is compared with. */
export const toEarlierSpan = ({ range, compared, time }: Ranges): Span | null =>
  compared && {
    from: compared.from,
    to: compared.to,
    until: compared.is_partial ? time : null,
    shift: countDays({ from: compared.from, to: range.from }) - 1,
  }

/** The instant until which an earlier range counts; null where it has whole days. */
export const endOfCompared = ({ compared, time }: Pick<Ranges, 'compared' | 'time'>, timezone: string) =>
  compared?.is_partial ? endOfSpan({ to: compared.to, until: time }, timezone) : sql`null::timestamptz`

/** Whole days from the cheapest source, and the part of a day from the rows. */
function createEarlierParts(grouping: Grouping, span: Span) {
  const { from, to, until } = span
  if (until === null) return createParts(grouping, span)
  const parts = createRowParts(grouping, { ...span, from: to })
  return from === to ? parts : [...createParts(grouping, { ...span, to: addDays(to, -1), until: null }), ...parts]
}
