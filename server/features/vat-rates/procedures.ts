import { inBusiness } from '../../rpc/procedure.ts'
import { isOwner } from '../../shared/is-owner.ts'
import { listStandardRates } from '../../shared/vat-rates.ts'
import { removeStandardRate, saveStandardRate } from './queries.ts'

const list = inBusiness.vatRates.list.handler(({ context }) => listStandardRates(context.scope))

const save = inBusiness.vatRates.save.handler(async ({ input, context: { scope, person, log }, errors }) => {
  if (!(await isOwner(scope, person.user_id))) throw errors.OWNER_ONLY()
  await saveStandardRate(scope, input)
  log.info({ event: 'vat_rate_saved', ...input }, 'a VAT rate was saved')
})

const remove = inBusiness.vatRates.remove.handler(async ({ input, context: { scope, person, log }, errors }) => {
  if (!(await isOwner(scope, person.user_id))) throw errors.OWNER_ONLY()
  if (!(await removeStandardRate(scope, input.first_day))) throw errors.NOT_FOUND()
  log.info({ event: 'vat_rate_removed', ...input }, 'a VAT rate was removed')
})

export const vatRates = { list, save, remove }
