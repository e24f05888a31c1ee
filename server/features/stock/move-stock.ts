import { sql } from 'kysely'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { Refused } from './refusal.ts'

/** `quantity` is added to the stock. */
export type Move = { productid: number; quantity: number }

/** In the order of their key, as sales lock their products: this prevents deadlocks with tills. */
export const lockProducts = (scope: Scope, productids: number[]) =>
  sql`select from product where businessid = ${currentBusiness} and productid = any(${productids}::bigint[])
       order by productid for no key update`.execute(scope)

type Moves = { documentid: number; siteid: number; reason: 'delivery' | 'transfer' | 'count' | 'adjustment'; moves: Move[] }

/**
 * Changes the stock of products of a site, each by a difference, and records movements that name the document. Throws Refused when a product
 * was moved to another site.
 */
export async function moveStock(scope: Scope, { documentid, siteid, reason, moves }: Moves) {
  const moved = moves.filter(({ quantity }) => quantity !== 0)
  if (moved.length === 0) return
  const productids = moved.map(({ productid }) => productid)
  await lockProducts(scope, productids)
  await setReason(scope, reason, String(documentid))
  const { numAffectedRows } = await sql`
    update product set stock = stock + moved.quantity
      from unnest(${productids}::bigint[], ${moved.map(({ quantity }) => quantity)}::numeric[]) moved (productid, quantity)
     where businessid = ${currentBusiness} and product.productid = any(${productids}::bigint[])
       and product.productid = moved.productid and product.siteid = ${siteid}`.execute(scope)
  if (Number(numAffectedRows) < moved.length) throw new Refused('INVALID', 'A product of these lines is at another site now.')
  // A later change of the same transaction is of no document.
  await setReason(scope, '', '')
}

const setReason = (scope: Scope, reason: string, documentid: string) =>
  sql`select set_config('app.stock_reason', ${reason}, true), set_config('app.stock_documentid', ${documentid}, true)`.execute(
    scope,
  )
