import { isDataError } from '../../../db/errors.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import { requireSaved } from '../../shared/optimistic-locking.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { deletePicture } from '../../storage/picture-files.ts'
import { changes } from './changes/procedures.ts'
import { CONSTRAINT_ERRORS } from './constraint-errors.ts'
import { imports } from './import/procedures.ts'
import { itemProcedures } from './item-procedures.ts'
import { TwoAtSite } from './items.ts'
import { isPictureUsed } from './pictures/queries.ts'
import {
  findProduct,
  findProductNames,
  insertProduct,
  listProductOptions,
  listProducts,
  removeProduct,
  updateProduct,
  walkProducts,
} from './queries.ts'
import { listSameBarcode, mergeProducts } from './same-barcode.ts'
import { findLatestSales, findStockHistory, listIncoming } from './stock-history.ts'
import { undoProductChange } from './undo.ts'
import { unknown } from './unknown/procedures.ts'

const list = inBusiness.products.list.handler(({ input, context }) => listProducts(context.scope, input))

const all = inBusiness.products.all.handler(({ input, context }) => walkProducts(context.scope, input))

const get = inBusiness.products.get.handler(async ({ input, context, errors }) => {
  const product = await findProduct(context.scope, input.productid)
  if (!product) throw errors.NOT_FOUND()
  return product
})

const names = inBusiness.products.names.handler(({ input, context }) => findProductNames(context.scope, input.products))

const options = inBusiness.products.options.handler(({ context }) => listProductOptions(context.scope))

const create = inBusiness.products.create.handler(({ input, context, errors }) =>
  insertProduct(context.scope, input).catch(throwConstraintError(CONSTRAINT_ERRORS, errors)),
)

const update = inBusiness.products.update.handler(
  async ({ input: { productid, opened, stock_note, ...product }, context, errors }) => {
    const outcome = await updateProduct(context.scope, { productid, product, opened, stock_note })
      .catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
      .catch((error) => {
        if (error instanceof TwoAtSite) throw errors.AT_SITE()
        throw isDataError(error) ? errors.OUT_OF_STOCK_RANGE() : error
      })
    requireSaved(outcome, errors)
  },
)

const undo = inBusiness.products.undo.handler(async ({ input, context, errors }) => {
  const isUndone = await undoProductChange(context.scope, input)
    .catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
    .catch((error) => {
      throw error instanceof TwoAtSite ? errors.AT_SITE() : error
    })
  if (!isUndone) throw errors.NOT_FOUND()
})

const stockHistory = inBusiness.products.stockHistory.handler(async ({ input, context, errors }) => {
  const history = await findStockHistory(context.scope, input)
  if (!history) throw errors.NOT_FOUND()
  return history
})

const sales = inBusiness.products.sales.handler(({ input, context }) => findLatestSales(context.scope, input.productid))

const incoming = inBusiness.products.incoming.handler(({ input, context }) => listIncoming(context.scope, input.productid))

const createRemove = (files: ObjectStore) =>
  inBusiness.products.remove.handler(async ({ input, context, errors }) => {
    const removed = await removeProduct(context.scope, input.productid)
    if (!removed) throw errors.NOT_FOUND()
    await deleteUnusedPicture(files, context, removed)
  })

const createMerge = (files: ObjectStore) =>
  inBusiness.products.merge.handler(async ({ input, context, errors }) => {
    const merged = await mergeProducts(context.scope, input).catch((error) => {
      throw isDataError(error) ? errors.OUT_OF_STOCK_RANGE() : error
    })
    if (merged === 'missing') throw errors.NOT_FOUND()
    if (merged === 'other barcode') throw errors.OTHER_BARCODE()
    if (merged === 'too many barcodes') throw errors.TOO_MANY_BARCODES()
    for (const removed of merged) await deleteUnusedPicture(files, context, removed)
  })

type Removed = { businessid: string; picture: string | null }

async function deleteUnusedPicture(
  files: ObjectStore,
  { scope, afterCommit }: { scope: Scope; afterCommit: (work: () => Promise<void>) => void },
  { businessid, picture }: Removed,
) {
  if (picture && !(await isPictureUsed(scope, picture))) afterCommit(() => deletePicture(files, { businessid, picture }))
}

const sameBarcode = inBusiness.products.sameBarcode.handler(({ input, context }) => listSameBarcode(context.scope, input.page))

export const createProducts = (files: ObjectStore) => ({
  ...{ list, all, get, names, options, create, update, undo, stockHistory, incoming, sales, imports, changes, unknown },
  ...itemProcedures,
  ...{ sameBarcode, merge: createMerge(files), remove: createRemove(files) },
})
