import type { Database } from '../lib/database.ts'
import type { BusinessSize } from './size.ts'

/** The sites, employees and products of a business, by SQL. Each site has as many employees and products as every other. */
export async function fillSitesAndProducts(db: Database, businessid: string, { sites, employees, products }: BusinessSize) {
  await db.query(
    `insert into site (businessid, sitename, location) select $1, 'Shop ' || n, n || ' Main Road' from generate_series(1, $2::int) n`,
    [businessid, sites],
  )
  const shops = `(select siteid, row_number() over (order by siteid) - 1 as nth from site where businessid = $1 and sitename like 'Shop %') shop`
  await db.query(
    `insert into employee (businessid, siteid, firstname, lastname)
     select $1, siteid, 'Employee', n::text from generate_series(1, $2::int) n join ${shops} on nth = n % $3::int`,
    [businessid, employees, sites],
  )
  await db.query(
    `insert into product (businessid, siteid, productname, barcode, category, supplier, price, purchaseprice, stock)
     select $1, siteid, 'Product ' || n, (6000000000000 + n)::text, 'Category ' || n % 12, 'Supplier ' || n % 15,
            round((5 + random() * 300)::numeric, 2), round((3 + random() * 200)::numeric, 2), floor(random() * 500)
       from generate_series(1, $2::int) n join ${shops} on nth = n % $3::int`,
    [businessid, products, sites],
  )
  await db.query(
    `insert into product_listing (businessid, productid, siteid, productname, barcode, category, supplier, price)
     select businessid, productid, siteid, productname, barcode, category, supplier, price from product where businessid = $1`,
    [businessid],
  )
}
