import { sql } from 'kysely'
import { LOW_STOCK } from '../../contract/shared/constants.ts'

/** Low stock: fewer than LOW_STOCK units, whatever the reorder level. As in the partial index product__low_stock. */
export const hasLowStock = sql`product.stock < ${sql.lit(LOW_STOCK)} and product.archived_at is null`
