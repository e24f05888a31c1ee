import type { Client } from 'pg'

export type RawFigures = {
  revenue: number
  orders: number
  daily: unknown[]
  payments: unknown[]
  top_sites: unknown[]
  top_employees: unknown[]
  top_products: unknown[]
}

/** The dashboard's figures by plain SQL over the rows: what the roll-ups are measured against, and must equal. */
export async function rawFigures(
  db: Client,
  businessid: string,
  { from, to }: { from: string; to: string },
): Promise<RawFigures> {
  const { rows } = await db.query<RawFigures>(
    `with zone as (select timezone from business where id = $1),
     sold as materialized (
       select s.*, (saledate at time zone timezone)::date as day from sales s, zone
        where businessid = $1
          and saledate >= $2::date::timestamp at time zone timezone
          and saledate < ($3::date + 1)::timestamp at time zone timezone
     )
     select (select sum(finalamount) from sold) as revenue,
            (select count(*) from sold) as orders,
            (select json_agg(d) from (
               select to_char(every, 'YYYY-MM-DD') as day, coalesce(sum(finalamount), 0) as revenue, count(saleid) as orders
                 from generate_series($2::date, $3::date, interval '1 day') every left join sold on sold.day = every
                group by every order by every) d) as daily,
            (select json_agg(p) from (
               select normalize_payment_method(payment_method) as payment_method, count(*) as orders from sold group by 1 order by 2 desc, 1) p) as payments,
            (select json_agg(t) from (
               select siteid, sitename, sum(finalamount) as revenue from sold join site using (businessid, siteid)
                group by 1, 2 order by 3 desc, 1 limit 5) t) as top_sites,
            (select json_agg(t) from (
               select employeeid, firstname, lastname, sum(finalamount) as revenue from sold join employee using (businessid, employeeid)
                group by 1, 2, 3 order by 4 desc, 1 limit 5) t) as top_employees,
            (select json_agg(t) from (
               select productid, product.productname, product.price, sum(quantity) as sold, sum(line_total(quantity, saleitems.price)) as total
                 from saleitems join product using (businessid, productid), zone
                where businessid = $1
                  and saledate >= $2::date::timestamp at time zone timezone
                  and saledate < ($3::date + 1)::timestamp at time zone timezone
                group by 1, 2, 3 order by 5 desc, 1 limit 5) t) as top_products`,
    [businessid, from, to],
  )
  const row = rows[0]
  if (!row) throw new Error('a statement without a table answers with one row')
  return row
}
