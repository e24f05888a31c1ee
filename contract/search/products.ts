import { z } from 'zod'
import { PRODUCT_COLUMNS, PRODUCT_PAGE_SIZES, PRODUCTS_PER_PAGE } from '../shared/constants.ts'
import { Flag, Id, Text } from '../shared/fields.ts'
import { listInput } from '../shared/list.ts'

export const ProductsSearch = listInput(['productname', 'barcode', 'category', 'supplier', 'price', 'stock'], {
  /** Less than LOW_STOCK units. */
  low: Flag.default(false),
  /** Without a purchase price, and not free. */
  no_cost: Flag.default(false),
  /** '' means every category or supplier. */
  category: Text.max(100).default(''),
  supplier: Text.max(100).default(''),
  /** Every site without it. */
  siteid: z.coerce.number().pipe(Id).optional(),
  /** What a row is: a product of a site, or an item with all of its sites. An item is found by any of its rows. */
  per: z.enum(['product', 'item']).default('product'),
  per_page: z.coerce.number().pipe(z.literal(PRODUCT_PAGE_SIZES)).default(PRODUCTS_PER_PAGE),
})
export type ProductsSearch = z.output<typeof ProductsSearch>

/** How a person looks at the list: the rows of a page, and the columns besides those that it always has. */
export const ProductListChoice = z.strictObject({
  per_page: z.literal(PRODUCT_PAGE_SIZES),
  columns: z.array(z.enum(PRODUCT_COLUMNS)).max(PRODUCT_COLUMNS.length),
})
export type ProductListChoice = z.output<typeof ProductListChoice>
