import { oc } from '@orpc/contract'
import { z } from 'zod'
import { price } from './products.ts'
import { RefusedSearch } from './search/refused-sales.ts'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { Flag, Id, requiredText } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

export const REFUSED_SALES_PER_PAGE = 50
/** Kept of a site while nobody has answered them. Further ones are answered 'rejected' to the till alone. */
export const MAX_REFUSED_SALES = 1000

/** The sales of a till that were answered 'rejected' and that nobody has answered. */
export const RefusedSum = z.object({
  siteid: Id,
  tillid: Id,
  sales: z.number().int(),
  /** In rand, of those whose amount could be read. */
  amount: z.number(),
  /** Those whose amount could not be read. */
  without_amount: z.number().int(),
})
export type RefusedSum = z.infer<typeof RefusedSum>

/** A sale of a till that was answered 'rejected'. */
export const RefusedSale = z.object({
  refusedid: Id,
  siteid: Id,
  sitename: z.string(),
  /** The name of the key that sent it last. */
  till: z.string(),
  /** Null when it has none that can be read. */
  reference: z.string().nullable(),
  /** In rand, as sent: its amount, or the sum of its lines; null when neither can be read. */
  amount: z.number().nullable(),
  reason: z.string(),
  /** The path of the field in the sale, as in `items[0].barcode`; '' for the whole sale. */
  field: z.string(),
  first_refused_at: z.date(),
  /** When it was sent last. */
  refused_at: z.date(),
  times_sent: z.number().int(),
  is_set_aside: z.boolean(),
})
export type RefusedSale = z.infer<typeof RefusedSale>

/** A line of a refused sale, by its place in the sale, from 0. */
export const RefusedLine = z.object({
  line: z.number().int(),
  /** The name that the till sent, its barcode, or the number of its product. */
  text: z.string(),
  barcode: z.string().nullable(),
  quantity: z.number(),
  /** Of one unit, in rand; null when the till sent none. */
  price: z.number().nullable(),
  /** The product that it names; null where there is none. */
  product: z
    .object({
      productid: Id,
      productname: z.string(),
      /** Of today, in rand: it counts where the till sent none. */
      price: z.number(),
    })
    .nullable(),
})
export type RefusedLine = z.infer<typeof RefusedLine>

export const RefusedSaleDetails = RefusedSale.extend({
  /** As the till sent it; null when it has none that can be read. */
  saledate: z.string().nullable(),
  payment_method: z.string().nullable(),
  /** Its `employeeid` is nobody's. */
  is_employee_unknown: z.boolean(),
  /** The sale that has its reference. */
  other_saleid: Id.nullable(),
  /** Null when a field is wrong, the sale is too long or its date is of the future: it cannot be stored from here. */
  lines: z.array(RefusedLine).nullable(),
})
export type RefusedSaleDetails = z.infer<typeof RefusedSaleDetails>

/** What a line is: a product of the site, or what nobody knows, which is kept under this text. */
export const LineAnswer = z.union([
  z.strictObject({ line: z.number().int().min(0), productid: Id }),
  z.strictObject({
    line: z.number().int().min(0),
    productname: requiredText('Product name is required.'),
    price: price('Price'),
  }),
])
export type LineAnswer = z.output<typeof LineAnswer>

const route = oc.errors(dataErrors)
const tags = ['Refused sales']
const refusedid = z.coerce.number().pipe(Id)

export const refusedSales = {
  list: route
    .route({
      method: 'GET',
      path: '/refused-sales',
      summary: 'A page of sales of tills that were rejected, the newest first',
      tags,
    })
    .input(RefusedSearch)
    .output(createPageSchema(RefusedSale)),
  sums: route
    .route({
      method: 'GET',
      path: '/refused-sales/sums',
      summary: 'How many sales of each till are rejected and not answered',
      tags,
    })
    .output(z.array(RefusedSum)),
  get: route
    .route({ method: 'GET', path: '/refused-sales/{refusedid}', summary: 'A rejected sale with its lines', tags })
    .input(z.strictObject({ refusedid }))
    .output(RefusedSaleDetails)
    .errors({ NOT_FOUND }),
  store: route
    .route({
      path: '/refused-sales/{refusedid}/store',
      summary: 'Store a rejected sale',
      description:
        'With what its lines are. Without lines it is tried again as it was sent, for example after its product was added. A till that sends it again is answered `duplicate`.',
      tags,
    })
    .input(
      z.strictObject({
        refusedid,
        lines: z.array(LineAnswer).max(1000).default([]),
        /** An employee that is nobody is left out: the sale counts for the till of its site. */
        leaves_out_employee: Flag.default(false),
      }),
    )
    .output(z.object({ saleid: Id }))
    .errors({ NOT_FOUND, STILL_REFUSED: { status: 409, message: 'This sale cannot be stored.' } }),
  setAside: route
    .route({
      method: 'PUT',
      path: '/refused-sales/{refusedid}/set-aside',
      summary: 'Set a rejected sale aside, or bring it back',
      tags,
    })
    .input(z.strictObject({ refusedid, is_set_aside: z.boolean() }))
    .output(z.void())
    .errors({ NOT_FOUND }),
}
