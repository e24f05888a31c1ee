import { type RawBuilder, sql } from 'kysely'
import type { AccountingInput } from '../../../contract/accounting.ts'
import type { Program } from '../../../contract/search/accounting.ts'
import { currentBusiness } from '../../../db/sql.ts'
import { isAny, ofBusiness } from '../../shared/figures/filters.ts'
import { joinConditions } from '../../shared/list-query.ts'

// SQL that reads what days have at each VAT rate and payment method, and of each kind of money that is no revenue. A row has kind ('sales',
// 'payment' or 'extra'), day, siteid, key, is_remainder, sales (of payments: under the largest payment of each), revenue and vat in cents.

export type Days = Pick<AccountingInput, 'from' | 'to' | 'sites'>
export type SumRows = RawBuilder<unknown>

const COLUMNS = sql`kind, day, siteid, key, is_remainder, sales, revenue, vat`
const NEGATED = sql`kind, day, siteid, key, is_remainder, -sales, -revenue, -vat`

/** Of several rows. A number of JavaScript: cents of all sales of a business are far below 2^53. */
export const addUpSums = sql`sum(sales)::float8 as sales, sum(revenue)::float8 as revenue, sum(vat)::float8 as vat`
export const isNotZero = sql`sum(sales) <> 0 or sum(revenue) <> 0 or sum(vat) <> 0`

/** The condition on the rows of accounting_days. */
export const isKept = (keptFor: Program | 'lock', { from, to, sites }: Days) =>
  joinConditions([ofBusiness, sql`kept_for = ${keptFor}`, sql`day between ${from}::date and ${to}::date`, isAny('siteid', sites)])

/** What the days have now. */
export const selectSumsNow = ({ from, to, sites }: Days): SumRows => sql`
  select 'sales' as kind, day, siteid, vat_rate as key, is_remainder, 0::bigint as sales, revenue_cents as revenue, vat_cents as vat
    from vat_daily where ${joinConditions([ofBusiness, sql`day between ${from} and ${to}`, isAny('siteid', sites)])}
  union all
  select 'payment', bucket_start, siteid, payment_method, false, orders, revenue_cents + other_cents, 0 from payment_buckets
   where ${joinConditions([ofBusiness, sql`bucket_days = 1 and bucket_start between ${from} and ${to}`, isAny('siteid', sites)])}
  union all
  select 'extra', (saledate at time zone timezone)::date, siteid, kind, false, 0, sum(amount_cents)::bigint, 0
    from business join sale_extras on sale_extras.businessid = business.id
   where ${joinConditions([
     sql`business.id = ${currentBusiness}`,
     sql`saledate >= ${from}::date::timestamp at time zone timezone and saledate < (${to}::date + 1)::timestamp at time zone timezone`,
     isAny('siteid', sites),
   ])}
   group by 2, 3, 4`

/** What they had in the newest file, or when their month was locked. */
export const selectSumsKept = (keptFor: Program | 'lock', days: Days): SumRows => sql`
  select ${COLUMNS} from accounting_days cross join lateral jsonb_to_recordset(sums)
           as kept (kind text, key text, is_remainder boolean, sales bigint, revenue bigint, vat bigint)
   where ${isKept(keptFor, days)}`

const lockedDays = ({ from, to }: Days) => sql`(select day from accounting_days where ${isKept('lock', { from, to, sites: [] })})`

/** What the rows have more, or less, than what was kept. */
const subtractKept = (rows: SumRows, keptFor: Program | 'lock', days: Days): SumRows => sql`
  ${rows} union all select ${NEGATED} from (${selectSumsKept(keptFor, days)}) kept`

/** What journals have: days of locked months as they were then, or with `later` only what came since. */
export const selectSums = ({ later, ...days }: Days & { later: boolean }): SumRows =>
  later
    ? subtractKept(sql`select ${COLUMNS} from (${selectSumsNow(days)}) now where day in ${lockedDays(days)}`, 'lock', days)
    : sql`select ${COLUMNS} from (${selectSumsNow(days)}) now where day not in ${lockedDays(days)}
          union all ${selectSumsKept('lock', days)}`

/** What journals have more, or less, than the newest file of the program, on the days and at the sites that it had. */
export const selectSumsSince = (program: Program, days: Days): SumRows =>
  subtractKept(
    sql`select ${COLUMNS} from (${selectSums({ ...days, later: false })}) now
         where (day, siteid) in (select day, siteid from accounting_days where ${isKept(program, days)})`,
    program,
    days,
  )

/** The days of differences that are not zero: `day`, the `sales` that came, and their `revenue` in cents. */
export const selectChangedDays = (differences: SumRows) => sql`
  select day, sum(sales) as sales, sum(revenue) filter (where kind = 'sales') as revenue
    from (select day, kind, ${addUpSums} from (${differences}) differences
           group by day, kind, key, is_remainder having ${isNotZero}) changed
   group by day`
