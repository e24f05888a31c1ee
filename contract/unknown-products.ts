import { oc } from '@orpc/contract'
import { z } from 'zod'
import { price } from './products.ts'
import { dataErrors, NO_SITE, NOT_FOUND } from './shared/errors.ts'
import { Id, requiredText, Text } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

export const UNKNOWN_PRODUCTS_PER_PAGE = 50
/** At once. */
export const MAX_ADDED_PRODUCTS = 500

/** A product that an unknown one may be. */
const SimilarProduct = z.object({ productid: Id, productname: z.string(), siteid: Id, sitename: z.string() })

/** What sales of a site name and no product is called. Amounts are in rand, of all time. */
export const UnknownProduct = z.object({
  productid: Id,
  siteid: Id,
  sitename: z.string(),
  /** '' where the sales have none. */
  barcode: z.string(),
  productname: z.string(),
  lines: z.number().int(),
  units: z.number(),
  revenue: z.number(),
  /** Of the first sale that named it. */
  price: z.number(),
  /** A product with the same barcode or name, at this site or at another one. */
  similar: SimilarProduct.nullable(),
})
export type UnknownProduct = z.infer<typeof UnknownProduct>

/** What names an unknown product: its texts at a site. */
const texts = { siteid: Id, barcode: Text.trim().max(64).default(''), productname: requiredText('Product name is required.') }

export const AddUnknownProducts = z.strictObject({
  products: z
    .array(
      z.strictObject({
        ...texts,
        price: price('Price'),
        /** A product of another site: category, supplier, description, purchase price and VAT are copied from it. */
        copy_from: Id.optional(),
      }),
    )
    .min(1)
    .max(MAX_ADDED_PRODUCTS, `Add at most ${MAX_ADDED_PRODUCTS} products at once.`),
})

const route = oc.errors(dataErrors)

export const unknownProducts = {
  list: route
    .route({
      method: 'GET',
      path: '/products/unknown',
      summary: 'What sales name and no product is called, the highest revenue first',
      tags: ['Products'],
    })
    .input(z.strictObject({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) }))
    .output(createPageSchema(UnknownProduct)),
  add: route
    .route({
      path: '/products/unknown/add',
      summary: 'Add products that sales or a file name',
      description:
        'Their earlier sales become theirs, with the purchase price and, where the VAT was assumed, the VAT rate of the product. A product that is there already is left as it is.',
      tags: ['Products'],
    })
    .input(AddUnknownProducts)
    .output(z.object({ added: z.number().int() }))
    .errors({ NO_SITE }),
  link: route
    .route({
      path: '/products/unknown/link',
      summary: 'Say which product an unknown one is',
      description: 'Its earlier and later sales become those of the product. The stock of the product stays as it is.',
      tags: ['Products'],
    })
    .input(z.strictObject({ ...texts, productid: Id }))
    .output(z.void())
    .errors({ NOT_FOUND }),
}
