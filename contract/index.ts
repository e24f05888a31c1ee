import { dashboard } from './dashboard.ts'
import { employees } from './employees.ts'
import { live } from './live.ts'
import { products } from './products.ts'
import { sales } from './sales.ts'
import { session } from './session.ts'
import { rpc_create_business, signup } from './signup.ts'
import { sites } from './sites.ts'
import { tills } from './tills.ts'

/** The map of all calls. */
export const contract = { session, signup, rpc_create_business, dashboard, sales, products, employees, sites, tills, live }
