import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { type SalesImportPreview, SalesImportSearch, salesImportErrors } from '../../../../contract/sales-imports.ts'
import { type Access, createRoutes, readQuery } from '../../../http/http-routes.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'
import { createLimiter } from '../../../shared/limiter.ts'
import { createPreview } from './create-preview.ts'
import { findNames } from './queries.ts'
import { spoolUpload } from './spool-upload.ts'

/** Reading a file takes a whole core for seconds. */
const readLimiter = createLimiter({ concurrency: 1, maxQueued: 10 })

/** The call of an import that carries a file. procedures.ts has the others. */
export function salesImportRoutes(access: Access) {
  const preview = createRoutes(access)(async (c, { within }) => {
    const search = readQuery(c, SalesImportSearch)
    // Before the file is written to the disk: may the caller import?
    await within(findNames)
    try {
      const file = await spoolUpload(c.req.raw.body, c.req.header('content-encoding'))
      try {
        return c.json((await readLimiter(() => createPreview(within, file.source, search))) satisfies SalesImportPreview)
      } finally {
        await file.remove()
      }
    } catch (error) {
      if (!(error instanceof InvalidFile)) throw error
      throw new ORPCError('FILE_REFUSED', { ...salesImportErrors.FILE_REFUSED, message: error.message })
    }
  })
  return new Hono<{ Variables: { log: Logger } }>().post('/', preview)
}
