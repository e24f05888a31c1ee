import type { Database } from '../lib/database.ts'

/** Reads a file of products into a temporary table by COPY, then adds or changes products by barcode, in one transaction. */
export async function importProducts(db: Database, businessid: string, siteid: number, file: string) {
  await db.query('begin')
  await db.query(
    `create temp table line (productname text, barcode text, category text, supplier text, description text,
                             price numeric, purchaseprice numeric, stock numeric) on commit drop`,
  )
  await db.query(`copy line from '${file}' with (format csv, header)`)
  await db.query(
    `insert into baseline.product as kept
       (businessid, siteid, productname, barcode, category, supplier, description, price, purchaseprice, stock)
     select $1, $2, productname, barcode, category, supplier, description, price, purchaseprice, stock from line
     on conflict (businessid, siteid, barcode) do update
        set productname = excluded.productname, category = excluded.category, supplier = excluded.supplier,
            description = excluded.description, price = excluded.price, purchaseprice = excluded.purchaseprice,
            stock = excluded.stock`,
    [businessid, siteid],
  )
  await db.query('commit')
}
