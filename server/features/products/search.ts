// More than the other lists have, because a catalogue may have 100,000 products: one walk along an index finds, counts and orders.

import { type RawBuilder, sql } from 'kysely'
import type { ProductsExport, ProductsList } from '../../../contract/products.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { addJoinedProducts } from '../../shared/figures/items.ts'
import { joinConditions } from '../../shared/list-query.ts'
import { hasLowStock } from '../../shared/low-stock.ts'
import { findIdentities } from '../../shared/scale-barcodes.ts'

/** Columns that may be ''. Products without a value come last in both directions. */
const OPTIONAL: readonly string[] = ['barcode', 'category', 'supplier']

const ofOwnBusiness = sql`businessid = ${currentBusiness}`

/** As in the partial index product__no_cost. */
const hasNoCost = sql`purchaseprice = 0 and not is_free`

/**
 * Whether a product is one of `ids`. `is true` keeps the planner from making a join and a sort of it, which takes several times as
 * long as the walk along the index of the order.
 */
const isIn = (ids: RawBuilder<unknown>) => sql`(productid in (${ids})) is true`

/** From this length on a word among several is looked for in barcodes too: '2' is in nearly every one. */
const BARCODE_WORD_MIN = 4

/** strpos, not like: row security hides the statistics for patterns, and the planner would expect a few rows where all match. */
const findText = (text: string) => sql`strpos(search, fold_text(${text}))`

/** Whether the texts have all words of a search, in any order; or the words as they are, which a barcode may have too. */
function hasWords(q: string) {
  const words = [...new Set(q.split(/\s+/))]
  const isShort = (word: string) => words.length > 1 && word.length < BARCODE_WORD_MIN
  const hasEach = joinConditions(
    words.map((word) =>
      isShort(word) ? sql`${findText(word)} between 1 and strpos(search, e'\\x1f')` : sql`${findText(word)} > 0`,
    ),
  )
  return words.some(isShort) ? sql`(${hasEach} or ${findText(q)} > 0)` : hasEach
}

/** An array, by which the planner reads the few rows by their key instead of all in the order of the list. */
const hasBarcode = (identities: string[]) => sql`
  productid = any(array(
    select productid from product
     where ${ofOwnBusiness} and archived_at is null and barcode_identity <> '' and barcode_identity = any(${identities}::text[])
    union all
    select productid from product_barcodes
     where ${ofOwnBusiness} and is_live and barcode_identity = any(${identities}::text[])))`

type Search = ProductsExport & Partial<Pick<ProductsList, 'barcode'>>
/** `identities`: what a product may have that `q` or `barcode` means, also as the barcode of a scale. */
type Found = Search & { identities: Record<'q' | 'barcode', string[]> }

const findBarcodes = async <S extends Search>(scope: Scope, search: S) => ({
  ...search,
  identities: { q: await findIdentities(scope, search.q), barcode: await findIdentities(scope, search.barcode ?? '') },
})

/** The conditions on product_listing. */
const matchesSearch = ({ q, barcode, category, supplier, identities }: Found) => [
  ...(q ? [sql`(${hasWords(q)} or ${hasBarcode(identities.q)})`] : []),
  ...(barcode ? [hasBarcode(identities.barcode)] : []),
  ...(category ? [sql`category = ${category}`] : []),
  ...(supplier ? [sql`supplier = ${supplier}`] : []),
]

/** The ids of all products that a search finds, in the list's order, and the value that they are sorted by. */
function selectIds(search: Found) {
  const { sort, low, no_cost, ids } = search
  const listed = matchesSearch(search)
  const chosen = [
    ...(ids ? [sql`productid = any(${ids}::bigint[])`] : []),
    ...(search.siteid === undefined ? [] : [sql`siteid = ${search.siteid}`]),
  ]
  const isOwn = sql`businessid = ${currentBusiness}`
  const isLive = sql`archived_at is null`
  const direction = sql.raw(search.dir)
  const ofProduct = [...(low ? [hasLowStock] : []), ...(no_cost ? [hasNoCost] : [])]
  const columns = sql`${sql.ref(sort)} as sorted, productid`
  const orderBy = sql`order by ${sql.ref(sort)} ${direction}, productid ${direction}`
  if (sort === 'stock') {
    const among =
      listed.length > 0 ? [isIn(sql`select productid from product_listing where ${joinConditions([isOwn, ...listed])}`)] : []
    return sql`select ${columns} from product where ${joinConditions([isOwn, isLive, ...ofProduct, ...chosen, ...among])} ${orderBy}`
  }
  const among =
    ofProduct.length > 0 ? [isIn(sql`select productid from product where ${joinConditions([isOwn, isLive, ...ofProduct])}`)] : []
  return sql`select ${columns} from product_listing where ${joinConditions([isOwn, ...listed, ...chosen, ...among])} ${orderBy}`
}

/** The first products of the items that a search finds by any of their rows, with the values of the list. */
function selectItems({ sort, dir, ...search }: Found) {
  const direction = sql.raw(dir)
  const joined = sql`
    select productid, joined_to from product where ${ofOwnBusiness} and joined_to is not null and archived_at is null`
  const order = sort === 'stock' ? sql`sums.stock` : sort === 'price' ? sql`sums.lowest_price` : sql`listed.${sql.ref(sort)}`
  return sql`
    select ${order} as sorted, productid
      from (
        select distinct coalesce(joined_to, productid) as productid
          from (${selectIds({ ...search, sort, dir })}) row left join (${joined}) joined using (productid)
      ) first
      join product_listing listed using (productid)
      ${sort === 'stock' || sort === 'price' ? sql`join (${sumItems(sql`true`)}) sums using (productid)` : sql``}
     where listed.${ofOwnBusiness}
     order by ${order} ${direction}, productid ${direction}`
}

/** What the rows of each item have together, with the id of its first product. */
export const sumItems = (isItem: RawBuilder<unknown>) => sql`
  select coalesce(joined_to, productid) as productid, count(*)::integer as sites, sum(stock) as stock,
         min(price) as lowest_price, max(price) as highest_price
    from product where ${ofOwnBusiness} and archived_at is null and ${isItem}
   group by 1`

/** All ids and their count by one walk: an array keeps the order in which it is filled. */
function selectCountAndIds(search: Found) {
  const productids = OPTIONAL.includes(search.sort)
    ? sql`array_agg(productid) filter (where sorted <> '') || array_agg(productid) filter (where sorted = '')`
    : sql`array_agg(productid)`
  const found = search.per === 'item' ? selectItems(search) : selectIds(search)
  return sql`select count(*) as results, ${productids} as productids from (${found}) found`
}

/** The ids of the requested page, or of the last one when there are fewer. */
export async function findPageIds(scope: Scope, { page, per_page, ...search }: ProductsList) {
  const perPage = sql.lit(per_page)
  const { rows } = await sql<{ productids: number[]; page: number; pages: number; results: number }>`
    select coalesce(to_json(productids[(page - 1) * ${perPage} + 1 : page * ${perPage}]), '[]') as productids, page, pages, results
      from (${selectCountAndIds(await findBarcodes(scope, search))}) listed
     cross join lateral (select greatest(1, ceil(results::numeric / ${perPage}))::integer as pages) counted
     cross join lateral (select least(${page}::integer, pages) as page) shown`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('a count without groups is one row')
  return row
}

/** All products in the list's order, with those that are joined with the selected ones of a list of items. */
export async function findAllIds(scope: Scope, { per, ...search }: ProductsExport) {
  const ids = per === 'item' && search.ids ? await addJoinedProducts(scope, search.ids) : search.ids
  return findProductIds(scope, { ...search, per: 'product', ids })
}

async function findProductIds(scope: Scope, search: ProductsExport) {
  const { rows } = await sql<{ productids: number[] }>`
    select coalesce(to_json(productids), '[]') as productids from (${selectCountAndIds(await findBarcodes(scope, search))}) listed`.execute(
    scope,
  )
  return rows[0]?.productids ?? []
}
