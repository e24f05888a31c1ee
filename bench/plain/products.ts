import { type Client, escapeLiteral } from 'pg'

/** What the product list is asked for, as its address says it. */
export type ProductsCase = {
  q?: string
  low?: boolean
  category?: string
  supplier?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}

const SEARCHED = ['productname', 'barcode', 'category', 'supplier']

/** A bare select of one page. */
export function plainProducts(db: Client, businessid: string, asked: ProductsCase, offset: number) {
  const { q = '', low = false, category = '', supplier = '', sort = 'productname', dir = 'asc' } = asked
  const conditions = [
    'product.businessid = $1 and archived_at is null',
    q && `(${SEARCHED.map((column) => `${column} ilike ${escapeLiteral(`%${q}%`)}`).join(' or ')})`,
    low && 'stock < 50',
    category && `category = ${escapeLiteral(category)}`,
    supplier && `supplier = ${escapeLiteral(supplier)}`,
  ].filter(Boolean)
  return db.query(
    `select product.*, sitename from product join site using (businessid, siteid)
      where ${conditions.join(' and ')} order by ${sort} ${dir}, productid ${dir} limit 5 offset ${offset}`,
    [businessid],
  )
}
