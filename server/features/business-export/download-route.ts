import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import parseRange from 'range-parser'
import { businessExportErrors } from '../../../contract/business-export.ts'
import { NOT_FOUND } from '../../../contract/shared/errors.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { createFileStream } from '../../http/file-stream.ts'
import { type Access, createRoutes, type RouteContext } from '../../http/http-routes.ts'
import { isOwner } from '../../shared/is-owner.ts'
import { logEvent } from '../../shared/log-events.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { findReadyExport, type StoredExport } from './queries.ts'
import { readFile } from './stored-file.ts'

/** GET and HEAD of the file. A download that broke off goes on with Range and If-Range (RFC 9110, section 14). */
export function businessExportRoute({ files, ...access }: Access & { files: ObjectStore }) {
  const download = createRoutes(access, { entrance: 'asOwner' })(async (c, { user_id, within, requireSession }) => {
    const requireOwner = async (scope: Scope) => {
      if (!(await isOwner(scope, user_id))) throw new ORPCError('OWNER_ONLY', businessExportErrors.OWNER_ONLY)
    }
    const found = await within(async (scope) => {
      await requireOwner(scope)
      return findReadyExport(scope)
    })
    if (!found) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const etag = `"${found.exportid}"`
    const headers = {
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache, no-transform',
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${fileName(found)}"`,
    }
    const range = readRange(c, etag, found.bytes)
    if (range === 'unsatisfiable') return c.body(null, 416, { ...headers, 'content-range': `bytes */${found.bytes}` })
    const { start, end } = range ?? { start: 0, end: found.bytes - 1 }
    const ranged = range && { 'content-range': `bytes ${start}-${end}/${found.bytes}` }
    const answer = { ...headers, ...ranged, 'content-length': String(end - start + 1) }
    const status = range ? 206 : 200
    if (c.req.method !== 'GET') return c.body(null, status, answer)
    // Each range is a file that is taken away: one from the second byte on has nearly all of the business.
    await within((scope) =>
      logEvent(scope, 'export', headers['content-disposition'].split('"')[1] ?? '', { bytes: end - start + 1 }),
    )
    c.var.log.info(
      { event: 'business_export_downloaded', start, end },
      'an owner downloads the file of the business, or a range of it',
    )
    /** Fails once the session has ended, and when the person is not the owner any more. */
    async function* readParts(file: StoredExport) {
      for await (const part of readFile(files, file, start, end)) {
        await requireSession()
        await within(requireOwner)
        yield part
      }
    }
    return c.body(createFileStream(c, readParts(found)), status, answer)
  })
  return new Hono<{ Variables: { log: Logger } }>().get('/', download)
}

type Range = { start: number; end: number }

/** The range of a file of this length; undefined for the whole file: there is no header, it has several ranges, or it is of another file. */
function readRange(c: RouteContext, etag: string, length: number): Range | 'unsatisfiable' | undefined {
  const [header, condition] = [c.req.header('range'), c.req.header('if-range')]
  if (header === undefined || (condition !== undefined && condition !== etag)) return undefined
  const ranges = parseRange(length, header)
  if (ranges === -1) return 'unsatisfiable'
  return ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? undefined : ranges[0]
}

/** Only letters and digits of ASCII, which every browser and every disk takes. */
function fileName({ name, day }: { name: string; day: string }) {
  const plain = name
    .normalize('NFD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/[\s_]+/g, '-')
    .toLowerCase()
    .slice(0, 60)
  return `winkel-${plain || 'business'}-${day}.zip`
}
