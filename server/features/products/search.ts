// More than the other lists have, because a catalogue may have 100,000 products: one walk along an index finds, counts and orders.

import { type RawBuilder, sql } from 'kysely'
import type { ProductsExport, ProductsList } from '../../../contract/products.ts'
import { LOW_STOCK } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { joinConditions } from '../../shared/list-query.ts'

/** Columns that may be ''. Products without a value come last in both directions. */
const OPTIONAL: readonly string[] = ['barcode', 'category', 'supplier']

/** Conditions on product, as in the partial indexes product__low_stock and product__no_cost. */
const isLow = sql`stock < ${sql.lit(LOW_STOCK)}`
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

type Found = ProductsExport & Partial<Pick<ProductsList, 'barcode'>>

/** The conditions on product_listing. */
const matchesSearch = ({ q, barcode, category, supplier }: Found) => [
  ...(q ? [hasWords(q)] : []),
  ...(barcode ? [sql`barcode = ${barcode}`] : []),
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
  const ofProduct = [...(low ? [isLow] : []), ...(no_cost ? [hasNoCost] : [])]
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

/** All ids and their count by one walk: an array keeps the order in which it is filled. */
function selectCountAndIds(search: Found) {
  const productids = OPTIONAL.includes(search.sort)
    ? sql`array_agg(productid) filter (where sorted <> '') || array_agg(productid) filter (where sorted = '')`
    : sql`array_agg(productid)`
  return sql`select count(*) as results, ${productids} as productids from (${selectIds(search)}) found`
}

/** The ids of the requested page, or of the last one when there are fewer. */
export async function findPageIds(scope: Scope, { page, per_page, ...search }: ProductsList) {
  const perPage = sql.lit(per_page)
  const { rows } = await sql<{ productids: number[]; page: number; pages: number; results: number }>`
    select coalesce(to_json(productids[(page - 1) * ${perPage} + 1 : page * ${perPage}]), '[]') as productids, page, pages, results
      from (${selectCountAndIds(search)}) listed
     cross join lateral (select greatest(1, ceil(results::numeric / ${perPage}))::integer as pages) counted
     cross join lateral (select least(${page}::integer, pages) as page) shown`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('a count without groups is one row')
  return row
}

/** All ids in the list's order. */
export async function findAllIds(scope: Scope, search: ProductsExport) {
  const { rows } = await sql<{ productids: number[] }>`
    select coalesce(to_json(productids), '[]') as productids from (${selectCountAndIds(search)}) listed`.execute(scope)
  return rows[0]?.productids ?? []
}
