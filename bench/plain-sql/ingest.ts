import type { Database } from '../lib/database.ts'

export type SentSale = {
  reference: string
  saledate: string
  payment_method: string
  employeeid: number
  items: { productid: number; quantity: number }[]
}

/**
 * One statement and one durable commit a batch: the sales, their lines at the products' prices, and the stock. Products are locked
 * in order, or two tills that sell the same two would wait for each other.
 */
const STORE = {
  name: 'store sales',
  text: `
    with sale as materialized (
      select * from json_to_recordset($3::json) as sale (reference text, saledate timestamptz, payment_method text, employeeid bigint, items json)
    ), item as materialized (
      select reference, ordinality as line, productid, quantity
        from sale cross join rows from (json_to_recordset(items) as (productid bigint, quantity numeric)) with ordinality
                                        as item (productid, quantity, ordinality)
    ), product as materialized (
      select productid, productname, price from baseline.product
       where businessid = $1 and productid = any(array(select productid from item)) order by productid for no key update
    ), total as (
      select reference, sum(round(quantity * price, 2)) as amount from item join product using (productid) group by reference
    ), stored as (
      insert into baseline.sales (businessid, siteid, employeeid, saledate, finalamount, payment_method, reference)
      select $1, $2, employeeid, saledate, amount, payment_method, reference from sale join total using (reference)
      on conflict (businessid, reference) do nothing
      returning reference, saleid, saledate
    ), lines as (
      insert into baseline.saleitems (businessid, saleid, line, saledate, productid, quantity, productname, price)
      select $1, saleid, line, saledate, productid, quantity, productname, price
        from item join stored using (reference) join product using (productid)
    ), taken as (
      update baseline.product kept set stock = stock - sold.quantity
        from (select productid, sum(quantity) as quantity from item join stored using (reference) group by productid) sold
       where (kept.businessid, kept.productid) = ($1, sold.productid)
    )
    select reference, saleid from stored`,
}

/** How many of the sales were new. */
export async function storeSales(db: Database, till: { businessid: string; siteid: number }, sales: SentSale[]) {
  const { rowCount } = await db.query({ ...STORE, values: [till.businessid, till.siteid, JSON.stringify(sales)] })
  return rowCount ?? 0
}
