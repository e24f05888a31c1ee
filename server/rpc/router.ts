import { dashboard } from '../features/dashboard/procedures.ts'
import { employees } from '../features/employees/procedures.ts'
import { live } from '../features/live/procedures.ts'
import { products } from '../features/products/procedures.ts'
import { sales } from '../features/sales/procedures.ts'
import { session } from '../features/session/procedures.ts'
import { rpc_create_business, signup } from '../features/signup/procedures.ts'
import { sites } from '../features/sites/procedures.ts'
import { tills } from '../features/tills/procedures.ts'
import { open } from './procedure.ts'

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
