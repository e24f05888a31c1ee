import { type RawBuilder, sql } from 'kysely'
import type { ProductsExport, ProductsSearch } from '../../../contract/products.ts'
import { LOW_STOCK, PRODUCTS_PER_PAGE } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

/** The texts that may be ''. Products without one come last, whichever way the others are ordered. */
const OPTIONAL: readonly string[] = ['barcode', 'category', 'supplier']

const isLow = sql`stock < ${sql.lit(LOW_STOCK)}`
const and = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/**
 * Whether a product is one of `ids`. Wrapped in `is true`, or the planner would turn it into a join and then sort, which takes
 * several times as long as the walk along an index that it is for.
 */
const isAmong = (ids: RawBuilder<unknown>) => sql`(productid in (${ids})) is true`

function conditionsOf({ q, category, supplier }: ProductsExport) {
  const conditions: RawBuilder<unknown>[] = []
  // strpos, not like: row security hides the statistics by which the planner would judge a pattern, and it would expect a
  // handful of rows where there are all.
  if (q) conditions.push(sql`strpos(search, lower(${q}::text collate "und-x-icu") collate "C") > 0`)
  if (category) conditions.push(sql`category = ${category}`)
  if (supplier) conditions.push(sql`supplier = ${supplier}`)
  return conditions
}

/** The ids of all products that a search finds, in the list's order, and the text that they are sorted by. */
function foundBy(search: ProductsExport) {
  const { sort, low, ids } = search
  const listed = conditionsOf(search)
  const chosen = ids ? [sql`productid = any(${ids}::bigint[])`] : []
  const ours = sql`businessid = ${currentBusiness}`
  const isLive = sql`archived_at is null`
  const direction = sql.raw(search.dir)
  const found = sql`${sql.ref(sort)} as sorted, productid`
  const order = sql`order by ${sql.ref(sort)} ${direction}, productid ${direction}`
  if (sort === 'stock') {
    const among = listed.length > 0 ? [isAmong(sql`select productid from product_listing where ${and([ours, ...listed])}`)] : []
    return sql`select ${found} from product where ${and([ours, isLive, ...(low ? [isLow] : []), ...chosen, ...among])} ${order}`
  }
  const among = low ? [isAmong(sql`select productid from product where ${and([ours, isLive, isLow])}`)] : []
  return sql`select ${found} from product_listing where ${and([ours, ...listed, ...chosen, ...among])} ${order}`
}

/** All of them, counted and in order by one walk: an array keeps the order in which it is filled. */
function countedAndOrdered(search: ProductsExport) {
  const productids = OPTIONAL.includes(search.sort)
    ? sql`array_agg(productid) filter (where sorted <> '') || array_agg(productid) filter (where sorted = '')`
    : sql`array_agg(productid)`
  return sql`select count(*) as results, ${productids} as productids from (${foundBy(search)}) found`
}

/** The ids on a page, or on the last one when there are fewer. */
export async function findIdsOfPage(scope: Scope, { page, ...search }: ProductsSearch) {
  const perPage = sql.lit(PRODUCTS_PER_PAGE)
  const { rows } = await sql<{ productids: number[]; page: number; pages: number; results: number }>`
    select coalesce(to_json(productids[(page - 1) * ${perPage} + 1 : page * ${perPage}]), '[]') as productids, page, pages, results
      from (${countedAndOrdered(search)}) listed
     cross join lateral (select greatest(1, ceil(results::numeric / ${perPage}))::integer as pages) counted
     cross join lateral (select least(${page}::integer, pages) as page) shown`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('a count without groups is one row')
  return row
}

/** The ids of all, in the list's order. */
export async function findAllIds(scope: Scope, search: ProductsExport) {
  const { rows } = await sql<{ productids: number[] }>`
    select coalesce(to_json(productids), '[]') as productids from (${countedAndOrdered(search)}) listed`.execute(scope)
  return rows[0]?.productids ?? []
}
