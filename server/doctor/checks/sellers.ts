import { type Check, count, ok, problem } from '../check.ts'

type Compared = { name: string; sellers: number; sales: number }

/** Sellers whose sales are being moved are left out: they are equal at the end. */
const COMPARE_SELLERS = `
  select b.name, count(distinct u.sellerid)::float as sellers, count(*)::float as sales
    from business b
    join unknown_sellers u on u.businessid = b.id and u.unmoved_after is null
    join seller_sales x on (x.businessid, x.sellerid) = (u.businessid, u.sellerid)
    join sales s on (s.businessid, s.saleid) = (x.businessid, x.saleid)
    join site on (site.businessid, site.siteid) = (s.businessid, s.siteid)
   where s.employeeid is distinct from coalesce(u.employeeid, site.till_employeeid)
   group by b.id, b.name order by b.name, b.id`

/** The sales of a seller that a till has named are those of the employee whom a person chose, or of the till of their site. */
export const sellers: Check = {
  name: 'sellers',
  async run({ client }) {
    const { rows } = await client.query<Compared>(COMPARE_SELLERS)
    if (rows.length === 0) return ok('The sales of each seller whom tills have named are of the chosen employee.')
    return rows.map(({ name, sellers: wrong, sales }) =>
      problem(
        `${count(sales, 'sale')} of ${count(wrong, 'seller')} of the business '${name}' ${sales === 1 ? 'is' : 'are'} of another employee than the chosen one.`,
        'Take the sellers back on the Employees screen, and choose their employees again.',
      ),
    )
  },
}
