import type { MiddlewareHandler } from 'hono'
import { every } from 'hono/combine'
import { secureHeaders } from 'hono/secure-headers'

/** A client may repeat a call that was answered with 503 after this time. */
const RETRY_SECONDS = 1

/** Sets the security headers of every answer and the cache headers of API answers. */
export const setHeaders = (publicUrl: string): MiddlewareHandler => every(createSecureHeaders(publicUrl), setApiHeaders)

const createSecureHeaders = (publicUrl: string) =>
  secureHeaders({
    // A page sets a policy of its own.
    overwrite: false,
    contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    xFrameOptions: 'DENY',
    // The camera scans barcodes.
    permissionsPolicy: { camera: ['self'], geolocation: [], microphone: [] },
    strictTransportSecurity: publicUrl.startsWith('https:') && 'max-age=31536000; includeSubDomains',
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })

const setApiHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  if (!c.req.path.startsWith('/api/')) return
  const { headers } = c.res
  if (headers.get('content-type')?.startsWith('text/event-stream')) headers.set('cache-control', 'no-store, no-transform')
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store')
  // Asks a proxy not to buffer a stream.
  if (headers.get('cache-control')?.includes('no-transform')) headers.set('x-accel-buffering', 'no')
  if (c.res.status === 503 && !headers.has('retry-after')) headers.set('retry-after', String(RETRY_SECONDS))
}
