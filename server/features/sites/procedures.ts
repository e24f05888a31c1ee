import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import { requireSaved } from '../../shared/optimistic-locking.ts'
import { setOwnerSite, setPrimarySiteDuringSignup } from '../../shared/primary-site.ts'
import { listActivity } from './activity.ts'
import { insertSite, listSiteOptions, listSites, removeSite, updateSite } from './queries.ts'

const CONSTRAINT_ERRORS = { 'foreign key': 'IN_USE' } as const

const list = inBusiness.sites.list.handler(({ input, context }) => listSites(context.scope, input))

const options = inBusiness.sites.options.handler(({ context }) => listSiteOptions(context.scope))

const activity = inBusiness.sites.activity.handler(({ context }) => listActivity(context.scope))

const create = inBusiness.sites.create.handler(async ({ input, context, errors }) => {
  const { scope, scopes, person, afterCommit } = context
  const { siteid } = await insertSite(scope, input).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (await setPrimarySiteDuringSignup(scope, siteid))
    afterCommit(async () => void (await scopes.asTenant(person.user_id, (scope) => setOwnerSite(scope, person.user_id, siteid))))
  return { siteid }
})

const update = inBusiness.sites.update.handler(async ({ input: { siteid, opened, ...site }, context, errors }) => {
  requireSaved(await updateSite(context.scope, { siteid, site, opened }), errors)
})

const remove = inBusiness.sites.remove.handler(async ({ input, context, errors }) => {
  const isRemoved = await removeSite(context.scope, input.siteid).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (!isRemoved) throw errors.NOT_FOUND()
})

export const sites = { list, options, activity, create, update, remove }
