import { OpenAPIHandler } from '@orpc/openapi/fetch'
import { ORPCError, ValidationError } from '@orpc/server'
import { RPCHandler } from '@orpc/server/fetch'
import { ResponseHeadersPlugin } from '@orpc/server/plugins'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { Store } from '../../db/open-store.ts'
import { createTenantScopes, isOverloaded, isUnreachable } from '../../db/tenant-scope.ts'
import { createAuth } from '../auth/auth.ts'
import { createAuthRateLimit } from '../auth/auth-rate-limit.ts'
import { createMailer } from '../auth/mail.ts'
import type { Config } from '../config.ts'
import { employeesExport } from '../features/employees/export.ts'
import { productsExport } from '../features/products/export.ts'
import { importRoutes } from '../features/products/import/import-routes.ts'
import { pictureRoutes } from '../features/products/pictures/picture-routes.ts'
import { salesExport } from '../features/sales/export.ts'
import { createBatchQueue } from '../features/tills/batch-queue.ts'
import { createTillRateLimit } from '../features/tills/till-rate-limit.ts'
import { identify, type RequestContext } from '../rpc/procedure.ts'
import { router } from '../rpc/router.ts'
import { createLiveChannel } from '../shared/live-channel.ts'
import { createObjectStore } from '../storage/object-store.ts'
import { findClientIp } from './client-ip.ts'
import { apiError, csrfGuard, limitBodies } from './csrf.ts'
import { createExporter } from './csv-export.ts'
import { docsPage } from './docs-page.ts'
import { compressJson } from './json-compression.ts'
import { createMetrics } from './metrics.ts'
import { createOpenApiDocument } from './openapi.ts'
import { createStaticFiles } from './static-files.ts'

const SWEEP_MS = 15 * 60 * 1000

/** How soon to come back after any 503. */
const RETRY_SECONDS = 1

type Env = { Variables: { requestId: string; log: Logger; procedure?: string } }

export type App = ReturnType<typeof createApp>

type Parts = {
  store: Store
  config: Config
  log: Logger
  /** The web build. */
  webFolder: string
  /** Requests of one till key in ten seconds, for those who want fewer. */
  tillRequests?: number
}

/** The whole server but for its socket. `close` ends what would hold it open. */
export function createApp({ store, config, log, webFolder, tillRequests }: Parts) {
  const scopes = createTenantScopes(store.pool)
  const auth = createAuth(store.authPool, config, createMailer(config, log), log)
  const authRateLimit = createAuthRateLimit(store.authPool)
  const live = createLiveChannel(store.listenConfig, log)
  const tillRateLimit = createTillRateLimit(tillRequests)
  const batchQueue = createBatchQueue(scopes, live)
  const files = createObjectStore(config)
  const exporter = createExporter({ auth, scopes })
  const metrics = createMetrics()
  const web = createStaticFiles(webFolder)
  const document = createOpenApiDocument(config.publicUrl)
  let isStopping = false

  void live.start()
  const sweeping = setInterval(() => {
    Promise.all([authRateLimit.sweep(), auth.sweep()]).catch((error) =>
      log.warn({ err: error }, 'expired sessions were not removed'),
    )
  }, SWEEP_MS)
  sweeping.unref()

  // Made anew for each: a handler adds its plugins to the lists it is given.
  const handling = () => ({
    plugins: [new ResponseHeadersPlugin<RequestContext>()],
    clientInterceptors: [
      async <T>({ next, context, path }: { next(): Promise<T>; context: RequestContext; path: readonly string[] }) => {
        context.called(path.join('.'))
        try {
          return await next()
        } catch (error) {
          throw translated(error, context.log)
        }
      },
    ],
  })
  const rpc = new RPCHandler(router, handling())
  const rest = new OpenAPIHandler(router, handling())

  const contextOf = (c: Context<Env>): RequestContext => ({
    headers: c.req.raw.headers,
    clientIp: findClientIp(c, config.trustedProxies),
    scopes,
    auth,
    authRateLimit,
    live,
    tillRateLimit,
    batchQueue,
    files,
    log: c.var.log,
    identify: (who) => identify(c, who),
    called: (procedure) => c.set('procedure', procedure),
  })
  const answer = async (c: Context<Env>, handler: typeof rpc | typeof rest, prefix: `/${string}`) => {
    // Either would reach a procedure as a call without input, past the guard of those that write.
    if (['HEAD', 'OPTIONS'].includes(c.req.raw.method))
      return c.json(apiError('METHOD_NOT_ALLOWED', 405, 'This call takes neither HEAD nor OPTIONS.'), 405)
    const { matched, response } = await handler.handle(c.req.raw, { prefix, context: contextOf(c) })
    return matched ? compressJson(c, response) : noSuchCall(c)
  }

  const app = new Hono<Env>()

  app.use(async (c, next) => {
    const started = performance.now()
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('log', log.child({ request: requestId }))
    await next()
    const headers = c.res.headers
    headers.set('x-request-id', requestId)
    headers.set('x-content-type-options', 'nosniff')
    headers.set('referrer-policy', 'no-referrer')
    headers.set('x-frame-options', 'DENY')
    headers.set('cross-origin-opener-policy', 'same-origin')
    headers.set('cross-origin-resource-policy', 'same-origin')
    headers.set('permissions-policy', 'camera=(), geolocation=(), microphone=()')
    if (!headers.has('content-security-policy'))
      headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    if (config.publicUrl.startsWith('https:')) headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
    const { path } = c.req
    if (!path.startsWith('/api/')) return
    if (headers.get('content-type')?.startsWith('text/event-stream')) headers.set('cache-control', 'no-store, no-transform')
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
    // A proxy that gathers an answer before it passes it on would hold a stream back.
    if (headers.get('cache-control')?.includes('no-transform')) headers.set('x-accel-buffering', 'no')
    if (c.res.status === 503) headers.set('retry-after', String(RETRY_SECONDS))
    const ms = performance.now() - started
    metrics.request(routeOf(c), c.res.status, ms)
    c.var.log.info({ method: c.req.method, path, status: c.res.status, ms: Math.round(ms * 10) / 10 }, 'answered')
  })

  app.get('/healthz', (c) => c.json({ status: 'up' }))
  app.get('/readyz', async (c) => {
    const isReady = !isStopping && (await store.isReady())
    return c.json({ status: isReady ? 'ready' : 'not ready' }, isReady ? 200 : 503)
  })

  app.use('/api/*', compress())
  app.use('/api/*', csrfGuard(config.publicUrl))
  app.use('/api/*', limitBodies())

  app.get('/api/v1/openapi.json', async (c) => c.json(await document))
  app.get('/api/docs', (c) => docsPage(c, undefined).then((page) => page ?? noSuchCall(c)))
  app.get('/api/docs/:file', async (c) => (await docsPage(c, c.req.param('file'))) ?? noSuchCall(c))

  // Under its own name the procedure takes the specification's plain body as well as the browser's envelope.
  app.post('/api/rpc/rpc_create_business', async (c, next) => {
    const body: unknown = await c.req.raw
      .clone()
      .json()
      .catch(() => null)
    return body !== null && typeof body === 'object' && 'p_name' in body ? answer(c, rest, '/api') : next()
  })
  app.get('/api/v1/sales.csv', exporter(salesExport))
  app.get('/api/v1/products.csv', exporter(productsExport))
  app.get('/api/v1/employees.csv', exporter(employeesExport))
  app.route('/api/v1/products/imports', importRoutes({ auth, scopes }))
  app.route('/api/v1/products/:productid{\\d+}/picture', pictureRoutes({ auth, scopes, files }))
  app.all('/api/rpc/*', (c) => answer(c, rpc, '/api/rpc'))
  app.all('/api/functions/*', (c) => answer(c, rest, '/api'))
  app.all('/api/v1/*', (c) => answer(c, rest, '/api/v1'))
  app.all('/api/*', noSuchCall)

  app.get('*', async (c) => {
    const file = await web.file(c)
    if (file) return file
    return c.req.path.startsWith('/assets/') ? c.text('Not found', 404) : web.index(c)
  })
  app.notFound((c) => c.text('Not found', 404))
  app.onError((error, c) => {
    const refusal = translated(error, c.var.log)
    return refusal instanceof ORPCError
      ? c.newResponse(JSON.stringify(refusal.toJSON()), refusal.status as never, { 'content-type': 'application/json' })
      : c.json(apiError('INTERNAL_SERVER_ERROR', 500, 'Internal server error'), 500)
  })

  return {
    fetch: app.fetch,
    metrics,
    /** From now on /readyz says no, so that nobody sends new work. */
    setStopping() {
      isStopping = true
    },
    async close() {
      clearInterval(sweeping)
      await live.close()
    },
  }
}

const noSuchCall = (c: Context) => c.json(apiError('NOT_FOUND', 404, 'There is no such call.'), 404)

/** The procedure or route that answered, and 'other' for all else: a name of ours, however many paths callers think of. */
function routeOf(c: Context<Env>) {
  const route = routePath(c)
  return c.var.procedure ?? (route.endsWith('*') ? 'other' : route)
}

/** What oRPC and PostgreSQL throw, as answers of the contract; what nobody foresaw is logged. */
function translated(error: unknown, log: Logger) {
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST' && error.cause instanceof ValidationError) {
    const fields = error.cause.issues.map(({ path, message }) => ({ field: fieldName(path), reason: message }))
    const [first] = fields
    const message = first ? [first.field, first.reason].filter(Boolean).join(': ') : 'The request cannot be read.'
    return new ORPCError('UNPROCESSABLE_CONTENT', { status: 422, message, data: { fields } })
  }
  if (error instanceof ORPCError && error.status < 500) return error
  if (isOverloaded(error)) {
    log.warn({ err: error }, 'a business had too much under way')
    return new ORPCError('TOO_BUSY', {
      status: 503,
      message: 'Much is being changed in your business at this moment. Please try again shortly.',
    })
  }
  log.error({ err: error instanceof ORPCError && error.cause ? error.cause : error }, 'a call failed')
  return isUnreachable(error)
    ? new ORPCError('SERVICE_UNAVAILABLE', {
        status: 503,
        message: 'The database does not answer. Please try again in a moment.',
      })
    : error
}

const fieldName = (path: readonly (PropertyKey | { key: PropertyKey })[] | undefined) =>
  (path ?? [])
    .map((part) => (typeof part === 'object' ? part.key : part))
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('')
