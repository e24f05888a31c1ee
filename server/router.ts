import { open } from './base.ts'
import { dashboard } from './dashboard/procedures.ts'
import { employees } from './employees/procedures.ts'
import { live } from './live/procedures.ts'
import { products } from './products/procedures.ts'
import { sales } from './sales/procedures.ts'
import { session } from './session/procedures.ts'
import { rpc_create_business, signup } from './signup/procedures.ts'
import { sites } from './sites/procedures.ts'
import { tills } from './tills/procedures.ts'

/** Every call of the contract, answered. */
export const router = open.router({
  session,
  signup,
  rpc_create_business,
  dashboard,
  sales,
  products,
  employees,
  sites,
  tills,
  live,
})
