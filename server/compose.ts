import { Hono } from 'hono'
import type { Logger } from 'pino'
import { DATABASE_LOCKS } from '../db/locks.ts'
import type { Store } from '../db/open-store.ts'
import { createTenantScopes, type InBusiness } from '../db/tenant-scope.ts'
import { asksForProof } from './auth/address-proof.ts'
import { createAuth } from './auth/auth.ts'
import { countFailures, createMailer } from './auth/mail.ts'
import { BACKUPS_KEPT_DAYS } from './backup/stored-backups.ts'
import type { Config } from './config.ts'
import { createCatalogueWatch, RECHECK_MS } from './doctor/catalogue-watch.ts'
import { scheduleFiguresCheck } from './doctor/figures-check.ts'
import { scheduleErasures, scheduleMarks } from './erasure/schedule-erasures.ts'
import { accountingExport } from './features/accounting/export.ts'
import { deleteExpired } from './features/business-export/delete-expired.ts'
import { businessExportRoute } from './features/business-export/download-route.ts'
import { createExportRunner } from './features/business-export/run-export.ts'
import { cashUpsExport } from './features/cash-ups/export.ts'
import { deleteOldChanges } from './features/changes/delete-old-changes.ts'
import { changesExport } from './features/changes/export.ts'
import { employeesExport } from './features/employees/export.ts'
import { employeeImport } from './features/employees/import/employee-import.ts'
import { createEndRoutes } from './features/notices/end-page.ts'
import { scheduleNotices } from './features/notices/send-notices.ts'
import { productsExport } from './features/products/export.ts'
import { productImport } from './features/products/import/product-import.ts'
import { pictureRoutes } from './features/products/pictures/picture-routes.ts'
import { adoptUnknownLines } from './features/products/unknown/queries.ts'
import { createReadKeyGuard } from './features/read-keys/read-key-guard.ts'
import { reportExport } from './features/reports/export.ts'
import { saleReportExport } from './features/sale-reports/export.ts'
import { salesExport } from './features/sales/export.ts'
import { restartRun } from './features/sales/import/run-import.ts'
import { salesImport } from './features/sales/import/sales-import.ts'
import { moveWaitingSales } from './features/sellers/move-sales.ts'
import { documentExport } from './features/stock/export.ts'
import {
  inTransitExport,
  reorderExport,
  shrinkageExport,
  slowSellersExport,
  stockValueExport,
} from './features/stock-reports/export.ts'
import { createBatchQueue } from './features/tills/batch-queue.ts'
import { createTillPictureRoute } from './features/tills/catalogue.ts'
import { createTillGuard } from './features/tills/till-guard.ts'
import { scheduleStopMails } from './features/webhooks/mail-stops.ts'
import { createPostMessage } from './features/webhooks/post-message.ts'
import { createWebhookSender } from './features/webhooks/sender.ts'
import { deleteOldRows } from './features/webhooks/sender-queries.ts'
import { addGauges, addWebhookGauges } from './gauges.ts'
import { createApp, type Readiness } from './http/app.ts'
import { createExporter } from './http/csv-export.ts'
import type { Access } from './http/http-routes.ts'
import { createImportRoutes, createUploadRoute } from './http/import-routes.ts'
import { createMetrics } from './http/metrics.ts'
import { createProxyCheck } from './http/proxy-check.ts'
import type { FileEnv } from './http/request-log.ts'
import { createStaticFiles } from './http/static-files.ts'
import { createRouter } from './router.ts'
import { createBackgroundWork } from './shared/background-work.ts'
import { createImportReader, type ImportReader } from './shared/files/import-reader.ts'
import { createKeptUploads, type KeptUploads } from './shared/files/kept-uploads.ts'
import { createKeyRateLimit, type KeyLimits } from './shared/key-rate-limit.ts'
import { createLiveChannel } from './shared/live-channel.ts'
import { createMailToSupport } from './shared/ticket-mails.ts'
import { createObjectStore, type ObjectStore } from './storage/object-store.ts'

/** Requests of one read key in ten seconds. */
const READ_KEY_REQUESTS = 300
const SWEEP_MS = 15 * 60 * 1000
/** After a write failed for want of space, the server counts as not ready for this time. */
const DISK_FULL_MS = 10_000

type Options = {
  store: Store
  config: Config
  log: Logger
  /** The web build. */
  webFolder: string
  /** Where a test wants lower limits. */
  tillLimits?: Partial<KeyLimits>
  readKeyLimits?: Partial<KeyLimits>
  /** See `createBackgroundWork`. */
  takeOverMs?: number
}

export type ComposedServer = ReturnType<typeof composeServer>

/** Wires the parts of the server, all but its socket. */
export function composeServer({ store, config, log, webFolder, tillLimits, readKeyLimits, takeOverMs }: Options) {
  const scopes = createTenantScopes(store.pool, store.replica)
  const metrics = createMetrics()
  const sendMail = countFailures(createMailer(config, log), metrics.countMailFailure)
  const auth = createAuth(store.authPool, config, sendMail, log)
  const liveChannel = createLiveChannel(store.listenConfig, log)
  const files = createObjectStore(config)
  const proxyCheck = createProxyCheck({ ...config, log })
  const background = createBackgroundWork({ connection: store.listenConfig, log, takeOverMs })
  const figuresCheck = scheduleFiguresCheck({ scopes, background, log })
  const batchQueue = createBatchQueue(scopes, liveChannel)
  const tillRateLimit = createKeyRateLimit(tillLimits)
  const readKeyRateLimit = createKeyRateLimit({ requests: READ_KEY_REQUESTS, ...readKeyLimits })
  const exportRunner = createExportRunner({ scopes, files, background, log })
  const importReader = createImportReader(config)
  const keptUploads = createKeptUploads(importReader.folder)
  const webhookUrls = { allowsPrivate: config.webhookAllowPrivate, publicUrl: config.publicUrl }
  const backupDays = config.backups && store.owner ? BACKUPS_KEPT_DAYS : undefined
  const notices = { sendMail, publicUrl: config.publicUrl, authSecret: config.authSecret, asksForProof: asksForProof(config) }
  const router = createRouter({
    notices,
    authSecret: config.authSecret,
    batchQueue,
    liveChannel,
    files,
    background,
    exportRunner,
    backupDays,
    webhookUrls,
    signUp: config.signUp,
    mailToSupport: createMailToSupport(sendMail, config.supportEmail, log),
    metrics,
  })
  const catalogueWatch = createCatalogueWatch({ pool: store.pool, log })
  // Logs what differs, also when nothing asks whether the server is ready.
  const watchCatalogue = () => catalogueWatch.find().catch(() => undefined)
  void watchCatalogue()
  background.every(RECHECK_MS, 'comparison of the database with its migrations', watchCatalogue)
  let isStopping = false
  let diskFullUntil = 0
  const isDiskFull = () => performance.now() < diskFullUntil
  const readReadiness = async (): Promise<Readiness> => {
    if (isStopping) return { isReady: false, reason: 'stopping' }
    const away = await store.findObstacle()
    if (away) return { isReady: false, reason: away }
    const found = await catalogueWatch.find().catch(() => undefined)
    if (!found) return { isReady: false, reason: 'database away' }
    if (found.problem) return { isReady: false, reason: 'database incomplete', sentence: found.problem }
    if (isDiskFull()) return { isReady: false, reason: 'disk full' }
    return found.warning ? { isReady: true, reason: 'database differs', sentence: found.warning } : { isReady: true }
  }
  const onDiskFull = () => {
    diskFullUntil = performance.now() + DISK_FULL_MS
  }
  addGauges(metrics, {
    ...{ store, scopes, dataDir: config.dataDir, isDiskFull, readReadiness, countStreams: liveChannel.countStreams },
    readFiguresCheck: figuresCheck.readSummary,
    hasProxyWarning: () => proxyCheck.warning() !== undefined,
  })
  const app = createApp({
    ...config,
    log,
    metrics,
    proxyCheck,
    router,
    services: { scopes, auth, onDiskFull },
    tillGuard: createTillGuard({ ...config, scopes, batchQueue, tillRateLimit }),
    readKeyGuard: createReadKeyGuard({ ...config, scopes, readKeyRateLimit }),
    fileRoutes: createFileRoutes({ auth, scopes, trustedProxies: config.trustedProxies }, { files, importReader, keptUploads }),
    noticeRoutes: createEndRoutes(scopes),
    staticFiles: createStaticFiles(webFolder),
    readReadiness,
  })

  if (config.webhooks) {
    const sender = createWebhookSender({
      scopes,
      background,
      post: createPostMessage(webhookUrls),
      log,
      onAttempt: metrics.countWebhookAttempt,
    })
    addWebhookGauges(metrics, store)
    liveChannel.onWebhooks(sender.wake)
    sender.start()
    scheduleStopMails({ scopes, background, sendMail, publicUrl: config.publicUrl, log })
  }
  void liveChannel.start()
  importReader
    .removeLeftovers()
    .catch((error) => log.warn({ event: 'uploads_not_deleted', err: error }, 'uploads of an earlier run were not deleted'))
  background.everyOnOneServer(
    SWEEP_MS,
    'deletion of what is kept no longer, and of unknown products and sellers that are known now',
    DATABASE_LOCKS.sweep,
    (signal) =>
      Promise.all([
        auth.sweep(),
        deleteExpired({ scopes, files, log }),
        deleteOldChanges({ scopes, log }, { signal }),
        deleteOldRows(scopes.asAuth, signal),
        adoptUnknownLines(scopes.asAuth, signal),
        moveWaitingSales(scopes.asAuth, signal),
      ]),
  )
  scheduleNotices({ ...notices, scopes, background, log })
  scheduleErasures({ scopes, files, sendMail, backups: config, backupDays, background, log })
  scheduleMarks({ scopes, backups: config, background, log })
  background.takeOver(scopes, (work, signal) => {
    const within: InBusiness = (run) => scopes.asTenant(work.user_id, run)
    const onChange = () => liveChannel.announce(work.businessid)
    return work.kind === 'export'
      ? exportRunner.restart(work.user_id)
      : restartRun({ within, onChange, isRestart: true }, work, signal)
  })

  return {
    fetch: app.fetch,
    metrics,
    background,
    /** From now on /readyz answers 503, so that a proxy sends no new requests. */
    setStopping() {
      isStopping = true
    },
    /** Live streams would keep their connections open. */
    endStreams: liveChannel.endStreams,
    /** Call it when all requests are answered: they may have changes to announce. */
    async close() {
      await background.stop()
      await keptUploads.close()
      await liveChannel.close()
    },
  }
}

type Storage = { files: ObjectStore; importReader: ImportReader; keptUploads: KeptUploads }

/** The calls below /api/v1 that answer or take a file. */
function createFileRoutes(access: Access, { files, importReader, keptUploads }: Storage) {
  const exporter = createExporter(access)
  const importRoutes = createImportRoutes(access, { reader: importReader, keptUploads })
  return new Hono<FileEnv>()
    .get('/sales.csv', exporter('sales.export', salesExport))
    .get('/reports.csv', exporter('reports.export', reportExport))
    .get('/reports/sales.csv', exporter('saleReports.export', saleReportExport))
    .get('/reports/accounting.csv', exporter('accounting.export', accountingExport))
    .get('/products.csv', exporter('products.export', productsExport))
    .get('/employees.csv', exporter('employees.export', employeesExport))
    .get('/changes.csv', exporter('changes.export', changesExport))
    .get('/cash-ups.csv', exporter('cashUps.export', cashUpsExport))
    .get('/stock/document.csv', exporter('stock.export', documentExport))
    .get('/reports/reorder.csv', exporter('stockReports.reorder', reorderExport))
    .get('/reports/slow-sellers.csv', exporter('stockReports.slowSellers', slowSellersExport))
    .get('/reports/stock-value.csv', exporter('stockReports.stockValue', stockValueExport))
    .get('/reports/in-transit.csv', exporter('stockReports.inTransit', inTransitExport))
    .get('/reports/shrinkage.csv', exporter('stockReports.shrinkage', shrinkageExport))
    .route('/products/imports', importRoutes(productImport))
    .route('/employees/imports', importRoutes(employeeImport))
    .route('/sales/imports', importRoutes(salesImport))
    .delete('/imports/uploads/:uploadid', createUploadRoute(access, keptUploads))
    .route('/account/export/file', businessExportRoute({ ...access, files }))
    .route('/products/:productid{\\d+}/picture', pictureRoutes({ ...access, files }))
    .get('/till/products/:productid{\\d+}/picture', createTillPictureRoute({ ...access, files }))
}
