import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import { CONSTRAINT_ERRORS } from './constraint-errors.ts'
import { addToSite, findItem, joinProducts, keepApart, separateProduct, TwoAtSite } from './items.ts'
import { listSimilarProducts } from './similar-products.ts'

/** For `.catch` behind a write: throws the error for two products of an item at one site. */
const throwTwoAtSite = (toError: () => Error) => (error: unknown) => {
  throw error instanceof TwoAtSite ? toError() : error
}

const item = inBusiness.products.item.handler(async ({ input, context, errors }) => {
  const rows = await findItem(context.scope, input.productid)
  if (rows.length === 0) throw errors.NOT_FOUND()
  return rows
})

const join = inBusiness.products.join.handler(async ({ input, context, errors }) => {
  const isJoined = await joinProducts(context.scope, input.productids).catch(throwTwoAtSite(errors.TWO_AT_SITE))
  if (!isJoined) throw errors.NOT_FOUND()
})

const separate = inBusiness.products.separate.handler(async ({ input, context, errors }) => {
  if (!(await separateProduct(context.scope, input.productid))) throw errors.NOT_FOUND()
})

const addToSiteCall = inBusiness.products.addToSite.handler(async ({ input, context, errors }) => {
  const added = await addToSite(context.scope, input)
    .catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
    .catch(throwTwoAtSite(errors.AT_SITE))
  if (!added) throw errors.NOT_FOUND()
  return added
})

const probablySame = inBusiness.products.probablySame.handler(({ input, context }) =>
  listSimilarProducts(context.scope, input.page),
)

const keepApartCall = inBusiness.products.keepApart.handler(async ({ input, context, errors }) => {
  if (!(await keepApart(context.scope, input.productids))) throw errors.NOT_FOUND()
})

export const itemProcedures = { item, join, separate, addToSite: addToSiteCall, probablySame, keepApart: keepApartCall }
