import { oc } from '@orpc/contract'
import { z } from 'zod'
import { SuppliersSearch } from './search/suppliers.ts'
import { Email } from './session.ts'
import { AMOUNT_MAX } from './shared/constants.ts'
import { parseDecimal, parsePrice } from './shared/decimal.ts'
import { dataErrors, keyReused, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { hasDecimals, Id, OpenedVersion, RequestId, requiredText, Text } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

/** '' means none. */
const optionalText = (max: number) => Text.trim().max(max, `Please use at most ${max} characters.`).default('')

const LEAD_TIME = 'Enter a lead time from 0 to 365 days.'

const texts = {
  /** What products name. */
  name: requiredText('Supplier name is required.', 100),
  email: z.union([Text.trim().pipe(z.literal('')), Email]).default(''),
  phone: optionalText(50),
  /** The number of the business in the books of the supplier. */
  account_number: optionalText(100),
}

const numbers = {
  /** Days from an order to its delivery; null where it is not known. */
  lead_time_days: z.number(LEAD_TIME).int(LEAD_TIME).min(0, LEAD_TIME).max(365, LEAD_TIME).nullable(),
  /** What an order is worth at least, in rand without VAT; null for none. */
  minimum_order: z
    .number('The minimum order must be an amount.')
    .min(0, 'The minimum order cannot be negative.')
    .max(AMOUNT_MAX, 'This amount is too large.')
    .refine((value) => hasDecimals(value, 2), 'An amount has at most two decimals.')
    .nullable(),
}

export const SupplierInput = z.strictObject({
  ...texts,
  lead_time_days: numbers.lead_time_days.default(null),
  minimum_order: numbers.minimum_order.default(null),
})
export type SupplierInput = z.output<typeof SupplierInput>

/** Typed text as a number, null when it is blank. Text that is no number is refused by the schema. */
const typed = <Number extends z.ZodType>(number: Number, parse: (text: string) => number | undefined) =>
  z.preprocess((text) => (typeof text !== 'string' ? text : text.trim() === '' ? null : parse(text)), number)

/** A supplier in a form: its numbers are text. */
export const SupplierForm = z.strictObject({
  ...texts,
  lead_time_days: typed(numbers.lead_time_days, parseDecimal),
  minimum_order: typed(numbers.minimum_order, parsePrice),
})

export const Supplier = z.object({
  supplierid: Id,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  account_number: z.string(),
  lead_time_days: z.number().int().nullable(),
  minimum_order: z.number().nullable(),
  /** Products that name it and are not archived. */
  products: z.number().int(),
  /** Counts edits by people. */
  version: z.number().int(),
})
export type Supplier = z.infer<typeof Supplier>

/** A supplier in a select field. */
export const SupplierOption = Supplier.pick({ supplierid: true, name: true })
export type SupplierOption = z.infer<typeof SupplierOption>

const route = oc.errors(dataErrors)
const tags = ['Suppliers']
const supplierid = z.coerce.number().pipe(Id)

/** Why a supplier with products is not deleted. */
export const describeUse = (products: number) =>
  products === 1
    ? '1 product uses this supplier. Change or merge it first.'
    : `${products} products use this supplier. Change or merge them first.`

const IN_USE = { status: 409, message: 'Cannot delete this supplier because it has related records.' } as const
/** `data` is the supplier that has the name. */
const NAME_TAKEN = { status: 409, message: 'You already have a supplier with this name.', data: SupplierOption } as const

export const suppliers = {
  list: route
    .route({ method: 'GET', path: '/suppliers', summary: 'A page of suppliers', tags })
    .input(SuppliersSearch)
    .output(createPageSchema(Supplier)),
  options: route
    .route({ method: 'GET', path: '/suppliers/options', summary: 'All suppliers by name, for a select field', tags })
    .output(z.array(SupplierOption)),
  get: route
    .route({ method: 'GET', path: '/suppliers/{supplierid}', summary: 'A supplier', tags })
    .input(z.strictObject({ supplierid }))
    .output(Supplier)
    .errors({ NOT_FOUND }),
  create: route
    .route({
      path: '/suppliers',
      successStatus: 201,
      summary: 'Add a supplier',
      description: 'A retry with the same request_id and values returns the supplier of the first request.',
      tags,
    })
    .input(SupplierInput.extend({ request_id: RequestId.optional() }))
    .output(z.strictObject({ supplierid: Id }))
    .errors({ ALREADY_USED: keyReused('A supplier'), NAME_TAKEN }),
  update: route
    .route({
      method: 'PUT',
      path: '/suppliers/{supplierid}',
      summary: 'Change a supplier',
      description: 'Another name changes the supplier of all its products.',
      tags,
    })
    .input(SupplierInput.extend({ supplierid, opened: OpenedVersion }))
    .output(z.void())
    .errors({ NOT_FOUND, NAME_TAKEN, VERSION_CONFLICT: versionConflict('supplier', Supplier) }),
  merge: route
    .route({
      path: '/suppliers/{supplierid}/merge',
      summary: 'Merge a supplier into another one',
      description:
        'Its products name the other one, which gets what only the merged one has: e-mail, phone, account number, lead time, minimum order. The merged one is deleted.',
      tags,
    })
    .input(z.strictObject({ supplierid, into: Id }))
    .output(z.void())
    .errors({
      NOT_FOUND,
      IN_USE,
      SAME_SUPPLIER: { status: 409, message: 'Choose a different supplier to merge with.' },
    }),
  remove: route
    .route({ method: 'DELETE', path: '/suppliers/{supplierid}', summary: 'Delete a supplier that no product names', tags })
    .input(z.strictObject({ supplierid }))
    .output(z.void())
    .errors({
      NOT_FOUND,
      IN_USE,
      NAMED_BY_PRODUCTS: {
        status: 409,
        message: 'Products use this supplier. Change or merge them first.',
      },
      NAMED_BY_ARCHIVED: {
        status: 409,
        message: 'Archived products use this supplier. Merge it with another one instead.',
      },
    }),
}
