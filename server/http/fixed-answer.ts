import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { acceptsGzip } from './json-compression.ts'

const gzipAsync = promisify(gzip)

/**
 * An answer that is the same for everybody. It is read and compressed once, and all requests write the same bytes: a client that
 * asks often and does not read takes no memory.
 */
export function createFixedAnswer(type: string, cacheControl: string, load: () => Promise<Buffer<ArrayBuffer>>) {
  const identity = createCache(load)
  const compressed = createCache(async () => gzipAsync(await identity()))
  return async (c: Context) => {
    const isCompressed = acceptsGzip(c)
    return c.body(await (isCompressed ? compressed() : identity()), 200, {
      'content-type': type,
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      ...(isCompressed && { 'content-encoding': 'gzip' }),
    })
  }
}

/** Calls `load` for the first caller and keeps the result; after a failure the next caller tries again. */
export function createCache<Value>(load: () => Promise<Value>) {
  let loading: Promise<Value> | undefined
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
