import { oc } from '@orpc/contract'
import { z } from 'zod'
import { EmployeeInput } from './employees.ts'
import { BusinessDetails, ChosenPlan } from './own-business.ts'
import { TWO_STEP_PEOPLE } from './rights.ts'
import { COMPARISONS } from './search/filters.ts'
import { ProductListChoice } from './search/products.ts'
import { dataErrors, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { OpenedVersion } from './shared/fields.ts'

const { firstname, lastname } = EmployeeInput.shape

export const NameInput = z.strictObject({ firstname, lastname })
export type NameInput = z.infer<typeof NameInput>

/** Of the employee record of the signed-in person. */
export const Name = NameInput.extend({ version: z.number().int() })
export type Name = z.infer<typeof Name>

/** What the signed-in person may see and change about the own sign-in and the business. */
export const Account = z.object({
  email: z.string(),
  /** Nobody has proven the address yet, and this server asks for it: no notices, and no invitations of others, are mailed before. */
  needs_proof: z.literal(true).optional(),
  /** Null for an owner without an employee record. */
  name: Name.nullable(),
  two_step: z.object({
    is_on: z.boolean(),
    codes_left: z.number().int(),
    /** The owner requires it: it cannot be turned off. */
    is_required: z.literal(true).optional(),
  }),
  business: BusinessDetails,
  /** Null while the sign-up has not reached the plan. */
  plan: ChosenPlan.nullable(),
  /** Whether the person may change the business details and the plan. */
  is_owner: z.boolean(),
  /** Of whom two-step sign-in is required; left out for nobody. Only of owners and admins. */
  two_step_for: z.array(z.enum(TWO_STEP_PEOPLE)).optional(),
})
export type Account = z.infer<typeof Account>

const route = oc.errors(dataErrors)

export const account = {
  get: route
    .route({ method: 'GET', path: '/account', summary: 'The signed-in person, the business and its plan', tags: ['Account'] })
    .output(Account),
  rename: route
    .route({ method: 'PUT', path: '/account/name', summary: 'Change the own name', tags: ['Account'] })
    .input(NameInput.extend({ opened: OpenedVersion }))
    .output(z.void())
    .errors({ NOT_FOUND, VERSION_CONFLICT: versionConflict('name', Name) }),
  saveComparison: route
    .route({
      method: 'PUT',
      path: '/account/comparison',
      summary: 'What the caller compares figures with, on every device',
      tags: ['Account'],
    })
    .input(z.strictObject({ compare: z.enum(COMPARISONS) }))
    .output(z.void()),
  saveProductList: route
    .route({
      method: 'PUT',
      path: '/account/product-list',
      summary: 'How the caller looks at the list of products, on every device',
      tags: ['Account'],
    })
    .input(ProductListChoice)
    .output(z.void()),
}
