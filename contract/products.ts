import { oc } from '@orpc/contract'
import { z } from 'zod'
import { FilterIds } from './search/filters.ts'
import { ProductsSearch } from './search/products.ts'
import { AMOUNT_MAX, STANDARD_VAT_PERCENT, STOCK_MAX } from './shared/constants.ts'
import { parseDecimal, parsePrice, roundDecimal } from './shared/decimal.ts'
import { dataErrors, EXPORT_RUNNING, keyReused, NO_SITE, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { CsvFile, Flag, hasDecimals, Id, OpenedVersion, RequestId, requiredSite, requiredText, Text } from './shared/fields.ts'
import { createFurtherBarcodes, FurtherBarcodes, UnitsPerScan } from './shared/further-barcodes.ts'
import { ChosenIds, createPageSchema, createWalkSchema, WalkInput } from './shared/list.ts'
import { undoErrors } from './shared/undo-errors.ts'
import { VatRate } from './shared/vat-rate.ts'

/** '' means none. */
const optionalText = (max: number) => Text.trim().max(max, `Please use at most ${max} characters.`).default('')

export const price = (name: string) =>
  z
    .number(`${name} is required.`)
    .min(0, `${name} cannot be negative.`)
    .max(AMOUNT_MAX, 'This price is too large.')
    .refine((value) => hasDecimals(value, 4), 'A price has at most four decimals.')
    // A program that computes 26.84 as 26.840000000000003 means 26.84.
    .overwrite((value) => roundDecimal(value, 4))

/** Negative when more was sold than was counted. */
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
const numbers = { price: price('Price'), purchaseprice: price('Purchase price'), stock }

/** A number of units, or null for none. */
const optionalUnits = (name: string) =>
  z
    .number(`${name} must be a number.`)
    .min(0, `${name} cannot be negative.`)
    .max(STOCK_MAX, `This ${name.toLowerCase()} is too large.`)
    .refine((value) => hasDecimals(value, 3), `${name} has at most three decimals.`)
    .nullable()

/** The stock at or below which a product is ordered again, and the pack that orders are rounded up to. */
export const reordering = {
  reorder_level: optionalUnits('Reorder level'),
  order_quantity: optionalUnits('Order quantity'),
}

/** A product as the dialog saves it; prices in rand. */
export const ProductInput = z.strictObject({
  ...texts,
  ...numbers,
  further_barcodes: FurtherBarcodes.default([]),
  /** A purchase price of 0 is not known, unless the product is free. */
  is_free: Flag.default(false),
  vat_rate: VatRate.default(STANDARD_VAT_PERCENT),
  reorder_level: reordering.reorder_level.default(null),
  order_quantity: reordering.order_quantity.default(null),
})
export type ProductInput = z.output<typeof ProductInput>

/** The fields of a change. A client that does not know VAT, reordering and further barcodes leaves them as they are. */
const ProductEdit = ProductInput.extend({
  further_barcodes: FurtherBarcodes.optional(),
  is_free: Flag.optional(),
  vat_rate: VatRate.optional(),
  reorder_level: reordering.reorder_level.optional(),
  order_quantity: reordering.order_quantity.optional(),
  /** Whether a change of the price at another site leaves this one as it is. */
  has_own_price: Flag.optional(),
})
export type ProductEdit = z.output<typeof ProductEdit>

/** A number, or text that is parsed as one; any other text counts as missing. */
const typed = <Number extends z.ZodType>(number: Number, parse: (text: string) => number | null | undefined) =>
  z.preprocess((value) => (typeof value === 'string' ? parse(value) : value), number)

/** Null for blank text. */
export const parseOptionalDecimal = (text: string) => (text.trim() === '' ? null : parseDecimal(text))

/** A product in a form or a file: its numbers may be text. */
export const ProductForm = z.strictObject({
  ...texts,
  price: typed(numbers.price, parsePrice),
  purchaseprice: typed(numbers.purchaseprice, parsePrice),
  stock: typed(numbers.stock, parseDecimal),
  further_barcodes: createFurtherBarcodes(typed(UnitsPerScan, parseDecimal)),
  is_free: Flag.default(false),
  vat_rate: VatRate,
  reorder_level: typed(reordering.reorder_level, parseOptionalDecimal),
  order_quantity: typed(reordering.order_quantity, parseOptionalDecimal),
})

/** Why a user changed the stock. */
export const StockNote = optionalText(200)

export const Product = z.object({
  productid: Id,
  siteid: Id,
  sitename: z.string(),
  productname: z.string(),
  barcode: z.string(),
  /** Other barcodes that mean the product, each with the units of one scan: 24 of a carton. */
  further_barcodes: z.array(z.object({ barcode: z.string(), units: z.number().int() })),
  category: z.string(),
  supplier: z.string(),
  description: z.string(),
  price: z.number(),
  /** 0 is not known, unless `is_free`. */
  purchaseprice: z.number(),
  is_free: z.boolean(),
  stock: z.number(),
  /** The rate of today. Sales keep the rate that they were made with. */
  vat_rate: VatRate,
  reorder_level: z.number().nullable(),
  order_quantity: z.number().nullable(),
  /** Counts edits by people, not sales. */
  version: z.number().int(),
  /** The picture's name, new for every picture; null without one. */
  picture: z.string().nullable(),
  /** Only of a product that was joined with those of other sites. */
  has_own_price: z.boolean().optional(),
})
export type Product = z.infer<typeof Product>

/** What the rows of an item have together. */
export const ItemSums = z.object({
  sites: z.number().int(),
  stock: z.number(),
  /** The lowest and the highest price. */
  lowest_price: z.number(),
  highest_price: z.number(),
})

/** A row of the list. With `per=item` it is the first product of an item, with what all of its rows have together. */
export const ListedProduct = Product.extend({ item: ItemSums.optional() })
export type ListedProduct = z.infer<typeof ListedProduct>

/** A page of the list. `barcode` finds exactly that one, as a scanner does; '' and no barcode mean every product. */
export const ProductsList = ProductsSearch.extend({ barcode: texts.barcode })
export type ProductsList = z.output<typeof ProductsList>

/** All filtered rows in the list's order, or only the selected ones of these. */
export const ProductsExport = ProductsSearch.omit({ page: true, per_page: true }).extend({ ids: ChosenIds.optional() })
export type ProductsExport = z.output<typeof ProductsExport>

export const BARCODE_TAKEN = {
  status: 409,
  message: 'Another product at this site already has this barcode.',
} as const

/** A barcode and a further barcode, or two further ones. The message of the answer names the product. */
export const FURTHER_BARCODE_TAKEN = {
  status: 409,
  message: 'Another product at this site already has one of these barcodes.',
  data: z.object({ barcode: z.string() }).optional(),
} as const

/** Where a second row of an item would be at a site. */
/** The product is joined with those of sites that the person does not have. */
export const OF_OTHER_SITES = {
  status: 409,
  message:
    'This product is also sold at other sites. Only the owner or an admin can change its details, apart from price and stock.',
} as const

export const AT_SITE = { status: 409, message: 'This site has this product already.' } as const

const route = oc.errors(dataErrors)
const productid = z.coerce.number().pipe(Id)

export const products = {
  list: route
    .route({ method: 'GET', path: '/products', summary: 'A page of products', tags: ['Products'] })
    .input(ProductsList)
    .output(createPageSchema(ListedProduct)),
  all: route
    .route({
      method: 'GET',
      path: '/products/all',
      summary: 'All products with their stock, by their ids, for programs',
      tags: ['Products'],
    })
    .input(WalkInput)
    .output(createWalkSchema(Product)),
  get: route
    .route({ method: 'GET', path: '/products/{productid}', summary: 'A product', tags: ['Products'] })
    .input(z.strictObject({ productid }))
    .output(Product)
    .errors({ NOT_FOUND }),
  names: route
    .route({
      method: 'GET',
      path: '/products/names',
      summary: 'The names of products, of deleted ones too',
      description: 'Without those that the business does not have.',
      tags: ['Products'],
    })
    .input(z.strictObject({ products: FilterIds }))
    .output(z.array(Product.pick({ productid: true, productname: true }))),
  options: route
    .route({
      method: 'GET',
      path: '/products/options',
      summary: 'The categories and suppliers in use, by name, and the VAT rates of today',
      tags: ['Products'],
    })
    .output(z.object({ categories: z.array(z.string()), suppliers: z.array(z.string()), vat_rates: z.array(VatRate) })),
  create: route
    .route({
      path: '/products',
      successStatus: 201,
      summary: 'Add a product',
      description:
        'A retry with the same request_id and values returns the product of the first request. A product with the barcode and the name of one at another site is joined with it.',
      tags: ['Products'],
    })
    .input(ProductInput.extend({ request_id: RequestId.optional() }))
    .output(z.strictObject({ productid: Id }))
    .errors({ NO_SITE, BARCODE_TAKEN, FURTHER_BARCODE_TAKEN, ALREADY_USED: keyReused('A product') }),
  update: route
    .route({
      method: 'PUT',
      path: '/products/{productid}',
      summary: 'Change a product',
      description:
        'Adds the difference between `stock` and `opened.stock` to the stock, so sales in between count. Without `vat_rate`, `reorder_level`, `order_quantity` or `further_barcodes` the product keeps them. A product that several sites sell has a row at each: name, barcodes, category, supplier, description, purchase price, VAT and price are changed at all of them where they change here, the price not where `has_own_price` is true.',
      tags: ['Products'],
    })
    .input(ProductEdit.extend({ productid, opened: OpenedVersion.extend({ stock }), stock_note: StockNote }))
    .output(z.void())
    .errors({
      NOT_FOUND,
      NO_SITE,
      BARCODE_TAKEN,
      FURTHER_BARCODE_TAKEN,
      AT_SITE,
      OF_OTHER_SITES,
      VERSION_CONFLICT: versionConflict('product', Product),
      OUT_OF_STOCK_RANGE: { status: 422, message: 'This stock is out of range after recent sales.' },
    }),
  undo: route
    .route({
      path: '/products/{productid}/undo',
      summary: 'Take one change of a product back',
      description:
        'Writes what the product had before, as an edit. Refused unless the product still has all values of that change.',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid, changeid: Id }))
    .output(z.void())
    .errors({ NOT_FOUND, NO_SITE, BARCODE_TAKEN, FURTHER_BARCODE_TAKEN, AT_SITE, ...undoErrors }),
  remove: route
    .route({
      method: 'DELETE',
      path: '/products/{productid}',
      summary: 'Delete a product',
      description: 'A product that was sold stays on its sales and disappears from the lists.',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid }))
    .output(z.void())
    .errors({ NOT_FOUND }),
}

export const productFiles = {
  export: route
    .route({ method: 'GET', path: '/products.csv', summary: 'All filtered products as CSV', tags: ['Products'] })
    .input(ProductsExport)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING }),
}
