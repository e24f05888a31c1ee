import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Store } from '../db/open-store.ts'
import { createTenantScopes } from '../db/tenant-scope.ts'
import { createAuth } from './auth/auth.ts'
import { createMailer } from './auth/mail.ts'
import type { Config } from './config.ts'
import { createCatalogueWatch } from './doctor/catalogue-watch.ts'
import { startFiguresCheck } from './doctor/figures-check.ts'
import { businessExportRoute } from './features/business-export/download-route.ts'
import { createExportRunner } from './features/business-export/run-export.ts'
import { cashUpsExport } from './features/cash-ups/export.ts'
import { employeesExport } from './features/employees/export.ts'
import { employeeImportRoutes } from './features/employees/import/import-routes.ts'
import { productsExport } from './features/products/export.ts'
import { importRoutes } from './features/products/import/import-routes.ts'
import { pictureRoutes } from './features/products/pictures/picture-routes.ts'
import { reportExport } from './features/reports/export.ts'
import { salesExport } from './features/sales/export.ts'
import { salesImportRoutes } from './features/sales/import/import-routes.ts'
import { createKeptUploads, type KeptUploads } from './features/sales/import/kept-uploads.ts'
import { reorderExport, slowSellersExport, stockValueExport } from './features/stock-reports/export.ts'
import { createBatchQueue } from './features/tills/batch-queue.ts'
import { createTillGuard } from './features/tills/till-guard.ts'
import { createTillRateLimit, type TillLimits } from './features/tills/till-rate-limit.ts'
import { createApp } from './http/app.ts'
import { createExporter } from './http/csv-export.ts'
import type { Access } from './http/http-routes.ts'
import { createMetrics } from './http/metrics.ts'
import { createProxyCheck } from './http/proxy-check.ts'
import { createStaticFiles } from './http/static-files.ts'
import { createRouter } from './router.ts'
import { createImportReader, type ImportReader } from './shared/files/import-reader.ts'
import { createLiveChannel } from './shared/live-channel.ts'
import { createMailToSupport } from './shared/ticket-mails.ts'
import { createObjectStore, type ObjectStore } from './storage/object-store.ts'

const SWEEP_INTERVAL_MS = 15 * 60 * 1000
/** After a write failed for want of space, the server counts as not ready for this time. */
const DISK_FULL_MS = 10_000

type Options = {
  store: Store
  config: Config
  log: Logger
  /** The web build. */
  webFolder: string
  /** Where a test wants lower limits. */
  tillLimits?: Partial<TillLimits>
}

export type ComposedServer = ReturnType<typeof composeServer>

/** Wires the parts of the server, all but its socket. */
export function composeServer({ store, config, log, webFolder, tillLimits }: Options) {
  const scopes = createTenantScopes(store.pool)
  const sendMail = createMailer(config, log)
  const auth = createAuth(store.authPool, config, sendMail, log)
  const liveChannel = createLiveChannel(store.listenConfig, log)
  const files = createObjectStore(config)
  const proxyCheck = createProxyCheck({ ...config, log })
  const figuresCheck = startFiguresCheck({ scopes, connection: store.listenConfig, log })
  const metrics = createMetrics({
    readFiguresCheck: figuresCheck.readSummary,
    hasProxyWarning: () => proxyCheck.warning() !== undefined,
    countSilentTills: async () =>
      (await store.authPool.query<{ silent: number }>('select public.count_silent_tills() as silent')).rows[0]?.silent ?? 0,
  })
  const batchQueue = createBatchQueue(scopes, liveChannel)
  const tillRateLimit = createTillRateLimit(tillLimits)
  const exportRunner = createExportRunner({ scopes, files, log })
  const importReader = createImportReader(config)
  const keptUploads = createKeptUploads(importReader.folder)
  const router = createRouter({
    authSecret: config.authSecret,
    batchQueue,
    tillRateLimit,
    liveChannel,
    files,
    exportRunner,
    mailToSupport: createMailToSupport(sendMail, config.supportEmail, log),
  })
  const catalogueWatch = createCatalogueWatch({ pool: store.pool, log })
  // Logs what is missing, also when nothing asks whether the server is ready.
  void catalogueWatch.findProblem().catch(() => undefined)
  let isStopping = false
  let diskFullUntil = 0
  const findObstacle = async () => {
    if (isStopping) return 'stopping'
    if (!(await store.isReady())) return 'database away'
    const incomplete = await catalogueWatch.findProblem().catch(() => 'database away')
    if (incomplete) return incomplete
    return performance.now() < diskFullUntil ? 'disk full' : undefined
  }
  const onDiskFull = () => {
    diskFullUntil = performance.now() + DISK_FULL_MS
  }
  const app = createApp({
    ...config,
    log,
    metrics,
    proxyCheck,
    router,
    services: { scopes, auth, onDiskFull },
    tillGuard: createTillGuard({ ...config, scopes, batchQueue, tillRateLimit }),
    fileRoutes: createFileRoutes({ auth, scopes }, { files, importReader, keptUploads }),
    staticFiles: createStaticFiles(webFolder),
    findObstacle,
  })

  void liveChannel.start()
  importReader
    .removeLeftovers()
    .catch((error) => log.warn({ event: 'uploads_not_deleted', err: error }, 'uploads of an earlier run were not deleted'))
  const sweepExpired = () =>
    Promise.all([auth.sweep(), exportRunner.sweep()]).catch((error) =>
      log.warn({ event: 'sweep_failed', err: error }, 'expired sessions, attempts and files of businesses were not deleted'),
    )
  const sweeping = setInterval(sweepExpired, SWEEP_INTERVAL_MS).unref()

  return {
    fetch: app.fetch,
    metrics,
    /** From now on /readyz answers 503, so that a proxy sends no new requests. Ends the live streams, which would keep their connections open. */
    setStopping() {
      isStopping = true
      liveChannel.endStreams()
    },
    /** Call it when all requests are answered: they may have changes to announce. */
    async close() {
      clearInterval(sweeping)
      await exportRunner.stop()
      await keptUploads.close()
      await figuresCheck.stop()
      await liveChannel.close()
    },
  }
}

type Storage = { files: ObjectStore; importReader: ImportReader; keptUploads: KeptUploads }

/** The calls below /api/v1 that answer or take a file. */
function createFileRoutes(access: Access, { files, importReader, keptUploads }: Storage) {
  const exporter = createExporter(access)
  return new Hono<{ Variables: { log: Logger } }>()
    .get('/sales.csv', exporter(salesExport))
    .get('/reports.csv', exporter(reportExport))
    .get('/products.csv', exporter(productsExport))
    .get('/employees.csv', exporter(employeesExport))
    .get('/cash-ups.csv', exporter(cashUpsExport))
    .get('/reports/reorder.csv', exporter(reorderExport))
    .get('/reports/slow-sellers.csv', exporter(slowSellersExport))
    .get('/reports/stock-value.csv', exporter(stockValueExport))
    .route('/products/imports', importRoutes(access, importReader))
    .route('/employees/imports', employeeImportRoutes(access, importReader))
    .route('/sales/imports', salesImportRoutes(access, importReader, keptUploads))
    .route('/account/export/file', businessExportRoute({ ...access, files }))
    .route('/products/:productid{\\d+}/picture', pictureRoutes({ ...access, files }))
}
