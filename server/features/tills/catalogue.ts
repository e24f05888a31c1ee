import { ORPCError } from '@orpc/server'
import { NOT_FOUND } from '../../../contract/shared/errors.ts'
import { Id } from '../../../contract/shared/fields.ts'
import { EPOCH_HEADER } from '../../../contract/tills.ts'
import { createLimiter } from '../../../db/connection/limiter.ts'
import { ScopeRefused } from '../../../db/errors.ts'
import type { EnteredTill, Scope, TenantScopes } from '../../../db/tenant-scope.ts'
import type { RouteContext } from '../../http/http-routes.ts'
import { answerPicture } from '../../http/picture-answer.ts'
import { open } from '../../rpc/procedure.ts'
import { noteReading } from '../../shared/sale-readings.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { findSetup, findTillPicture, formatCursor, readTillProducts } from './catalogue-queries.ts'
import { routeErrors, toRefusal } from './till-guard.ts'
import { readTillKey } from './till-key.ts'

/** Of a business: one page of products at a time, so that a hundred tills after a restore never take the connections of its sales. */
const PAGES = { perKey: 1, maxQueued: 500, waitMs: 4_000 }

/** Runs work at the site of one till. Throws ScopeRefused when the key is unknown or revoked, and when the business is closed. */
const asTill = <T>(scopes: TenantScopes, keyHash: string, work: (scope: Scope, till: EnteredTill) => Promise<T>) =>
  scopes.asTills([keyHash], (scope, tills) => {
    const till = tills.get(keyHash)
    if (!till) throw new ScopeRefused('unknown key')
    return work(scope, till)
  })

const setup = open.tillCatalogue.setup.handler(async ({ context, errors }) => {
  const key = readTillKey(context.headers)
  if (!key) throw errors.UNAUTHORIZED()
  const found = await asTill(context.scopes, key.hash, findSetup).catch((error) => {
    throw toRefusal(error, context, errors)
  })
  context.resHeaders?.set(EPOCH_HEADER, found.epoch)
  return found
})

const createProducts = () => {
  const pages = createLimiter(PAGES)
  return open.tillCatalogue.products.handler(async ({ input, context, errors }) => {
    const key = readTillKey(context.headers)
    if (!key) throw errors.UNAUTHORIZED()
    const { scopes } = context
    const read = () =>
      asTill(scopes, key.hash, async (scope, till) => ({
        epoch: till.current_epoch,
        ...(await readTillProducts(scope, till, input)),
      }))
    const found = await pages.run(scopes.getRememberedBusiness(key.hash) ?? key.hash, read).catch((error) => {
      throw toRefusal(error, context, errors)
    })
    const { epoch, place, isUnchanged, ...page } = found
    context.resHeaders?.set(EPOCH_HEADER, epoch)
    const cursor = isUnchanged && input.cursor ? input.cursor : formatCursor(place, await scopes.asAuth(noteReading))
    return { ...page, cursor }
  })
}

export const createTillCatalogue = () => ({ setup, products: createProducts() })

/** The contract's `tillCatalogueFiles.picture` describes it. Behind till-guard.ts. */
export const createTillPictureRoute =
  ({ scopes, files }: { scopes: TenantScopes; files: ObjectStore }) =>
  async (c: RouteContext) => {
    const key = readTillKey(c.req.raw.headers)
    if (!key) throw routeErrors.UNAUTHORIZED()
    const productid = Number(c.req.param('productid'))
    const { businessid, picture } = await asTill(scopes, key.hash, async (scope, till) => ({
      businessid: till.businessid,
      picture: Id.safeParse(productid).success ? await findTillPicture(scope, till.siteid, productid) : undefined,
    })).catch((error) => {
      throw toRefusal(error, { resHeaders: { set: c.header } }, routeErrors)
    })
    if (!picture) throw new ORPCError('NOT_FOUND', NOT_FOUND)
    return answerPicture(c, files, { businessid, picture }, 'thumb')
  }
