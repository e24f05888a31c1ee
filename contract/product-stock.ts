import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { Id } from './shared/fields.ts'
import { DOCUMENT_STATES, DocumentRef } from './stock-documents.ts'

/** A change of stock. The sales of a day in a row are one entry, and so are corrections. */
export const StockEntry = z.object({
  /** The last movement of the entry; null for the opening stock of a product whose first stock was not recorded. */
  movementid: Id.nullable(),
  kind: z.enum(['opening', 'sales', 'correction', 'edit', 'import', 'delivery', 'transfer', 'count', 'adjustment']),
  moved_at: z.date(),
  stock_before: z.number(),
  stock_after: z.number(),
  /** For `sales`: the sold and the returned quantity, and the number of sales with either. */
  sold: z.number(),
  returned: z.number(),
  sales: z.number().int(),
  /** The person who changed it; null for a till, and for a user without an employee record. */
  changed_by: z.string().nullable(),
  note: z.string(),
  /** The document that changed it. */
  document: DocumentRef.nullable(),
})
export type StockEntry = z.infer<typeof StockEntry>

/** Newest first. `before` for the next page is the `next` of this one, which is null at the end. */
export const StockHistory = z.object({ entries: z.array(StockEntry), next: Id.nullable() })
export type StockHistory = z.infer<typeof StockHistory>

/** A document that brings units of a product: an order, a draft of one, or a transfer from another site. */
const IncomingUnits = DocumentRef.extend({
  state: z.enum(DOCUMENT_STATES),
  expected_on: z.string().nullable(),
  on_order: z.number(),
  in_transit: z.number(),
  /** Of a draft, which nobody has ordered yet. */
  in_drafts: z.number(),
})
export type IncomingUnits = z.infer<typeof IncomingUnits>

/** One of the latest sales with a product, with the quantity of the product. */
const ProductSale = z.object({ saleid: Id, saledate: z.date(), sitename: z.string(), quantity: z.number() })
export type ProductSale = z.infer<typeof ProductSale>

const route = oc.errors(dataErrors)
const productid = z.coerce.number().pipe(Id)

export const productStock = {
  stockHistory: route
    .route({
      method: 'GET',
      path: '/products/{productid}/stock-history',
      summary: 'The changes of a stock, newest first',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid, before: z.coerce.number().pipe(Id).optional() }))
    .output(StockHistory)
    .errors({ NOT_FOUND }),
  incoming: route
    .route({
      method: 'GET',
      path: '/products/{productid}/incoming',
      summary: 'What is on order and in transit of a product, what is expected first before',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid }))
    .output(z.array(IncomingUnits)),
  sales: route
    .route({
      method: 'GET',
      path: '/products/{productid}/sales',
      summary: 'The latest sales with a product, newest first',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid }))
    .output(z.array(ProductSale)),
}
