import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { OF_OTHER_SITES } from '../../../../contract/products.ts'
import { findKeyRights, findRights } from '../../../../contract/rights.ts'
import { NOT_FOUND } from '../../../../contract/shared/errors.ts'
import { Id } from '../../../../contract/shared/fields.ts'
import { violates } from '../../../../db/errors.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import { type Access, createRoutes, type RouteContext } from '../../../http/http-routes.ts'
import { answerPicture } from '../../../http/picture-answer.ts'
import { processImage } from '../../../storage/image-processing.ts'
import type { ObjectStore } from '../../../storage/object-store.ts'
import { createPictureName, deletePicture, type StoredPicture, storePicture } from '../../../storage/picture-files.ts'
import { findPicture, isPictureUsed, lockPicture, replacePicture } from './queries.ts'

/** GET, PUT and DELETE of a product's picture. The contract's `productFiles.picture` describes them. */
export function pictureRoutes({ files, ...access }: Access & { files: ObjectStore }) {
  const route = (call: string) => createRoutes(access, { rights: findRights(`files.products.picture.${call}`) })

  const get = createRoutes(access, {
    rights: findRights('files.products.picture.get'),
    keyRights: findKeyRights('files.products.picture.get'),
  })(async (c, { within }) => {
    const found = await within((scope) => findPicture(scope, readProductId(c)))
    if (!found?.picture) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const { businessid, picture } = found
    return answerPicture(c, files, { businessid, picture }, c.req.query('size') === 'thumb' ? 'thumb' : 'full')
  })

  const put = route('put')(async (c, { within }) => {
    const found = await within((scope) => findPicture(scope, readProductId(c)))
    if (!found) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const bytes = await processImage(new Uint8Array(await c.req.arrayBuffer()))
    const stored = { businessid: found.businessid, picture: createPictureName() }
    try {
      await storePicture(files, stored, bytes)
      await replace(c, within, stored)
    } catch (error) {
      await deleteUnlessUsed(c, within, stored)
      throw error
    }
    return c.json({ picture: stored.picture })
  })

  const remove = route('delete')(async (c, { within }) => {
    await replace(c, within, undefined)
    return c.body(null, 204)
  })

  /** Files are stored before the product gets their name, and deleted after it has another: a named file always exists. */
  async function replace(c: RouteContext, within: InBusiness, stored: StoredPicture | undefined) {
    const replaced = await within((scope) => replacePicture(scope, readProductId(c), stored?.picture ?? null)).catch((error) => {
      throw violates(error, 'product__of_other_sites') ? new ORPCError('OF_OTHER_SITES', OF_OTHER_SITES) : error
    })
    if (!replaced) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const before = new Map(replaced.flatMap(({ businessid, picture }) => (picture ? [[picture, businessid]] : [])))
    for (const [picture, businessid] of before) {
      // A product that was separated from this one has the same picture. The last one to lose it deletes the files.
      if (!(await within((scope) => isPictureUsed(scope, picture)))) await tryDelete({ businessid, picture }, c.var.log)
    }
  }

  /** After a failure. When only the answer to a COMMIT was lost, the product uses the picture all the same. */
  async function deleteUnlessUsed(c: RouteContext, within: InBusiness, stored: StoredPicture) {
    const current = await within((scope) => lockPicture(scope, readProductId(c))).catch((error) => {
      c.var.log.warn(
        { event: 'picture_files_orphaned', err: error, picture: stored.picture },
        'unused files of a picture may remain',
      )
      return stored
    })
    if (current?.picture !== stored.picture) await tryDelete(stored, c.var.log)
  }

  const tryDelete = (stored: StoredPicture, log: Logger) =>
    deletePicture(files, stored).catch((error) =>
      log.warn({ event: 'picture_files_orphaned', err: error, picture: stored.picture }, 'unused files of a picture remain'),
    )

  return new Hono<{ Variables: { log: Logger } }>().get('/', get).put('/', put).delete('/', remove)
}

function readProductId(c: RouteContext) {
  const productid = Id.safeParse(Number(c.req.param('productid')))
  if (!productid.success) throw new ORPCError('NOT_FOUND', NOT_FOUND)
  return productid.data
}
