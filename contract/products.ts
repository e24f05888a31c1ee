import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { createChosenColumns, FileColumn } from './columns/file-column.ts'
import { PRODUCT_FIELDS } from './columns/import-fields.ts'
import { ProductsSearch } from './search/products.ts'
import { AMOUNT_MAX, STANDARD_VAT_PERCENT, STOCK_MAX } from './shared/constants.ts'
import { parseDecimal, parsePrice } from './shared/decimal.ts'
import { dataErrors, EXPORT_RUNNING, keyReused, LENGTH_REQUIRED, NO_SITE, NOT_FOUND, versionConflict } from './shared/errors.ts'
import {
  CsvFile,
  Flag,
  hasDecimals,
  Id,
  ImportFile,
  OpenedVersion,
  RequestId,
  requiredSite,
  requiredText,
  Text,
} from './shared/fields.ts'
import { ChosenIds, createPageSchema } from './shared/list.ts'
import { VatRate } from './shared/vat-rate.ts'

/** '' means none. */
const optionalText = (max: number) => Text.trim().max(max, `Please use at most ${max} characters.`).default('')

export const price = (name: string) =>
  z
    .number(`${name} is required.`)
    .min(0, `${name} cannot be negative.`)
    .max(AMOUNT_MAX, 'This price is too large.')
    .refine((value) => hasDecimals(value, 2), 'A price has at most two decimals.')

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
  /** A purchase price of 0 is not known, unless the product is free. */
  is_free: Flag.default(false),
  vat_rate: VatRate.default(STANDARD_VAT_PERCENT),
  reorder_level: reordering.reorder_level.default(null),
  order_quantity: reordering.order_quantity.default(null),
})
export type ProductInput = z.output<typeof ProductInput>

/** The fields of a change. A client that does not know VAT and reordering leaves them as they are. */
const ProductEdit = ProductInput.extend({
  is_free: Flag.optional(),
  vat_rate: VatRate.optional(),
  reorder_level: reordering.reorder_level.optional(),
  order_quantity: reordering.order_quantity.optional(),
})
export type ProductEdit = z.output<typeof ProductEdit>

/** A number, or text that is parsed as one; any other text counts as missing. */
const typed = <Number extends z.ZodType>(number: Number, parse: (text: string) => number | null | undefined) =>
  z.preprocess((value) => (typeof value === 'string' ? parse(value) : value), number)

/** Null for blank text. */
const parseOptionalDecimal = (text: string) => (text.trim() === '' ? null : parseDecimal(text))

/** A product in a form or a file: its numbers may be text. */
export const ProductForm = z.strictObject({
  ...texts,
  price: typed(numbers.price, parsePrice),
  purchaseprice: typed(numbers.purchaseprice, parsePrice),
  stock: typed(numbers.stock, parseDecimal),
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
})
export type Product = z.infer<typeof Product>

/** All filtered rows in the list's order, or only the selected ones of these. */
export const ProductsExport = ProductsSearch.omit({ page: true, per_page: true }).extend({ ids: ChosenIds.optional() })
export type ProductsExport = z.output<typeof ProductsExport>

/** Why a picture is rejected. Each has the code PICTURE_REFUSED, except a body that is too large to be read. */
export const pictureErrors = {
  kind: { status: 415, message: 'Use a JPEG, PNG or WebP picture.' },
  size: { status: 413, message: 'A picture is at most 5 MB.' },
  pixels: { status: 422, message: 'This picture has too many pixels. Use a JPEG of at most 50 megapixels.' },
  sides: { status: 422, message: 'A picture is at most 20,000 pixels wide and 20,000 pixels high.' },
  broken: { status: 422, message: 'This picture cannot be read. Use another one.' },
} as const

/** A change of stock. The sales of a day in a row are one entry, and so are corrections. */
export const StockEntry = z.object({
  /** The last movement of the entry; null for the opening stock of a product whose first stock was not recorded. */
  movementid: Id.nullable(),
  kind: z.enum(['opening', 'sales', 'correction', 'edit', 'import']),
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
})
export type StockEntry = z.infer<typeof StockEntry>

/** Newest first. `before` for the next page is the `next` of this one, which is null at the end. */
export const StockHistory = z.object({ entries: z.array(StockEntry), next: Id.nullable() })
export type StockHistory = z.infer<typeof StockHistory>

/** One of the latest sales with a product, with the quantity of the product. */
const ProductSale = z.object({ saleid: Id, saledate: z.date(), sitename: z.string(), quantity: z.number() })
export type ProductSale = z.infer<typeof ProductSale>

const Value = z.union([z.string(), z.number()])

/**
 * What importing a file would do. An import is two calls: the preview takes the file and writes no product, the confirmation
 * does what the preview showed.
 */
export const ImportPreview = z.object({
  importid: z.uuid(),
  /** Existing products whose stock the file would change besides other fields; 0 for a file of stock alone. */
  stock_differs: z.number().int(),
  /** The counts and lines are those of an import with `sets_stock`. */
  new: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  rejected: z.number().int(),
  /** All columns of the file. */
  columns: z.array(FileColumn),
  /** Without the unchanged lines, in the order of the file. */
  lines: z.array(
    z.object({
      /** Where the row ends in the file; the titles are line 1. */
      line: z.number().int(),
      productname: z.string(),
      outcome: z.enum(['new', 'changed', 'rejected']),
      /** For `rejected`. */
      reason: z.string().optional(),
      /** For `new`. */
      price: z.number().optional(),
      stock: z.number().optional(),
      /** For `new`: another product of the site has the same name and another barcode. */
      has_namesake: z.boolean().optional(),
      /** For `changed`. Long texts are shortened. */
      fields: z.array(z.object({ field: z.string(), before: Value, after: Value })).optional(),
    }),
  ),
})
export type ImportPreview = z.infer<typeof ImportPreview>

/** The columns of a file of which too few are recognised. The same file is sent again with the fields that a person chose. */
export const UnmatchedFile = z.object({ unmatched: z.literal(true), columns: z.array(FileColumn) })
export type UnmatchedFile = z.infer<typeof UnmatchedFile>

export const ImportProgress = z.union([
  /** The changes that are written, but not committed, and all changes. */
  z.object({ done: z.number().int(), of: z.number().int() }),
  z.object({ imported: z.object({ new: z.number().int(), changed: z.number().int() }) }),
])
export type ImportProgress = z.infer<typeof ImportProgress>

export const ImportSearch = z.strictObject({
  siteid: z.coerce.number().pipe(Id),
  /** What a person chose for the columns. It is kept for the next file with the same titles. */
  columns: createChosenColumns(PRODUCT_FIELDS).optional(),
})
export type ImportSearch = z.output<typeof ImportSearch>

export const importErrors = {
  /** Already confirmed, previewed by somebody else, or older than an hour. */
  IMPORT_GONE: { status: 404, message: 'This import has expired. Upload the file again.' },
  IMPORT_STALE: {
    status: 409,
    message: 'Products changed after this preview, so nothing was imported. Upload the file again.',
  },
  /** The first confirmation is still running. */
  IMPORT_RUNNING: { status: 409, message: 'This import is already running. Check the list to see when it is done.' },
  IMPORT_BUSY: {
    status: 503,
    message: 'Too many imports are running, so nothing was imported. Please try again in a moment.',
  },
  IMPORT_FAILED: { status: 500, message: 'The import failed, and nothing was imported.' },
  /** The connection to the database was lost during COMMIT. */
  IMPORT_UNKNOWN: {
    status: 500,
    message: 'The import may not have been saved. Check the list before you try again.',
  },
  /** The message says what is wrong with the file. */
  FILE_REFUSED: { status: 422, message: 'This file cannot be read.' },
} as const

const { FILE_REFUSED: _, ...confirmErrors } = importErrors

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
    .output(createPageSchema(Product)),
  get: route
    .route({ method: 'GET', path: '/products/{productid}', summary: 'A product', tags: ['Products'] })
    .input(z.strictObject({ productid }))
    .output(Product)
    .errors({ NOT_FOUND }),
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
      description: 'A retry with the same request_id and values returns the product of the first request.',
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
      description:
        'Adds the difference between `stock` and `opened.stock` to the stock, so sales in between count. Without `vat_rate`, `reorder_level` or `order_quantity` the product keeps them.',
      tags: ['Products'],
    })
    .input(ProductEdit.extend({ productid, opened: OpenedVersion.extend({ stock }), stock_note: StockNote }))
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
      description: 'A product that was sold stays on its sales and disappears from the lists.',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid }))
    .output(z.void())
    .errors({ NOT_FOUND }),
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
  sales: route
    .route({
      method: 'GET',
      path: '/products/{productid}/sales',
      summary: 'The latest sales with a product, newest first',
      tags: ['Products'],
    })
    .input(z.strictObject({ productid }))
    .output(z.array(ProductSale)),
  imports: {
    /** Throws one of `importErrors` in the stream when the import fails after it began; nothing is written then, unless it is IMPORT_UNKNOWN. */
    confirm: route
      .route({
        method: 'POST',
        path: '/products/imports/{importid}',
        summary: 'Do what a preview showed, in one transaction',
        description:
          'Answers with an event for each step of the import, and at last with the result. The products of `stock_differs` keep their stock unless `sets_stock` is true.',
        tags: ['Products'],
      })
      .input(z.strictObject({ importid: z.string(), sets_stock: Flag.default(false) }))
      .output(eventIterator(ImportProgress))
      .errors(confirmErrors),
  },
}

const Picture = z.union([z.file().mime('image/jpeg'), z.file().mime('image/png'), z.file().mime('image/webp')])

export const productFiles = {
  export: route
    .route({ method: 'GET', path: '/products.csv', summary: 'All filtered products as CSV', tags: ['Products'] })
    .input(ProductsExport)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING }),
  picture: {
    get: route
      .route({
        method: 'GET',
        path: '/products/{productid}/picture',
        summary: "A product's picture",
        description: 'An answer to a request with the picture’s name as `v` may be cached for ever.',
        tags: ['Products'],
      })
      .input(z.object({ productid: Id, size: z.literal('thumb').optional(), v: z.string().optional() }))
      .output(z.file().mime('image/webp'))
      .errors({ NOT_FOUND }),
    put: route
      .route({
        method: 'PUT',
        path: '/products/{productid}/picture',
        inputStructure: 'detailed',
        summary: "Replace a product's picture",
        description: 'The body is the file itself, at most 5 MB.',
        tags: ['Products'],
      })
      .input(z.object({ params: z.object({ productid: Id }), body: Picture }))
      .output(z.object({ picture: z.string() }))
      .errors({ NOT_FOUND, PICTURE_REFUSED: pictureErrors.broken }),
    remove: route
      .route({
        method: 'DELETE',
        path: '/products/{productid}/picture',
        successStatus: 204,
        summary: "Remove a product's picture",
        tags: ['Products'],
      })
      .input(z.object({ productid: Id }))
      .errors({ NOT_FOUND }),
  },
  import: {
    template: route
      .route({
        method: 'GET',
        path: '/products/imports/template.csv',
        summary: 'A CSV file with the column titles of an import',
        tags: ['Products'],
      })
      .output(CsvFile),
    preview: route
      .route({
        method: 'POST',
        path: '/products/imports',
        inputStructure: 'detailed',
        summary: 'What an import of products would do; writes no product',
        description:
          'The body is the CSV file or Excel workbook itself, at most 8 MB. Rows without a site are for the site `siteid`. Without `columns`, the titles of the file decide which column is which field, or what a person chose for an earlier file with the same titles. `columns` has a field or nothing for each column, as in `productname,,price`.',
        tags: ['Products'],
      })
      .input(z.object({ query: ImportSearch, body: ImportFile }))
      .output(z.union([ImportPreview, UnmatchedFile]))
      .errors({ NO_SITE, FILE_REFUSED: importErrors.FILE_REFUSED, LENGTH_REQUIRED }),
    rejected: route
      .route({
        method: 'POST',
        path: '/products/imports/rejected.csv',
        inputStructure: 'detailed',
        summary: 'The rows of a file that an import would reject, with the reasons, as CSV',
        description:
          'Takes what the preview takes. The file can be corrected and imported: the column of the reasons is ignored.',
        tags: ['Products'],
      })
      .input(z.object({ query: ImportSearch, body: ImportFile }))
      .output(CsvFile)
      .errors({ NO_SITE, FILE_REFUSED: importErrors.FILE_REFUSED, LENGTH_REQUIRED }),
  },
}
