import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { NOT_FOUND } from '../../contract/refusals.ts'
import type { Doors } from '../../db/scope.ts'
import type { Auth } from '../auth.ts'
import { type FileStore, StoreAway } from '../files/file-store.ts'
import { PictureRefused, pictureOf } from '../files/pictures.ts'
import { type PlainContext, plainRoutes, type Within } from '../plain-routes.ts'
import { discardPicture, type KeptPicture, keepPicture, readPicture } from './picture-files.ts'
import { findPicture, replacePicture } from './queries.ts'

const REFUSALS = {
  kind: { status: 415, message: 'Use a JPEG, PNG or WebP picture.' },
  pixels: { status: 422, message: 'This picture has too many pixels. Use one of at most 50 megapixels.' },
  broken: { status: 422, message: 'This picture cannot be read. Use another one.' },
} as const
const AWAY = { status: 503, message: 'The file store does not answer. Please try again in a moment.' } as const

/** A product's picture, below its own address: GET (with ?size=thumb), PUT with the file as the body, DELETE. */
export function pictureRoutes({ auth, doors, files }: { auth: Auth; doors: Doors; files: FileStore }) {
  const route = plainRoutes({ auth, doors })

  const get = route(async (c, { within }) => {
    const found = await within((scope) => findPicture(scope, productOf(c)))
    if (!found?.picture) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const { businessid, picture } = found
    const size = c.req.query('size') === 'thumb' ? 'thumb' : 'full'
    const etag = `"${picture}-${size}"`
    // Asked for by its name, it may be kept for ever; otherwise it may be another one tomorrow.
    const isNamed = c.req.query('v') === picture
    c.header('etag', etag)
    c.header('cache-control', isNamed ? 'private, max-age=31536000, immutable' : 'private, no-cache')
    if (c.req.header('if-none-match') === etag) return c.body(null, 304)
    const bytes = await readPicture(files, { businessid, picture }, size).catch(refuse(c))
    if (!bytes) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    return c.body(bytes, 200, { 'content-type': 'image/webp' })
  })

  const put = route(async (c, { within }) => {
    const found = await within((scope) => findPicture(scope, productOf(c)))
    if (!found) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const bytes = await pictureOf(new Uint8Array(await c.req.arrayBuffer())).catch(refuse(c))
    const kept = await keepPicture(files, found.businessid, bytes).catch(refuse(c))
    await replace(c, within, kept)
    return c.json({ picture: kept.picture })
  })

  const remove = route(async (c, { within }) => {
    await replace(c, within, undefined)
    return c.body(null, 204)
  })

  /** Files are written before the product names them, and removed after it no longer does: none that is named is missing. */
  async function replace(c: PlainContext, within: Within, kept: KeptPicture | undefined) {
    const replaced = await within((scope) => replacePicture(scope, productOf(c), kept?.picture ?? null)).catch((error) => {
      if (kept) discard(kept, c.var.log)
      throw error
    })
    if (!replaced && kept) discard(kept, c.var.log)
    if (!replaced) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    const { businessid, picture } = replaced
    if (picture) await discard({ businessid, picture }, c.var.log)
  }

  const discard = (kept: KeptPicture, log: Logger) =>
    discardPicture(files, kept).catch((error) =>
      log.warn({ err: error, picture: kept.picture }, 'a picture’s files stayed behind'),
    )

  return new Hono<{ Variables: { log: Logger } }>().get('/', get).put('/', put).delete('/', remove)
}

const productOf = (c: PlainContext) => Number(c.req.param('productid'))

const refuse =
  (c: PlainContext) =>
  (error: unknown): never => {
    if (error instanceof PictureRefused) throw new ORPCError('PICTURE_REFUSED', REFUSALS[error.why])
    if (!(error instanceof StoreAway)) throw error
    c.var.log.error({ err: error.cause }, 'the file store failed')
    throw new ORPCError('SERVICE_UNAVAILABLE', AWAY)
  }
