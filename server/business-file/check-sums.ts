import type { ClientBase } from 'pg'
import { InvalidBusinessFile } from './invalid-business-file.ts'

/** A sale of any day needs a rate. */
export async function checkVatRates(client: ClientBase, businessid: string) {
  const { rows } = await client.query(
    `select code from unnest(array['standard', 'zero', 'exempt']) code where vat_rate_on($1, code, '1989-12-31') is null`,
    [businessid],
  )
  if (rows[0])
    throw new InvalidBusinessFile(
      `vat-rates.csv has no rate from 1989-12-31 on with the code ${rows[0].code}. Nothing was imported.`,
    )
}

/** The sums that a sale has of its lines are those of sale-lines.csv. */
export async function checkSaleSums(client: ClientBase, businessid: string) {
  const { rows } = await client.query(
    `select s.saleid
       from sales s
      cross join lateral (
        select coalesce(sum(quantity) filter (where productid is not null), 0) as units, coalesce(sum(cost_cents), 0) as cost_cents,
               coalesce(sum(costed_net_cents), 0) as costed_net_cents,
               coalesce(sum(amount_cents), 0) as amount_cents, coalesce(sum(vat_cents), 0) as vat_cents
          from saleitems i where (i.businessid, i.saleid) = (s.businessid, s.saleid)
      ) lines
      where s.businessid = $1
        and (s.units, s.cost_cents, s.costed_net_cents, s.itemised_cents, s.itemised_vat_cents)
            <> (lines.units, lines.cost_cents, lines.costed_net_cents, lines.amount_cents, lines.vat_cents)
      limit 1`,
    [businessid],
  )
  if (rows[0])
    throw new InvalidBusinessFile(
      `sales.csv does not agree with sale-lines.csv: sale ${rows[0].saleid} has other sums than its lines. Nothing was imported.`,
    )
}

/** An owner or an admin needs no right, and one would come into force when the position changes. */
export async function checkRights(client: ClientBase, businessid: string) {
  const { rows } = await client.query(
    `select r.user_id, u.role from rights r join business_users u using (businessid, user_id)
      where r.businessid = $1 and u.role <> 'employee' limit 1`,
    [businessid],
  )
  if (rows[0])
    throw new InvalidBusinessFile(
      `rights.csv has a right for ${rows[0].user_id}, who is ${rows[0].role} in users.csv. Nothing was imported.`,
    )
}

/** The payments of a sale are its amount and its extras, and name what they add to the sums of their methods. */
export async function checkPayments(client: ClientBase, businessid: string) {
  const { rows } = await client.query(
    `select s.saleid
       from sales s
      cross join lateral (
        select count(*) as payments, coalesce(sum(amount_cents), 0) as cents, coalesce(sum(other_cents), 0) as other_cents
          from sale_payments p where (p.businessid, p.saleid) = (s.businessid, s.saleid)
      ) paid
      cross join lateral (
        select coalesce(sum(amount_cents), 0) as cents from sale_extras x where (x.businessid, x.saleid) = (s.businessid, s.saleid)
      ) extras
      where s.businessid = $1
        and (s.has_payments <> (paid.payments > 0) or not s.has_payments and extras.cents <> 0
             or s.has_payments and (paid.cents, paid.other_cents) <> (s.finalamount_cents + extras.cents, extras.cents))
      limit 1`,
    [businessid],
  )
  if (rows[0])
    throw new InvalidBusinessFile(
      `sales.csv does not agree with sale-payments.csv and sale-extras.csv: the payments of sale ${rows[0].saleid} are not its amount and its extras. Nothing was imported.`,
    )
}
