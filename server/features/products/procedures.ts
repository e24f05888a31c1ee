import { isDataError, violates } from '../../../db/errors.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { deletePicture } from './pictures/picture-files.ts'
import { insertProduct, listProducts, productOptions, removeProduct, updateProduct } from './queries.ts'

const list = inBusiness.products.list.handler(({ input, context }) => listProducts(context.scope, input))

const options = inBusiness.products.options.handler(({ context }) => productOptions(context.scope))

const create = inBusiness.products.create.handler(async ({ input, context, errors }) => {
  const made = await insertProduct(context.scope, input).catch((error) => {
    throw toProductError(error, errors) ?? error
  })
  if (!made) throw errors.ALREADY_USED()
  return made
})

const update = inBusiness.products.update.handler(async ({ input: { productid, opened, ...product }, context, errors }) => {
  const outcome = await updateProduct(context.scope, { productid, product, opened }).catch((error) => {
    throw toProductError(error, errors) ?? (isDataError(error) ? errors.OUT_OF_STOCK_RANGE() : error)
  })
  if (outcome === 'gone') throw errors.NOT_FOUND()
  if (outcome !== 'saved') throw errors.VERSION_CONFLICT({ data: outcome })
})

const createRemove = (files: ObjectStore) =>
  inBusiness.products.remove.handler(async ({ input, context, errors }) => {
    const removed = await removeProduct(context.scope, input.productid)
    if (!removed) throw errors.NOT_FOUND()
    const { businessid, picture } = removed
    if (picture) context.afterCommit(() => deletePicture(files, { businessid, picture }))
  })

/** The constraints that a product meets, in words. */
function toProductError(error: unknown, errors: { BARCODE_TAKEN: () => Error; NO_SITE: () => Error }) {
  if (violates(error, 'product__barcode_at_site')) return errors.BARCODE_TAKEN()
  if (violates(error, 'product__site')) return errors.NO_SITE()
  return undefined
}

export const createProducts = (files: ObjectStore) => ({ list, options, create, update, remove: createRemove(files) })
