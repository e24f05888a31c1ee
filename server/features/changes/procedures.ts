import { inBusiness } from '../../rpc/procedure.ts'
import { isOwner } from '../../shared/is-owner.ts'
import { findKeptMonths, listChanges, listHistory, listPeople, setKeptMonths } from './queries.ts'

const list = inBusiness.changes.list.handler(({ input, context }) => listChanges(context.scope, input))

const history = inBusiness.changes.history.handler(({ input, context }) => listHistory(context.scope, input))

const options = inBusiness.changes.options.handler(async ({ context: { scope, person } }) => ({
  people: await listPeople(scope),
  kept_months: await findKeptMonths(scope),
  is_owner: await isOwner(scope, person.user_id),
}))

const keep = inBusiness.changes.keep.handler(async ({ input, context: { scope, person, log }, errors }) => {
  if (!(await isOwner(scope, person.user_id))) throw errors.OWNER_ONLY()
  await setKeptMonths(scope, input.kept_months)
  log.info({ event: 'changes_kept', months: input.kept_months }, 'a business chose how long it keeps its log of changes')
})

export const changes = { list, history, options, keep }
