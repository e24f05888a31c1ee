import { ORPCError } from '@orpc/server'
import { NOT_FOUND } from '../../contract/shared/errors.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { type PictureSize, readPicture, type StoredPicture } from '../storage/picture-files.ts'
import type { RouteContext } from './http-routes.ts'

/** The picture of a name never changes, so an answer to a request that has the name as `v` may be cached for ever. */
export async function answerPicture(c: RouteContext, files: ObjectStore, stored: StoredPicture, size: PictureSize) {
  const etag = `"${stored.picture}-${size}"`
  const isNamed = c.req.query('v') === stored.picture
  const caching = { etag, 'cache-control': isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache' }
  if (c.req.header('if-none-match') === etag) return c.body(null, 304, caching)
  const bytes = await readPicture(files, stored, size)
  if (!bytes) throw new ORPCError('NOT_FOUND', NOT_FOUND)
  return c.body(bytes, 200, { ...caching, 'content-type': 'image/webp' })
}
