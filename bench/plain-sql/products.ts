import { escapeLiteral } from 'pg'
import type { Database } from '../lib/database.ts'

/** What the product list is asked for, as its query parameters say it. */
export type ProductsSearch = {
  q?: string
  low?: boolean
  category?: string
  supplier?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}

export const PRODUCTS_PER_PAGE = 5

/** The page that was asked for, or the last one, and how many products there are in all. */
export async function listProducts(db: Database, businessid: string, search: ProductsSearch) {
  const { q = '', low = false, category = '', supplier = '', sort = 'productname', dir = 'asc' } = search
  const conditions = [
    'businessid = $1',
    ...q.split(' ').map((word) => word && `search ilike ${escapeLiteral(`%${word}%`)}`),
    low && 'stock < 50',
    category && `category = ${escapeLiteral(category)}`,
    supplier && `supplier = ${escapeLiteral(supplier)}`,
  ].filter(Boolean)
  const found = `from baseline.product where ${conditions.join(' and ')}`
  const counted = await db.query(`select count(*) as results ${found}`, [businessid])
  const results: number = counted.rows[0].results
  const pages = Math.max(1, Math.ceil(results / PRODUCTS_PER_PAGE))
  const page = Math.min(search.page ?? 1, pages)
  const order = `order by ${sort} ${dir}, productid ${dir}`
  const { rows } = await db.query(
    `select productid, siteid, sitename, productname, barcode, category, supplier, description, price, purchaseprice, stock
       from (select businessid, productid ${found} ${order} limit ${PRODUCTS_PER_PAGE} offset ${(page - 1) * PRODUCTS_PER_PAGE}) shown
       join baseline.product using (businessid, productid)
       join baseline.site using (businessid, siteid)
       ${order}`,
    [businessid],
  )
  return { rows, page, pages, results }
}
