import { type RawBuilder, sql } from 'kysely'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { SUM_COLUMNS } from './grouping.ts'

// An item is one product that several sites sell: the products that are joined to its first one. Figures add them up.

/** Whether a product of the business is joined with another one. */
export async function hasItems(scope: Scope) {
  const { rows } = await sql<{ has_items: boolean }>`
    select exists (select from product where businessid = ${currentBusiness} and joined_to is not null) as has_items`.execute(
    scope,
  )
  return rows[0]?.has_items ?? false
}

/** The products of a filter, and those that are joined with them. */
export async function addJoinedProducts(scope: Scope, products: number[]): Promise<number[]> {
  if (products.length === 0) return products
  const { rows } = await sql<{ productid: number }>`
    with item as (
      select distinct coalesce(joined_to, productid) as productid
        from product where businessid = ${currentBusiness} and productid = any(${products}::bigint[])
    )
    select productid from item
     union all
    select product.productid from product join item on joined_to = item.productid where businessid = ${currentBusiness}`.execute(
    scope,
  )
  return [...new Set([...products, ...rows.map(({ productid }) => productid)])]
}

/** The groups of products, added up by item. Its key is that of its first product. */
export function groupItems(groups: RawBuilder<unknown>, earlierColumns: string[]) {
  const columns = [...SUM_COLUMNS, ...earlierColumns]
  return sql`
    select coalesce(joined_to, key) as key, ${sql.join(columns.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`))}
      from (${groups}) of_products
      left join (
        select productid, joined_to from product where businessid = ${currentBusiness} and joined_to is not null
      ) joined on joined.productid = key
     group by 1`
}
