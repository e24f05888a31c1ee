import { sql } from 'kysely'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { type KnownProduct, type Lookup, toText } from './find-references.ts'
import type { SiteSale, SoldLine } from './sold-sale.ts'

/** Keeps what no product is called, so that its lines count under their own text until somebody says which product it is. */
export async function addUnknownProducts(scope: Scope, fresh: SiteSale[], lookup: Lookup) {
  const bySite = Map.groupBy(fresh, ({ siteid }) => siteid)
  // In one order everywhere, so that two transactions that add the same do not deadlock.
  for (const [siteid, sales] of [...bySite].toSorted(([a], [b]) => a - b)) {
    const items = sales
      .flatMap(({ sale }) => sale.items)
      .filter((line) => line.kind !== 'charge' && !lookup.product(siteid, line))
    const unknown = [...new Map(items.map((line) => [toText(siteid, line), line])).values()]
    if (unknown.length > 0) await addUnknownProductsOfSite(scope, siteid, unknown, lookup)
  }
}

async function addUnknownProductsOfSite(scope: Scope, siteid: number, unknown: SoldLine[], lookup: Lookup) {
  const lines = unknown.map((line) => ({
    barcode: line.barcode ?? '',
    productname: line.productname || line.barcode,
    price: toRand(Math.round(line.price_cents ?? 0)),
  }))
  // In the order of the lines. A statement of its own: another one does not see the rows that it adds.
  const { rows: found } = await sql<{ productid: number }>`
    select productid from find_or_add_unknown_products(${siteid}, ${JSON.stringify(lines)}::json)`.execute(scope)
  const { rows } = await sql<KnownProduct>`
    select productid, siteid, '' as barcode, null::integer as units, not is_unknown as is_listed, productname, price, case when purchaseprice > 0 or is_free then purchaseprice end as purchaseprice,
           vat_code, is_unknown
      from product
     where businessid = ${currentBusiness} and productid = any(${found.map(({ productid }) => productid)}::bigint[])`.execute(
    scope,
  )
  const products = new Map(rows.map((product) => [product.productid, product]))
  for (const [index, line] of unknown.entries()) {
    const product = products.get(found[index]?.productid ?? 0)
    if (!product) throw new Error('an unknown product has a row')
    lookup.add(line, product)
  }
}

/** As exact as JSON writes it: a number of cents divided by 100 has its two decimals. */
const toRand = (cents: number) => cents / 100
