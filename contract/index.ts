import { account } from './account.ts'
import { accounting, accountingFiles } from './accounting.ts'
import { businessExport, businessExportFiles } from './business-export.ts'
import { cashUpFiles, cashUps } from './cash-ups.ts'
import { changeFiles, changes } from './changes.ts'
import { closing } from './closing.ts'
import { dashboard } from './dashboard.ts'
import { dashboardNotices } from './dashboard-notices.ts'
import { drawerMovements } from './drawer-movements.ts'
import { employeeImportFiles, employeeImports } from './employee-imports.ts'
import { employeeFiles, employees } from './employees.ts'
import { importFiles } from './imports.ts'
import { employeeInvitations } from './invitations.ts'
import { live } from './live.ts'
import { notices } from './notices.ts'
import { ownBusiness } from './own-business.ts'
import { ownSignIn } from './own-sign-in.ts'
import { productChanges } from './product-changes.ts'
import { productImportFiles, productImports } from './product-imports.ts'
import { productItems } from './product-items.ts'
import { pictureFiles } from './product-pictures.ts'
import { productStock } from './product-stock.ts'
import { productFiles, products } from './products.ts'
import { readKeys } from './read-keys.ts'
import { receipts } from './receipts.ts'
import { refusedSales } from './refused-sales.ts'
import { reportFiles, reports } from './reports.ts'
import { saleReportFiles, saleReports } from './sale-reports.ts'
import { saleFiles, sales } from './sales.ts'
import { salesImportFiles, salesImports } from './sales-imports.ts'
import { sellers } from './sellers.ts'
import { session } from './session.ts'
import { rpc_create_business, signup } from './signup.ts'
import { sites } from './sites.ts'
import { stockCounts } from './stock-counts.ts'
import { stockDocumentFiles, stockDocuments } from './stock-documents.ts'
import { stockReportFiles, stockReports } from './stock-reports.ts'
import { stockSettings } from './stock-settings.ts'
import { suppliers } from './suppliers.ts'
import { tickets } from './tickets.ts'
import { tillCatalogue, tillCatalogueFiles } from './till-catalogue.ts'
import { tills } from './tills.ts'
import { unknownProducts } from './unknown-products.ts'
import { vatRates } from './vat-rates.ts'
import { webhooks } from './webhooks.ts'

/** Every procedure. */
export const contract = {
  ...{
    session,
    signup,
    rpc_create_business,
    sales,
    salesImports,
    sites,
    stockReports,
    stock: { ...stockDocuments, ...stockSettings, counts: stockCounts },
    suppliers,
    tickets,
    tills,
    tillCatalogue,
    refusedSales,
    sellers,
    live,
    businessExport,
    accounting,
    reports,
    saleReports,
    cashUps,
    drawerMovements,
    changes,
    vatRates,
    webhooks,
    readKeys,
  },
  employees: { ...employees, imports: employeeImports, invitations: employeeInvitations },
  products: {
    ...products,
    ...productStock,
    ...productItems,
    imports: productImports,
    changes: productChanges,
    unknown: unknownProducts,
  },
  dashboard: { ...dashboard, ...dashboardNotices },
  account: { ...account, ...ownSignIn, ...ownBusiness, closing, notices, receipts },
}

/** Calls that carry a file. Hono routes serve them, not procedures; they are here for the OpenAPI document. */
export const fileRoutes = {
  ...{
    sales: saleFiles,
    salesImports: salesImportFiles,
    products: { ...productFiles, picture: pictureFiles, import: productImportFiles },
    employees: { ...employeeFiles, import: employeeImportFiles },
    imports: importFiles,
  },
  stock: stockDocumentFiles,
  stockReports: stockReportFiles,
  businessExport: businessExportFiles,
  accounting: accountingFiles,
  reports: reportFiles,
  saleReports: saleReportFiles,
  cashUps: cashUpFiles,
  tillCatalogue: tillCatalogueFiles,
  changes: changeFiles,
}
