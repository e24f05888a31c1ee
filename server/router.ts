import { createAccount } from './features/account/procedures.ts'
import { accounting } from './features/accounting/procedures.ts'
import { createBusinessExport } from './features/business-export/procedures.ts'
import type { ExportRunner } from './features/business-export/run-export.ts'
import { cashUps, drawerMovements } from './features/cash-ups/procedures.ts'
import { changes } from './features/changes/procedures.ts'
import { dashboard } from './features/dashboard/procedures.ts'
import { employees } from './features/employees/procedures.ts'
import { createLive } from './features/live/procedures.ts'
import { createNotices } from './features/notices/procedures.ts'
import type { NoticeParts } from './features/notices/send-notices.ts'
import { createProducts } from './features/products/procedures.ts'
import { createReadKeys } from './features/read-keys/procedures.ts'
import { reports } from './features/reports/procedures.ts'
import { saleReports } from './features/sale-reports/procedures.ts'
import { createSalesImports } from './features/sales/import/procedures.ts'
import { sales } from './features/sales/procedures.ts'
import { createSellers } from './features/sellers/procedures.ts'
import { session } from './features/session/procedures.ts'
import { createSignup, rpc_create_business } from './features/signup/procedures.ts'
import { sites } from './features/sites/procedures.ts'
import { stock } from './features/stock/procedures.ts'
import { stockReports } from './features/stock-reports/procedures.ts'
import { suppliers } from './features/suppliers/procedures.ts'
import { createTickets } from './features/tickets/procedures.ts'
import type { BatchQueue } from './features/tills/batch-queue.ts'
import { createTillCatalogue } from './features/tills/catalogue.ts'
import { createPushMovements, createRefusedSales, createTills } from './features/tills/procedures.ts'
import { vatRates } from './features/vat-rates/procedures.ts'
import { createWebhooks } from './features/webhooks/procedures.ts'
import type { UrlRules } from './features/webhooks/public-address.ts'
import type { Metrics } from './http/metrics.ts'
import { open } from './rpc/procedure.ts'
import type { BackgroundWork } from './shared/background-work.ts'
import type { LiveChannel } from './shared/live-channel.ts'
import type { MailToSupport } from './shared/ticket-mails.ts'
import type { ObjectStore } from './storage/object-store.ts'

type Parts = {
  authSecret: string
  batchQueue: BatchQueue
  liveChannel: LiveChannel
  files: ObjectStore
  background: BackgroundWork
  exportRunner: ExportRunner
  mailToSupport: MailToSupport
  backupDays: number | undefined
  notices: NoticeParts
  webhookUrls: UrlRules
  /** Whether people create accounts of their own. */
  signUp: boolean
  metrics: Pick<Metrics, 'countStoredSales' | 'countRejectedSales'>
}

function countSales(
  { push, ...tills }: ReturnType<typeof createTills>,
  { countStoredSales, countRejectedSales }: Parts['metrics'],
) {
  return {
    ...tills,
    push: push.use(async ({ next }) => {
      const result = await next()
      if (result.output.dry_run) return result
      const count = (status: string) => result.output.sales.filter((sale) => sale.status === status).length
      countStoredSales(count('created'))
      countRejectedSales(count('rejected'))
      return result
    }),
  }
}

/** The procedures of the whole contract. */
export const createRouter = ({ authSecret, batchQueue, liveChannel, files, ...parts }: Parts) =>
  open.router({
    session,
    signup: createSignup({ isOpen: parts.signUp }),
    rpc_create_business,
    dashboard,
    tickets: createTickets(parts.mailToSupport),
    sales,
    salesImports: createSalesImports({ live: liveChannel, background: parts.background }),
    products: createProducts(files),
    employees,
    sites,
    stock,
    stockReports,
    suppliers,
    tills: countSales(createTills({ authSecret, batchQueue }), parts.metrics),
    tillCatalogue: createTillCatalogue(),
    refusedSales: createRefusedSales(liveChannel),
    sellers: createSellers({ live: liveChannel, background: parts.background }),
    live: createLive(liveChannel),
    account: { ...createAccount(parts), notices: createNotices(parts.notices) },
    businessExport: createBusinessExport(parts.exportRunner),
    accounting,
    reports,
    saleReports,
    cashUps,
    drawerMovements: { ...drawerMovements, push: createPushMovements({ batchQueue }) },
    changes,
    vatRates,
    readKeys: createReadKeys(authSecret),
    webhooks: createWebhooks({ authSecret, urlRules: parts.webhookUrls }),
  })
