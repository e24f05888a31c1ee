import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Logger } from 'pino'
import { toApiError } from '../rpc/errors.ts'
import { type Parts as ApiParts, createApiHandlers, refuseUnknownCall } from './api-handlers.ts'
import { csrfGuard, limitBodies } from './csrf.ts'
import { docsFile, docsPage } from './docs-page.ts'
import { setHeaders } from './headers.ts'
import { compressJson } from './json-compression.ts'
import type { Metrics } from './metrics.ts'
import { createOpenApiDocument } from './openapi.ts'
import { logRequests, type RequestEnv } from './request-log.ts'
import type { StaticFiles } from './static-files.ts'

type Parts = ApiParts & {
  publicUrl: string
  log: Logger
  metrics: Metrics
  /** Mounted below /api/v1. */
  fileRoutes: Hono<{ Variables: { log: Logger } }>
  staticFiles: StaticFiles
  isReady(): Promise<boolean>
}

/** Every route of the server, in the order in which they are matched. */
export function createApp(parts: Parts) {
  const app = new Hono<RequestEnv>()
  app.use(logRequests(parts))
  app.use(setHeaders(parts.publicUrl))
  addHealthRoutes(app, parts.isReady)
  addApiRoutes(app, parts)
  addPageRoutes(app, parts.staticFiles)
  app.notFound((c) => c.text('Not found', 404))
  app.onError((error, c) => {
    const apiError = toApiError(error, { log: c.var.log })
    return c.newResponse(JSON.stringify(apiError), apiError.status as never, { 'content-type': 'application/json' })
  })
  return app
}

function addHealthRoutes(app: Hono<RequestEnv>, isReady: Parts['isReady']) {
  app.get('/healthz', (c) => c.json({ status: 'up' }))
  app.get('/readyz', async (c) => ((await isReady()) ? c.json({ status: 'ready' }) : c.json({ status: 'not ready' }, 503)))
}

function addApiRoutes(app: Hono<RequestEnv>, parts: Parts) {
  const { rpc, rest } = createApiHandlers(parts)
  const document = createOpenApiDocument(parts.publicUrl)

  app.use('/api/*', compressJson)
  app.use('/api/docs/*', compress())
  app.use('/api/*', csrfGuard(parts.publicUrl))
  app.use('/api/*', limitBodies())

  app.get('/api/v1/openapi.json', async (c) => c.json(await document))
  app.get('/api/docs', (c) => docsPage(c))
  app.get('/api/docs/:file', async (c) => (await docsFile(c, c.req.param('file'))) ?? refuseUnknownCall())

  // Under the specification's own name the procedure takes the plain body as well as the browser's envelope.
  app.post('/api/rpc/rpc_create_business', async (c, next) => {
    const body: unknown = await c.req.raw
      .clone()
      .json()
      .catch(() => null)
    return body !== null && typeof body === 'object' && 'p_name' in body ? rest(c, '/api') : next()
  })
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
    return c.req.path.startsWith('/assets/') ? c.text('Not found', 404) : staticFiles.index(c)
  })
}
