import { ORPCError } from '@orpc/server'
import type { FileSource } from '../shared/files/file-source.ts'
import type { ImportReader } from '../shared/files/import-reader.ts'
import { InvalidFile } from '../shared/files/invalid-file.ts'
import type { Upload } from '../shared/files/upload-spool.ts'
import { findBodyRule } from './body-limits.ts'
import type { RouteContext } from './http-routes.ts'

/** A file as it was sent, perhaps with an earlier request. */
type SentFile = Pick<Upload, 'body' | 'encoding'>

/** Reads the file of a request. A reading ends when the client goes away: the screen reads a file again after each choice. */
export async function receiveImport<T>(
  c: RouteContext,
  { receive }: ImportReader,
  businessid: string,
  read: (source: FileSource) => Promise<T>,
  { body, encoding }: SentFile = { body: c.req.raw.body, encoding: c.req.header('content-encoding') },
): Promise<T> {
  const { signal } = c.req.raw
  const { max, tooLarge } = findBodyRule(c.req.path)
  try {
    return await receive({ businessid, body, encoding, signal, maxBytes: max, tooLarge }, read)
  } catch (error) {
    if (signal.aborted) throw new ORPCError('CLIENT_CLOSED_REQUEST', { status: 499, message: 'The client went away.' })
    if (!(error instanceof InvalidFile)) throw error
    throw new ORPCError('FILE_REFUSED', { status: 422, message: error.message })
  }
}
