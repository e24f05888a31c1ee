import { oc } from '@orpc/contract'
import { z } from 'zod'
import { POSITIONS } from './employees.ts'
import { NOT_FOUND } from './shared/errors.ts'
import { Id } from './shared/fields.ts'
import { tillErrors } from './tills.ts'
import { StandardVatRate } from './vat-rates.ts'

// What a till reads with its key: the products and prices of its site, its people, and what a receipt says. No sales, stock and costs.

/** PBKDF2 with SHA-256 of the digits of a PIN, as UTF-8. Salt and hash are base64. */
export const PinVerifier = z.object({ salt: z.string(), hash: z.string(), iterations: z.number().int() })
export type PinVerifier = z.infer<typeof PinVerifier>

/** Who may sell at a till: the people of its site, and the owners and managers of all sites. */
export const TillEmployee = z.object({
  employeeid: Id,
  firstname: z.string(),
  lastname: z.string(),
  position: z.enum(POSITIONS),
  employee_code: z.string().nullable(),
  pin: PinVerifier.nullable(),
})
export type TillEmployee = z.infer<typeof TillEmployee>

export const TillSetup = z.object({
  till: z.object({ tillid: Id, name: z.string() }),
  business: z.object({
    name: z.string(),
    registration_number: z.string(),
    vat_number: z.string().nullable(),
    /** An IANA name, as in 'Africa/Johannesburg'. */
    timezone: z.string(),
    receipt_lines: z.array(z.string()),
    /** Per cent that a seller takes off without a manager's PIN. */
    discount_limit: z.number(),
  }),
  site: z.object({ siteid: Id, sitename: z.string(), location: z.string() }),
  /** Oldest first. */
  standard_vat_rates: z.array(StandardVatRate),
  /** How scales write a product and its weight or price into a barcode. */
  scale_patterns: z.array(z.string()),
  /** By name. */
  employees: z.array(TillEmployee),
  /** As in 2026-11-21T12:05:00.000Z. */
  server_time: z.iso.datetime(),
  /** As the header `Winkel-Epoch`. */
  epoch: z.string(),
})
export type TillSetup = z.infer<typeof TillSetup>

export const TillProduct = z.object({
  productid: Id,
  productname: z.string(),
  barcode: z.string(),
  /** Other barcodes that mean the product, each with the units of one scan: 24 of a carton. */
  further_barcodes: z.array(z.object({ barcode: z.string(), units: z.number().int() })),
  category: z.string(),
  /** In rand, with VAT and up to four decimals. */
  price: z.number(),
  vat_code: z.enum(['standard', 'zero', 'exempt']),
  /** The picture's name, new for every picture; null without one. */
  picture: z.string().nullable(),
})
export type TillProduct = z.infer<typeof TillProduct>

export const MAX_TILL_PRODUCTS = 5000

export const TillProductsSearch = z.strictObject({
  /** `cursor` of the answer before. */
  cursor: z
    .string()
    .regex(
      /^[\da-f]{16}-[\da-f]{16}-\d{1,16}-\d{1,20}-\d{1,20}-\d{1,16}$/,
      'Give the cursor as `cursor` of the answer before has it.',
    )
    .optional(),
  limit: z.coerce.number().int().min(1).max(MAX_TILL_PRODUCTS).default(2000),
})
export type TillProductsSearch = z.output<typeof TillProductsSearch>

export const TillProducts = z.object({
  products: z.array(TillProduct),
  /** Products that the site does not sell any more: archived, moved to another site or deleted. */
  gone: z.array(Id),
  /** Of the next call: of the next page, or of what changes from now on. */
  cursor: z.string(),
  has_more: z.boolean(),
  /** This round gives all products. What the till has and does not get in this round is gone. */
  is_full: z.boolean(),
})
export type TillProducts = z.infer<typeof TillProducts>

const route = oc.errors(tillErrors)
const tags = ['Tills']

export const tillCatalogue = {
  setup: route
    .route({
      method: 'GET',
      path: '/till/setup',
      summary: 'A till reads its business, site, VAT rates and people',
      description: 'Needs `Authorization: Bearer wk_…`.',
      tags,
    })
    .output(TillSetup),
  products: route
    .route({
      method: 'GET',
      path: '/till/products',
      summary: 'A till reads the products of its site, or what changed',
      description:
        'Needs `Authorization: Bearer wk_…`. Without a cursor, a round with all products begins. With the cursor of an answer whose `has_more` is false, a round with what changed since. A cursor of a database that was restored, or of another site, begins a round with all products again.',
      tags,
    })
    .input(TillProductsSearch)
    .output(TillProducts),
}

export const tillCatalogueFiles = {
  picture: route
    .route({
      method: 'GET',
      path: '/till/products/{productid}/picture',
      summary: 'A till reads the small picture of a product of its site',
      description:
        'Needs `Authorization: Bearer wk_…`. An answer to a request with the picture’s name as `v` may be cached for ever.',
      tags,
    })
    .input(z.object({ productid: Id, v: z.string().optional() }))
    .output(z.file().mime('image/webp'))
    .errors({ NOT_FOUND }),
}
