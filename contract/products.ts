import { oc } from '@orpc/contract'
import { z } from 'zod'
import { AMOUNT_MAX, STOCK_MAX } from './shared/constants.ts'
import { parseDecimal } from './shared/decimal.ts'
import { dataErrors, keyReused, NO_SITE, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { Flag, hasDecimals, Id, OpenedVersion, RequestId, requiredSite, requiredText, Text } from './shared/fields.ts'
import { ChosenIds, listInput, pageOf } from './shared/list.ts'

/** '' is none. */
const optionalText = (max: number) => Text.trim().max(max, `Please use at most ${max} characters.`).default('')

const price = (message: string) =>
  z
    .number(message)
    .min(0, 'A price is not negative.')
    .max(AMOUNT_MAX, 'This price is too large.')
    .refine((value) => hasDecimals(value, 2), 'A price has at most two decimals.')

/** Negative when more was sold than was known to be there. */
const stock = z
  .number('Stock is required.')
  .min(-STOCK_MAX, 'This stock is too small.')
  .max(STOCK_MAX, 'This stock is too large.')
  .refine((value) => hasDecimals(value, 3), 'Stock has at most three decimals.')

const texts = {
  siteid: requiredSite,
  productname: requiredText('Product name is required.'),
  barcode: optionalText(64),
  category: optionalText(100),
  supplier: optionalText(100),
  description: optionalText(2000),
}
const numbers = { price: price('Price is required.'), purchaseprice: price('Purchase price is required.'), stock }

/** A product as the dialog saves it; prices in rand. */
export const ProductInput = z.strictObject({ ...texts, ...numbers })
export type ProductInput = z.output<typeof ProductInput>

/** A number that may still be the text it was typed as; what is no number is missing. */
const typed = <Number extends z.ZodType>(number: Number) =>
  z.preprocess((value) => (typeof value === 'string' ? parseDecimal(value) : value), number)

/** The same while it is being filled in, in a form or a file: numbers may be text. */
export const ProductForm = z.strictObject({
  ...texts,
  price: typed(numbers.price),
  purchaseprice: typed(numbers.purchaseprice),
  stock: typed(numbers.stock),
})

export const Product = z.object({
  productid: Id,
  siteid: Id,
  sitename: z.string(),
  productname: z.string(),
  barcode: z.string(),
  category: z.string(),
  supplier: z.string(),
  description: z.string(),
  price: z.number(),
  purchaseprice: z.number(),
  stock: z.number(),
  /** Counts edits by people; sales leave it alone. */
  version: z.number().int(),
  /** Changes whenever the picture does; null when there is none. */
  picture: z.string().nullable(),
})
export type Product = z.infer<typeof Product>

export const ProductsSearch = listInput(['productname', 'barcode', 'category', 'supplier', 'price', 'stock'], {
  /** Only with less than LOW_STOCK units. */
  low: Flag.default(false),
  /** Only of this category or supplier; of all with ''. */
  category: Text.max(100).default(''),
  supplier: Text.max(100).default(''),
})
export type ProductsSearch = z.output<typeof ProductsSearch>

/** All filtered rows in the list's order, or of these only the ones chosen: what is exported. */
export const ProductsExport = ProductsSearch.omit({ page: true }).extend({ ids: ChosenIds.optional() })
export type ProductsExport = z.output<typeof ProductsExport>

const BARCODE_TAKEN = {
  status: 409,
  message: 'Another product at this site already has this barcode.',
} as const

const route = oc.errors(dataErrors)
const productid = z.coerce.number().pipe(Id)

export const products = {
  list: route
    .route({ method: 'GET', path: '/products', summary: 'A page of products', tags: ['Products'] })
    .input(ProductsSearch)
    .output(pageOf(Product)),
  options: route
    .route({
      method: 'GET',
      path: '/products/options',
      summary: 'The categories and suppliers in use, by name',
      tags: ['Products'],
    })
    .output(z.object({ categories: z.array(z.string()), suppliers: z.array(z.string()) })),
  create: route
    .route({
      path: '/products',
      successStatus: 201,
      summary: 'Add a product',
      description: 'Sent again with the same request_id and the same values, it answers with the product made the first time.',
      tags: ['Products'],
    })
    .input(ProductInput.extend({ request_id: RequestId.optional() }))
    .output(z.strictObject({ productid: Id }))
    .errors({ NO_SITE, BARCODE_TAKEN, ALREADY_USED: keyReused('A product') }),
  update: route
    .route({
      method: 'PUT',
      path: '/products/{productid}',
      summary: 'Change a product',
      description: 'Stock changes by the difference between `stock` and `opened.stock`, whatever was sold meanwhile.',
      tags: ['Products'],
    })
    // Stock is written as the difference, so that a sale made meanwhile still counts.
    .input(ProductInput.extend({ productid, opened: OpenedVersion.extend({ stock }) }))
    .output(z.void())
    .errors({
      NOT_FOUND,
      NO_SITE,
      BARCODE_TAKEN,
      VERSION_CONFLICT: versionConflict('product', Product),
      OUT_OF_STOCK_RANGE: { status: 422, message: 'This stock is out of range after recent sales.' },
    }),
  remove: route
    .route({
      method: 'DELETE',
      path: '/products/{productid}',
      summary: 'Delete a product',
      description: 'One that was sold stays on its old sales, and is in no list.',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid }))
    .output(z.void())
    .errors({ NOT_FOUND }),
}
