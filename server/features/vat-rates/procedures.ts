import { inBusiness } from '../../rpc/procedure.ts'
import { listStandardRates, removeStandardRate, saveStandardRate } from './queries.ts'

const list = inBusiness.vatRates.list.handler(({ context }) => listStandardRates(context.scope))

const save = inBusiness.vatRates.save.handler(async ({ input, context }) => {
  await saveStandardRate(context.scope, input)
})

const remove = inBusiness.vatRates.remove.handler(async ({ input, context, errors }) => {
  if (!(await removeStandardRate(context.scope, input.first_day))) throw errors.NOT_FOUND()
})

export const vatRates = { list, save, remove }
