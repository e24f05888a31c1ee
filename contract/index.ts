import { account } from './account.ts'
import { businessExport, businessExportFiles } from './business-export.ts'
import { cashUpFiles, cashUps } from './cash-ups.ts'
import { dashboard } from './dashboard.ts'
import { employeeImportFiles, employeeImports } from './employee-imports.ts'
import { employeeFiles, employees } from './employees.ts'
import { live } from './live.ts'
import { productChanges } from './product-changes.ts'
import { productFiles, products } from './products.ts'
import { reportFiles, reports } from './reports.ts'
import { saleFiles, sales } from './sales.ts'
import { salesImportFiles, salesImports } from './sales-imports.ts'
import { session } from './session.ts'
import { rpc_create_business, signup } from './signup.ts'
import { sites } from './sites.ts'
import { stockReportFiles, stockReports } from './stock-reports.ts'
import { tills } from './tills.ts'
import { unknownProducts } from './unknown-products.ts'
import { vatRates } from './vat-rates.ts'

/** Every procedure. */
export const contract = {
  ...{
    session,
    signup,
    rpc_create_business,
    dashboard,
    sales,
    salesImports,
    sites,
    stockReports,
    tills,
    live,
    account,
    businessExport,
    reports,
    cashUps,
    vatRates,
  },
  employees: { ...employees, imports: employeeImports },
  products: { ...products, changes: productChanges, unknown: unknownProducts },
}

/** Calls that carry a file. Hono routes serve them, not procedures; they are here for the OpenAPI document. */
export const fileRoutes = {
  ...{
    sales: saleFiles,
    salesImports: salesImportFiles,
    products: productFiles,
    employees: { ...employeeFiles, import: employeeImportFiles },
  },
  stockReports: stockReportFiles,
  businessExport: businessExportFiles,
  reports: reportFiles,
  cashUps: cashUpFiles,
}
