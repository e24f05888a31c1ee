import { ORPCError } from '@orpc/server'
import type { FileSource } from '../shared/files/file-source.ts'
import type { ImportReader } from '../shared/files/import-reader.ts'
import { InvalidFile } from '../shared/files/invalid-file.ts'
import { findBodyRule } from './body-limits.ts'
import type { RouteContext } from './http-routes.ts'

/** Reads the file of a request. A reading ends when the client goes away: the screen reads a file again after each choice. */
export async function receiveImport<T>(
  c: RouteContext,
  { receive }: ImportReader,
  businessid: string,
  read: (source: FileSource) => Promise<T>,
): Promise<T> {
  const { body, signal } = c.req.raw
  const { max, tooLarge } = findBodyRule(c.req.path)
  const encoding = c.req.header('content-encoding')
  try {
    return await receive({ businessid, body, encoding, signal, maxBytes: max, tooLarge }, read)
  } catch (error) {
    if (signal.aborted) throw new ORPCError('CLIENT_CLOSED_REQUEST', { status: 499, message: 'The client went away.' })
    if (!(error instanceof InvalidFile)) throw error
    throw new ORPCError('FILE_REFUSED', { status: 422, message: error.message })
  }
}
