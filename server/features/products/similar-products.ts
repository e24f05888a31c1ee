import { sql } from 'kysely'
import { SIMILAR_GROUPS_PER_PAGE, SIMILAR_PRODUCTS_SHOWN, type SimilarProducts } from '../../../contract/product-items.ts'
import type { Page } from '../../../contract/shared/list.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

// The list has the folded name at the start of what it is searched by: to fold a hundred thousand names takes seconds.
const withGroups = sql`
  live as materialized (
    select listed.productid, listed.siteid, barcode_identity as barcode, listed.price, split_part(search, e'\\n', 1) as name,
           coalesce(joined_to, productid) as item
      from product_listing listed
      join (select productid, joined_to, barcode_identity from product where businessid = ${currentBusiness}) row using (productid)
     where businessid = ${currentBusiness}
  ), apart as materialized (
    select coalesce(a.joined_to, a.productid) as item, coalesce(b.joined_to, b.productid) as other_item
      from items_apart
      join product a on a.businessid = ${currentBusiness} and a.productid = items_apart.productid
      join product b on b.businessid = ${currentBusiness} and b.productid = other_productid
     where items_apart.businessid = ${currentBusiness}
  ), found as materialized (
    select barcode as key, 'barcode' as alike from live
     where barcode <> '' group by 1 having min(item) <> max(item) and min(siteid) <> max(siteid)
    union all
    select name || e'\\n' || price, 'name' from live
     group by 1 having min(item) <> max(item) and min(siteid) <> max(siteid)
  ), member as materialized (
    select alike, key, live.* from live join found on alike = 'barcode' and key = barcode
    union all
    select alike, key, live.* from live join found on alike = 'name' and key = name || e'\\n' || price
  ), matched as materialized (
    select * from member
     where exists (
       select from member other
        where other.alike = member.alike and other.key = member.key and other.item <> member.item and other.siteid <> member.siteid
          and (member.alike = 'barcode' or member.barcode = '' or other.barcode <> member.barcode)
          and not exists (
            select from apart
             where apart.item in (member.item, other.item) and apart.other_item in (member.item, other.item)))
  ), groups as (
    select alike, key, min(productid) as first from matched group by alike, key
  )`

/** Products of different sites that are no item and have the same barcode, or the same name and price. Barcodes first. */
export async function listSimilarProducts(scope: Scope, page: number): Promise<Page<SimilarProducts>> {
  const { count } = await scope
    .selectFrom('site')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('businessid', '=', currentBusiness)
    .executeTakeFirstOrThrow()
  if (Number(count) < 2) return { rows: [], page: 1, pages: 1, results: 0 }
  const perPage = sql.lit(SIMILAR_GROUPS_PER_PAGE)
  const { rows } = await sql<Page<SimilarProducts>>`
    with ${withGroups},
    counted as (
      select count(*)::integer as results, greatest(1, ceil(count(*) / ${perPage}.0))::integer as pages from groups
    ), shown as (
      select * from groups order by alike, first, key
       limit ${perPage} offset (least(${page}, (select pages from counted)) - 1) * ${perPage}
    )
    select results, pages, least(${page}, pages) as page, (
        select coalesce(json_agg(json_build_object('alike', alike, 'products', (
            select json_agg(product order by product.sitename, product.productid) from (
              select productid, productname, barcode, siteid, sitename, price, stock, category, supplier, picture
                from product join site using (businessid, siteid)
               where businessid = ${currentBusiness} and productid in (
                 select productid from matched where matched.alike = shown.alike and matched.key = shown.key)
               order by productid limit ${sql.lit(SIMILAR_PRODUCTS_SHOWN)}) product
          )) order by alike, first, key), '[]') from shown) as rows
      from counted`.execute(scope)
  const [found] = rows
  if (!found) throw new Error('a count without groups is one row')
  return found
}
