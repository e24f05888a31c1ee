import { type RawBuilder, sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'

// What went through the drawers of a site between two instants: the payments of its sales, and what was paid in and out.

type Period = { siteid: RawBuilder<unknown>; starts_at: RawBuilder<unknown>; ends_at: RawBuilder<unknown> }

/** A period of values. */
export const toPeriod = ({ siteid, starts_at, ends_at }: { siteid: number; starts_at: Date; ends_at: Date }): Period => ({
  siteid: sql`${siteid}`,
  starts_at: sql`${starts_at}::timestamptz`,
  ends_at: sql`${ends_at}::timestamptz`,
})

const inPeriod = (time: RawBuilder<unknown>, { siteid, starts_at, ends_at }: Period) =>
  sql`businessid = ${currentBusiness} and siteid = ${siteid} and ${time} >= ${starts_at} and ${time} < ${ends_at}`

/** The sales of the period. */
export const soldIn = (period: Period) => inPeriod(sql`saledate`, period)
/** The movements of the period that count. */
export const movedIn = (period: Period) => sql`${inPeriod(sql`moved_at`, period)} and removed_at is null`

/** One row: `sales`, and their `cents` with what is beside their amounts and what was paid in and out. */
export const sumDrawer = (period: Period) => sql`
  select sold.sales, sold.cents + beside.cents + moved.cents as cents
    from (select count(*) as sales, coalesce(sum(finalamount_cents), 0)::bigint as cents from sales where ${soldIn(period)}) sold
   cross join (select coalesce(sum(amount_cents), 0)::bigint as cents from sale_extras where ${soldIn(period)}) beside
   cross join (select (coalesce(sum(amount), 0) * 100)::bigint as cents from drawer_movements where ${movedIn(period)}) moved`
