import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { NOT_FOUND } from '../../../../contract/shared/errors.ts'
import { Id } from '../../../../contract/shared/fields.ts'
import { type Access, createRoutes, type InBusiness, type RouteContext } from '../../../http/http-routes.ts'
import { processImage } from '../../../storage/image-processing.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { findPicture, lockPicture, replacePicture } from '../queries.ts'
import { createPictureName, deletePicture, readPicture, type StoredPicture, storePicture } from './picture-files.ts'

/** A product's picture, below its own address: GET (with ?size=thumb), PUT with the file as the body, DELETE. */
export function pictureRoutes({ auth, scopes, files }: Access & { files: ObjectStore }) {
  const route = createRoutes({ auth, scopes })

  const get = route(async (c, { within }) => {
    const found = await within((scope) => findPicture(scope, productOf(c)))
    if (!found?.picture) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const { businessid, picture } = found
    const size = c.req.query('size') === 'thumb' ? 'thumb' : 'full'
    const etag = `"${picture}-${size}"`
    // Asked for by its name, it may be kept for ever; otherwise it may be another one tomorrow.
    const isNamed = c.req.query('v') === picture
    const kept = { etag, 'cache-control': isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache' }
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, kept)
    const bytes = await readPicture(files, { businessid, picture }, size)
    if (!bytes) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    return c.body(bytes, 200, { ...kept, 'content-type': 'image/webp' })
  })

  const put = route(async (c, { within }) => {
    const found = await within((scope) => findPicture(scope, productOf(c)))
    if (!found) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const bytes = await processImage(new Uint8Array(await c.req.arrayBuffer()))
    const kept = { businessid: found.businessid, picture: createPictureName() }
    try {
      await storePicture(files, kept, bytes)
      await replace(c, within, kept)
    } catch (error) {
      await discardUnlessNamed(c, within, kept)
      throw error
    }
    return c.json({ picture: kept.picture })
  })

  const remove = route(async (c, { within }) => {
    await replace(c, within, undefined)
    return c.body(null, 204)
  })

  /** Files are written before the product names them, and removed after it no longer does: none that is named is missing. */
  async function replace(c: RouteContext, within: InBusiness, kept: StoredPicture | undefined) {
    const replaced = await within((scope) => replacePicture(scope, productOf(c), kept?.picture ?? null))
    if (!replaced) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const { businessid, picture } = replaced
    if (picture) await discard({ businessid, picture }, c.var.log)
  }

  /** After a failure. What fails may be no more than the answer to a COMMIT: the product then names the picture all the same. */
  async function discardUnlessNamed(c: RouteContext, within: InBusiness, kept: StoredPicture) {
    const now = await within((scope) => lockPicture(scope, productOf(c))).catch((error) => {
      c.var.log.warn({ err: error, picture: kept.picture }, 'a picture’s files may have stayed behind')
      return kept
    })
    if (now?.picture !== kept.picture) await discard(kept, c.var.log)
  }

  const discard = (kept: StoredPicture, log: Logger) =>
    deletePicture(files, kept).catch((error) =>
      log.warn({ err: error, picture: kept.picture }, 'a picture’s files stayed behind'),
    )

  return new Hono<{ Variables: { log: Logger } }>().get('/', get).put('/', put).delete('/', remove)
}

/** No product has a number that is none of ours. */
function productOf(c: RouteContext) {
  const productid = Id.safeParse(Number(c.req.param('productid')))
  if (!productid.success) throw new ORPCError('NOT_FOUND', NOT_FOUND)
  return productid.data
}
