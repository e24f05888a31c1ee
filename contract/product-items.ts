import { oc } from '@orpc/contract'
import { z } from 'zod'
import { AT_SITE, BARCODE_TAKEN, FURTHER_BARCODE_TAKEN, Product, reordering } from './products.ts'
import { dataErrors, keyReused, NO_SITE, NOT_FOUND } from './shared/errors.ts'
import { Id, RequestId, requiredSite } from './shared/fields.ts'
import { FURTHER_BARCODES_MAX } from './shared/further-barcodes.ts'
import { createPageSchema } from './shared/list.ts'

// An item: one product that several sites sell. Each site has a row of it in the products.

/** The products that one call joins, or says to be different. */
export const MAX_JOINED_PRODUCTS = 100
export const SIMILAR_GROUPS_PER_PAGE = 10
/** Products of a group that are shown at once. */
export const SIMILAR_PRODUCTS_SHOWN = 20

/** A product of an item. */
export const ItemRow = Product.pick({ productid: true, siteid: true, sitename: true, stock: true, price: true }).extend({
  has_own_price: z.boolean(),
  reorder_level: z.number().nullable(),
})
export type ItemRow = z.infer<typeof ItemRow>

/** Products of different sites that may be one. */
export const SimilarProducts = z.object({
  /** What they have alike: the barcode, or the name and the price. */
  alike: z.enum(['barcode', 'name']),
  products: z.array(
    Product.pick({
      ...{ productid: true, productname: true, barcode: true, siteid: true, sitename: true, price: true, stock: true },
      ...{ category: true, supplier: true, picture: true },
    }),
  ),
})
export type SimilarProducts = z.infer<typeof SimilarProducts>

/** Products of one site whose barcodes became one when barcodes that are written in different ways did. The oldest first. */
export const SameBarcode = z.object({
  siteid: Id,
  sitename: z.string(),
  products: z.array(Product.pick({ productid: true, productname: true, barcode: true, price: true, stock: true })),
})
export type SameBarcode = z.infer<typeof SameBarcode>

const route = oc.errors(dataErrors)
const productid = z.coerce.number().pipe(Id)
const productids = z
  .array(Id)
  .min(2, 'Choose at least two products.')
  .max(MAX_JOINED_PRODUCTS, `Choose at most ${MAX_JOINED_PRODUCTS} products.`)

export const productItems = {
  item: route
    .route({
      method: 'GET',
      path: '/products/{productid}/item',
      summary: 'The sites that sell a product, with their stock and price',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid }))
    .output(z.array(ItemRow))
    .errors({ NOT_FOUND }),
  join: route
    .route({
      path: '/products/join',
      successStatus: 204,
      summary: 'Join products of different sites that are the same',
      description:
        'Changes none of their fields. Products that were joined before come along. A product whose price differs from that of the first one keeps a price of its own.',
      tags: ['Products'],
    })
    .input(z.strictObject({ productids }))
    .output(z.void())
    .errors({
      NOT_FOUND,
      TWO_AT_SITE: { status: 409, message: 'Choose one product per site.' },
    }),
  separate: route
    .route({
      path: '/products/{productid}/separate',
      successStatus: 204,
      summary: 'Separate a product from those of other sites',
      description: 'It keeps its fields, and is not suggested as the same again.',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid }))
    .output(z.void())
    .errors({ NOT_FOUND }),
  addToSite: route
    .route({
      path: '/products/{productid}/sites',
      successStatus: 201,
      summary: 'Stock a product at another site',
      description:
        'Adds a product with the same fields and no stock, and joins the two. A retry with the same request_id and values returns the product of the first request.',
      tags: ['Products'],
    })
    .input(
      z.strictObject({
        productid,
        siteid: requiredSite,
        reorder_level: reordering.reorder_level.default(null),
        order_quantity: reordering.order_quantity.default(null),
        request_id: RequestId.optional(),
      }),
    )
    .output(z.strictObject({ productid: Id }))
    .errors({ NOT_FOUND, NO_SITE, AT_SITE, BARCODE_TAKEN, FURTHER_BARCODE_TAKEN, ALREADY_USED: keyReused('A product') }),
  probablySame: route
    .route({
      method: 'GET',
      path: '/products/probably-same',
      summary: 'Products of different sites that are probably the same',
      description: 'They have the same barcode, or the same name and price, and are not joined.',
      tags: ['Products'],
    })
    .input(z.strictObject({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) }))
    .output(createPageSchema(SimilarProducts)),
  sameBarcode: route
    .route({
      method: 'GET',
      path: '/products/same-barcode',
      summary: 'Products of one site that have the same barcode, written in different ways',
      description: 'They are from before such barcodes were compared as one. Merge them, or change the barcode of one.',
      tags: ['Products'],
    })
    .input(z.strictObject({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) }))
    .output(createPageSchema(SameBarcode)),
  merge: route
    .route({
      path: '/products/{productid}/merge',
      successStatus: 204,
      summary: 'Make one product of those of a site that have the same barcode',
      description:
        'It gets the stock and the further barcodes of the others, and keeps its own name, price and barcode. The others are deleted: their sales keep them.',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid, others: z.array(Id).min(1).max(MAX_JOINED_PRODUCTS) }))
    .output(z.void())
    .errors({
      NOT_FOUND,
      OTHER_BARCODE: { status: 409, message: 'These products no longer share a barcode at one site.' },
      TOO_MANY_BARCODES: {
        status: 422,
        message: `These products have more than ${FURTHER_BARCODES_MAX} further barcodes together. Remove some of them first.`,
      },
      OUT_OF_STOCK_RANGE: { status: 422, message: 'The combined stock is out of range.' },
    }),
  keepApart: route
    .route({
      path: '/products/keep-apart',
      successStatus: 204,
      summary: 'Say that products are different, so that they are not suggested as the same again',
      tags: ['Products'],
    })
    .input(z.strictObject({ productids }))
    .output(z.void())
    .errors({ NOT_FOUND }),
}
