import { sql } from 'kysely'
import { CASH, type ExpectedAmount } from '../../../contract/cash-ups.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { movedIn, soldIn, toPeriod } from '../../shared/drawer.ts'

type Row = Required<ExpectedAmount>

/** The payments of a site in a period by payment method, cash first. */
export async function findExpected(
  scope: Scope,
  of: { siteid: number; starts_at: Date; ends_at: Date },
): Promise<ExpectedAmount[]> {
  const period = toPeriod(of)
  const { rows } = await sql<Row>`
    select payment_method, sum(sales) as sales, sum(cents) / 100.0 as expected, sum(tips) / 100.0 as tips, sum(paid_in) as paid_in,
           sum(paid_out) as paid_out
      from (
        select normalized_payment_method as payment_method, count(*) as sales, sum(finalamount_cents) as cents, 0 as tips, 0 as paid_in, 0 as paid_out
          from sales where ${soldIn(period)} group by 1
         union all
        select normalized_payment_method, sum(other_orders), sum(other_cents), 0, 0, 0 from sale_payments where ${soldIn(period)} group by 1
         union all
        select normalized_payment_method, 0, 0, sum(amount_cents), 0, 0
          from (select saleid, amount_cents from sale_extras where ${soldIn(period)} and kind = 'tip') tip
          join (select saleid, normalized_payment_method from sales where ${soldIn(period)}) sold using (saleid)
         group by 1
         union all
        select ${CASH}, 0, sum(amount) * 100, 0, coalesce(sum(amount) filter (where amount > 0), 0), coalesce(-sum(amount) filter (where amount < 0), 0)
          from drawer_movements where ${movedIn(period)} having count(*) > 0
      ) paid
     group by 1
     order by payment_method <> ${CASH}, payment_method`.execute(scope)
  return rows.map(toExpected)
}

/** Without the parts that it does not have. */
export const toExpected = <Line extends Row>({ tips, paid_in, paid_out, ...line }: Line) => ({
  ...line,
  ...(tips !== 0 && { tips }),
  ...(paid_in !== 0 && { paid_in }),
  ...(paid_out !== 0 && { paid_out }),
})
