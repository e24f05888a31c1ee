import { sql } from 'kysely'
import { currentBusiness } from '../../../../db/sql.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'

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

/** Sets or removes the picture's name, and returns the one before. Undefined when there is no such product. */
export async function replacePicture(scope: Scope, productid: number, picture: string | null) {
  const { rows } = await sql<{ businessid: string; picture: string | null }>`
    with had as (
      select businessid, productid, picture from product
       where businessid = ${currentBusiness} and productid = ${productid} and archived_at is null
         for no key update
    )
    update product set picture = ${picture} from had
     where product.businessid = ${currentBusiness} and product.productid = had.productid
    returning had.businessid, had.picture`.execute(scope)
  return rows[0]
}
