import { describeUse } from '../../../contract/suppliers.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import { requireSaved } from '../../shared/optimistic-locking.ts'
import {
  findSupplier,
  insertSupplier,
  listSupplierOptions,
  listSuppliers,
  mergeSuppliers,
  removeSupplier,
  updateSupplier,
} from './queries.ts'

const CONSTRAINT_ERRORS = { 'foreign key': 'IN_USE' } as const

const list = inBusiness.suppliers.list.handler(({ input, context }) => listSuppliers(context.scope, input))

const options = inBusiness.suppliers.options.handler(({ context }) => listSupplierOptions(context.scope))

const get = inBusiness.suppliers.get.handler(async ({ input, context, errors }) => {
  const supplier = await findSupplier(context.scope, input.supplierid)
  if (!supplier) throw errors.NOT_FOUND()
  return supplier
})

const create = inBusiness.suppliers.create.handler(async ({ input, context, errors }) => {
  const outcome = await insertSupplier(context.scope, input).catch(
    throwConstraintError({}, { ALREADY_USED: errors.ALREADY_USED }),
  )
  if (outcome.status === 'name taken') throw errors.NAME_TAKEN({ data: outcome.by })
  return { supplierid: outcome.supplierid }
})

const update = inBusiness.suppliers.update.handler(async ({ input, context, errors }) => {
  const { supplierid, opened, ...supplier } = input
  const outcome = await updateSupplier(context.scope, { supplierid, supplier, opened })
  if (outcome.status === 'name taken') {
    const message = `You already have a supplier named ${outcome.by.name}. Merge the two, or choose another name.`
    throw errors.NAME_TAKEN({ message, data: outcome.by })
  }
  requireSaved(outcome, errors)
})

const merge = inBusiness.suppliers.merge.handler(async ({ input, context, errors }) => {
  if (input.supplierid === input.into) throw errors.SAME_SUPPLIER()
  const isMerged = await mergeSuppliers(context.scope, input).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (!isMerged) throw errors.NOT_FOUND()
})

const remove = inBusiness.suppliers.remove.handler(async ({ input, context, errors }) => {
  const outcome = await removeSupplier(context.scope, input.supplierid).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (outcome === 'not found') throw errors.NOT_FOUND()
  if (outcome === 'named by archived') throw errors.NAMED_BY_ARCHIVED()
  if (typeof outcome === 'object') throw errors.NAMED_BY_PRODUCTS({ message: describeUse(outcome.products) })
})

export const suppliers = { list, options, get, create, update, merge, remove }
