import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { accepts } from 'hono/accepts'

const MIN_BYTES = 1024

/** Compressing more than this would block the event loop for milliseconds. */
const MAX_SYNC_BYTES = 64 * 1024

const gzipAsync = promisify(gzip)
const OPTIONS = { level: constants.Z_BEST_SPEED }

/** Compresses JSON answers in one piece: see docs/decisions/2026-11-22-json-compression.md. */
export const compressJson: MiddlewareHandler = async (c, next) => {
  await next()
  if (c.res.headers.get('content-type') !== 'application/json') return
  const { status, headers } = c.res
  const json = Buffer.from(await c.res.arrayBuffer())
  headers.append('vary', 'Accept-Encoding')
  const isCompressed = json.length >= MIN_BYTES && acceptsGzip(c)
  if (isCompressed) headers.set('content-encoding', 'gzip')
  const body = !isCompressed ? json : json.length <= MAX_SYNC_BYTES ? gzipSync(json, OPTIONS) : await gzipAsync(json, OPTIONS)
  headers.set('content-length', String(body.length))
  c.res = undefined // or Hono would merge the headers of both
  c.res = new Response(body, { status, headers })
}

export const acceptsGzip = (c: Context) =>
  accepts(c, { header: 'Accept-Encoding', supports: ['gzip', 'identity'], default: 'identity' }) === 'gzip'
