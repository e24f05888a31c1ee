import { sql } from 'kysely'
import { currentBusiness } from '../../../../db/sql.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import { holdItems, lockRows } from '../items.ts'

const selectPicture = (scope: Scope, productid: number) =>
  scope
    .selectFrom('product')
    .select(['businessid', 'picture'])
    .where('businessid', '=', currentBusiness)
    .where('productid', '=', productid)
    .where('archived_at', 'is', null)

/** `picture` is the picture's name, null when the product has none. Undefined when there is no such product. */
export const findPicture = (scope: Scope, productid: number) => selectPicture(scope, productid).executeTakeFirst()

/** As `findPicture`, after every transaction that changes the product has ended: also one whose COMMIT was not answered. */
export const lockPicture = (scope: Scope, productid: number) =>
  selectPicture(scope, productid).forNoKeyUpdate().executeTakeFirst()

/** Whether a product of a list has the picture, also at a site that is not the person's. Rows of an item share one. */
export async function isPictureUsed(scope: Scope, picture: string) {
  const { rows } = await sql<{ is_used: boolean }>`select is_picture_used(${picture}) as is_used`.execute(scope)
  return rows[0]?.is_used === true
}

/** Sets or removes the picture's name at all sites of the product, and returns those before. Undefined when there is no such product. */
export async function replacePicture(scope: Scope, productid: number, picture: string | null) {
  await holdItems(scope)
  const locked = (await lockRows(scope, [productid])).filter(({ isLive }) => isLive)
  if (!locked.some((row) => row.productid === productid)) return undefined
  const productids = locked.map((row) => row.productid)
  const { rows } = await sql<{ businessid: string; picture: string | null }>`
    with had as (
      select businessid, productid, picture from product
       where businessid = ${currentBusiness} and productid = any(${productids}::bigint[])
    )
    update product set picture = ${picture} from had
     where product.businessid = ${currentBusiness} and product.productid = had.productid
    returning had.businessid, had.picture`.execute(scope)
  return rows
}
