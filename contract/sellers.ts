import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { Id } from './shared/fields.ts'
import { SiteOption } from './sites.ts'

const SellerEmployee = z.object({ employeeid: Id, firstname: z.string(), lastname: z.string() })

/** A seller as tills and files name her, whom no employee was when her first sale came. */
export const UnknownSeller = z.object({
  sellerid: Id,
  /** '' for none. */
  code: z.string(),
  name: z.string(),
  /** Who it is; null while nobody has said so. */
  employee: SellerEmployee.nullable(),
  /** Of a seller without an employee: the employee who has the code now, or else the only one with the name. */
  similar: SellerEmployee.nullable(),
  sales: z.number().int(),
  /** In rand. */
  amount: z.number(),
  /** Of the sales, in the time zone of the business: 'YYYY-MM-DD'. */
  first_day: z.string(),
  last_day: z.string(),
  /** The site with most of the sales first. */
  sites: z.array(SiteOption),
})
export type UnknownSeller = z.infer<typeof UnknownSeller>

/** Of the sellers that nobody knows, and how many others were given to an employee. */
export const SellerSums = z.object({ sellers: z.number().int(), sales: z.number().int(), given: z.number().int() })
export type SellerSums = z.infer<typeof SellerSums>

export const MAX_SELLERS = 200

const route = oc.errors(dataErrors)
const tags = ['Employees']

export const sellers = {
  list: route
    .route({
      method: 'GET',
      path: '/sellers',
      summary: 'Sellers of tills that nobody knows, and to whom they were given',
      description: `At most ${MAX_SELLERS}: those that nobody knows first, with the highest amounts.`,
      tags,
    })
    .output(z.array(UnknownSeller)),
  sums: route
    .route({ method: 'GET', path: '/sellers/sums', summary: 'How many sales have a seller that nobody knows', tags })
    .output(SellerSums),
  give: route
    .route({
      method: 'PUT',
      path: '/sellers/{sellerid}/employee',
      summary: 'Say which employee a seller is, or take it back with null',
      description:
        'The sales of the seller are those of the employee in every figure, past ones too, and later ones with the same code or name. With null they count for the tills of their sites again. The sales of years move after the answer.',
      tags,
    })
    .input(
      z.strictObject({
        sellerid: z.coerce.number().pipe(Id),
        employeeid: Id.nullable(),
        /** Who the seller was when the caller read it. */
        opened: z.strictObject({ employeeid: Id.nullable() }),
      }),
    )
    .output(z.void())
    .errors({
      NOT_FOUND,
      NO_EMPLOYEE: { status: 422, message: 'There is no such employee.' },
      CHANGED_SINCE: { status: 409, message: 'Someone else matched this seller. Check the list again.' },
    }),
}
