import { type RawBuilder, sql } from 'kysely'
import type { PlaceFilters } from '../../../contract/search/filters.ts'
import { NO_NAME, WHOLE_SALE } from '../../../contract/search/sale-report-rows.ts'
import type { SaleReportKind } from '../../../contract/search/sale-reports.ts'
import { currentBusiness } from '../../../db/sql.ts'
import { isAny } from '../../shared/figures/filters.ts'
import type { Grouping, Span } from '../../shared/figures/grouping.ts'
import { endOfSpan, inSpan, selectLines, startOfSpan } from '../../shared/figures/sale-rows.ts'
import { joinConditions } from '../../shared/list-query.ts'

/** The sums of an entry, as whole numbers: amounts in cents, quantities in thousandths. */
export const ENTRY_SUMS = ['amount', 'used', 'left', 'loaded', 'above', 'quantity', 'vat'] as const
type EntrySum = (typeof ENTRY_SUMS)[number]

export type EntryFilter = PlaceFilters & {
  timezone: string
  /** Whether gift cards have what was sold and used before the span too, as if it were in the span. */
  everBefore: boolean
}

type Entry = Partial<Record<EntrySum, RawBuilder<unknown>>> & {
  name?: RawBuilder<unknown>
  /** The rows: of `sales`, or of a table with its columns, as `e`. */
  from: RawBuilder<unknown>
}

/** Entries with the columns that all have. `key` is the name for comparison: case and blanks do not matter. */
const selectEntries = ({ name = sql`null::text`, from, ...sums }: Entry, key?: RawBuilder<unknown>) => sql`
  select e.saleid, e.saledate, e.siteid, e.employeeid, ${name} as name,
         ${key ?? sql`coalesce(nullif(lower(regexp_replace(${name}, '\\s', '', 'g')), ''), ${sql.lit(NO_NAME)})`} as name_key,
         ${sql.join(ENTRY_SUMS.map((sum) => sql`${sums[sum] ?? sql`0`}::bigint as ${sql.ref(sum)}`))}
    from ${from}`

const inPlaces = ({ sites, employees }: PlaceFilters) => [
  sql`e.businessid = ${currentBusiness}`,
  isAny('e.siteid', sites),
  isAny('e.employeeid', employees),
]

const inRange = (filter: EntryFilter, span: Span) =>
  joinConditions([...inPlaces(filter), inSpan(sql`e.saledate`, span, filter.timezone)])

const AMOUNT = sql`e.amount_cents`

const selectTips = (filter: EntryFilter, span: Span) =>
  selectEntries(
    {
      name: sql`sales.normalized_payment_method`,
      amount: AMOUNT,
      from: sql`sale_extras e join sales using (businessid, saleid) where e.kind = 'tip' and ${inRange(filter, span)}`,
    },
    sql`sales.normalized_payment_method`,
  )

/** All until the end of the span: what is left on a card depends on what was before. */
function selectGiftCards(filter: EntryFilter, span: Span) {
  const until = joinConditions([...inPlaces(filter), sql`e.saledate < ${endOfSpan(span, filter.timezone)}`])
  const now = (amount: RawBuilder<unknown>) =>
    filter.everBefore ? amount : sql`case when e.saledate >= ${startOfSpan(span, filter.timezone)} then ${amount} else 0 end`
  const used = (amount: RawBuilder<unknown>) => ({ used: now(amount), left: sql`-${amount}` })
  return sql.join(
    [
      selectEntries({
        ...{ name: sql`e.number`, amount: now(AMOUNT), left: AMOUNT, loaded: AMOUNT },
        from: sql`sale_extras e where e.kind = 'gift_card' and ${until}`,
      }),
      selectEntries({
        ...{ name: sql`e.number`, ...used(AMOUNT) },
        from: sql`sale_payments e where e.normalized_payment_method = 'gift card' and ${until}`,
      }),
      // One payment without a number is a column of its sale.
      selectEntries({
        ...used(sql`e.finalamount_cents`),
        from: sql`sales e where e.normalized_payment_method = 'gift card' and not e.has_payments and ${until}`,
      }),
    ],
    sql` union all `,
  )
}

/** What the line is before a discount of its sale, in cents. */
const OWN_AMOUNT = sql`
  ((sent_total(quantity, price, exact_price, scanned_units, scanned_price) * 100)::bigint - coalesce(discount_cents, 0))`

/**
 * The discounts of lines, and what each sale is below or above its lines. The lines of a sale add up to its amount, so the difference is in
 * lines with an adjustment; exact prices and discounts are a part of it. Of returned goods it is the other way round: what less is
 * given back is a discount that is taken back.
 */
function selectDiscounts(filter: EntryFilter, span: Span) {
  const { sites, employees, timezone } = filter
  const lines: Grouping = {
    ...{ sites, employees, timezone, by: 'site' },
    ...{ products: [], categories: [], suppliers: [], vat_rates: [], payment_methods: [] },
  }
  const isBelow = sql`e.difference * case when e.amount_cents < e.difference then -1 else 1 end < 0`
  return sql`
    select * from (
      with line as materialized (
        select saleid, saledate, siteid, employeeid, discount_cents, discount_reason, amount_cents - ${OWN_AMOUNT} as difference
          from (${selectLines(lines, span)}) lines
         where adjustment <> 0 or exact_price is not null or discount_cents is not null or scanned_units is not null
      ), sale as (
        select saleid, saledate, siteid, employeeid, finalamount_cents as amount_cents, of_lines + finalamount_cents - itemised_cents as difference
          from (select saleid, sum(difference)::bigint as of_lines from line group by saleid) differing
          join sales using (saleid)
         where businessid = ${currentBusiness}
      )
      ${selectEntries({
        ...{ name: sql`e.discount_reason`, amount: sql`e.discount_cents` },
        from: sql`line e where e.discount_cents <> 0`,
      })}
       union all
      ${selectEntries(
        {
          amount: sql`case when ${isBelow} then -e.difference else 0 end`,
          above: sql`case when ${isBelow} then 0 else e.difference end`,
          from: sql`sale e where e.difference <> 0`,
        },
        sql`${sql.lit(WHOLE_SALE)}`,
      )}
    ) discount`
}

const selectRefunds = (filter: EntryFilter, span: Span) =>
  selectEntries({
    amount: sql`e.finalamount_cents`,
    from: sql`sales e where e.finalamount_cents < 0 and ${inRange(filter, span)}`,
  })

const selectCharges = (filter: EntryFilter, span: Span) =>
  selectEntries({
    ...{ name: sql`e.productname`, amount: AMOUNT, vat: sql`e.vat_cents`, quantity: sql`e.quantity * 1000` },
    from: sql`saleitems e where e.productid is null and ${inRange(filter, span)}`,
  })

/** What a report adds up: rows of a sale with a name and sums. */
export const ENTRIES: Record<SaleReportKind, (filter: EntryFilter, span: Span) => RawBuilder<unknown>> = {
  tips: selectTips,
  'gift-cards': selectGiftCards,
  discounts: selectDiscounts,
  refunds: selectRefunds,
  charges: selectCharges,
}
