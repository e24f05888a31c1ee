import { promisify } from 'node:util'
import { constants, gzip, gzipSync } from 'node:zlib'
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'

const SMALLEST = 1024

/** From here on compressing would keep everybody else waiting for milliseconds. */
const LARGE = 64 * 1024

const compressed = promisify(gzip)
const QUICK = { level: constants.Z_BEST_SPEED }

/** An answer as it is sent: JSON is whole in memory, where compressing and sending it take a fraction of what a stream does. */
export async function compressJson(c: Context, answer: Response) {
  if (answer.headers.get('content-type') !== 'application/json') return c.newResponse(answer.body, answer)
  const json = Buffer.from(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.append('vary', 'Accept-Encoding')
  const isZipped = json.length >= SMALLEST && takesGzip(c)
  if (isZipped) headers.set('content-encoding', 'gzip')
  const body = !isZipped ? json : json.length < LARGE ? gzipSync(json, QUICK) : await compressed(json, QUICK)
  headers.set('content-length', String(body.length))
  return new Response(body, { status: answer.status, headers })
}

const takesGzip = (c: Context) =>
  accepts(c, { header: 'Accept-Encoding', supports: ['gzip', 'identity'], default: 'identity' }) === 'gzip'
