import { ORPCError } from '@orpc/server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import { toApiError } from '../rpc/errors.ts'
import { version } from '../shared/version.ts'
import { type Parts as ApiParts, createApiHandlers, refuseUnknownCall } from './api-handlers.ts'
import { createBrowserErrorRoute } from './browser-errors.ts'
import { csrfGuard, limitBodies } from './csrf.ts'
import { docsFiles, docsPage } from './docs-page.ts'
import { createFixedAnswer } from './fixed-answer.ts'
import { setHeaders } from './headers.ts'
import { compressJson } from './json-compression.ts'
import type { Metrics } from './metrics.ts'
import { createOpenApiDocument } from './openapi.ts'
import type { ProxyCheck } from './proxy-check.ts'
import { type FileEnv, logRequests, type RequestEnv } from './request-log.ts'
import type { StaticFiles } from './static-files.ts'

type Parts = ApiParts & {
  publicUrl: string
  log: Logger
  metrics: Metrics
  /** Refuses requests of tills before their body is read. */
  tillGuard: MiddlewareHandler<RequestEnv>
  /** Lets requests with a read key pass, or refuses them. */
  readKeyGuard: MiddlewareHandler<RequestEnv>
  /** Mounted below /api/v1. */
  fileRoutes: Hono<FileEnv>
  /** The pages of links in mails, outside the screens. */
  noticeRoutes: Hono
  staticFiles: StaticFiles
  proxyCheck: ProxyCheck
  readReadiness(): Promise<Readiness>
}

/** Whether the server should get requests, and in a word or two why not, or what is not as it should be. */
export type Readiness = { isReady: boolean; reason?: string; sentence?: string }

/** What tills send and read, as REST and as the browser's RPC. */
const TILL_READS = ['/api/v1/till/*', '/api/rpc/tillCatalogue/*']
const TILL_CALLS = ['/api/v1/sales', '/api/rpc/tills/push', '/api/v1/drawer-movements', '/api/rpc/drawerMovements/push']

/** Every route of the server, in the order in which they are matched. */
export function createApp(parts: Parts) {
  const app = new Hono<RequestEnv>()
  app.use(logRequests(parts))
  app.use(setHeaders(parts.publicUrl))
  addHealthRoutes(app, parts)
  app.use((c, next) => {
    parts.proxyCheck.check(c.req.header('x-forwarded-for'))
    return next()
  })
  addApiRoutes(app, parts)
  app.route('/', parts.noticeRoutes)
  addPageRoutes(app, parts.staticFiles)
  app.notFound((c) => c.text('Not found', 404))
  app.onError((error, c) => {
    const apiError = toApiError(error, { log: c.var.log, onDiskFull: parts.services.onDiskFull })
    return c.newResponse(JSON.stringify(apiError), apiError.status as never, { 'content-type': 'application/json' })
  })
  return app
}

/** `version` shows which servers have been upgraded. */
function addHealthRoutes(app: Hono<RequestEnv>, { readReadiness, proxyCheck }: Parts) {
  app.get('/healthz', (c) => c.json({ status: 'up' }))
  app.get('/readyz', async (c) => {
    const { isReady, reason, sentence } = await readReadiness()
    if (!isReady) return c.json({ status: 'not ready', reason: sentence ?? reason, version }, 503)
    const warning = [sentence, proxyCheck.warning()].filter(Boolean).join(' ') || undefined
    return c.json({ status: 'ready', warning, version })
  })
}

function addApiRoutes(app: Hono<RequestEnv>, parts: Parts) {
  const { rpc, rest } = createApiHandlers(parts)
  const openApiDocument = createFixedAnswer('application/json', 'no-store', async () =>
    Buffer.from(JSON.stringify(await createOpenApiDocument(parts.publicUrl))),
  )

  app.get('/api/v1/openapi.json', openApiDocument)
  app.get('/api/docs', docsPage)
  for (const [name, answer] of Object.entries(docsFiles)) app.get(`/api/docs/${name}`, answer)

  app.use('/api/*', compressJson)
  app.use('/api/*', parts.readKeyGuard)
  app.use('/api/*', csrfGuard(parts.publicUrl))
  for (const path of TILL_CALLS) app.post(path, parts.tillGuard)
  for (const path of TILL_READS) app.use(path, parts.tillGuard)
  app.use('/api/*', limitBodies())

  // A call would ignore it: 'DELETE /account/sessions?id=7' would end all of them.
  app.delete('/api/v1/*', (c, next) => {
    if (new URL(c.req.url).search === '') return next()
    throw new ORPCError('UNPROCESSABLE_CONTENT', { message: 'A DELETE takes no parameters after its path.' })
  })

  // Under the specification's own name the procedure takes the plain body as well as the browser's envelope.
  app.post('/api/rpc/rpc_create_business', async (c, next) => {
    const body: unknown = await c.req.raw
      .clone()
      .json()
      .catch(() => null)
    return body !== null && typeof body === 'object' && 'p_name' in body ? rest(c, '/api') : next()
  })
  app.post('/api/browser-errors', createBrowserErrorRoute(parts.trustedProxies))
  app.route('/api/v1', parts.fileRoutes)
  app.all('/api/rpc/*', (c) => rpc(c, '/api/rpc'))
  app.all('/api/functions/*', (c) => rest(c, '/api'))
  app.all('/api/v1/*', (c) => rest(c, '/api/v1'))
  app.all('/api/*', refuseUnknownCall)
}

function addPageRoutes(app: Hono<RequestEnv>, staticFiles: StaticFiles) {
  app.get('*', async (c) => {
    const file = await staticFiles.file(c)
    if (file) return file
    return c.req.path.startsWith('/assets/') ? c.text('Not found', 404) : staticFiles.page(c)
  })
}
