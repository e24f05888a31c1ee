import { violates } from '../../../db/errors.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import { moveOwner, setPrimarySiteDuringSignup } from '../signup/queries.ts'
import { deleteSite, insertSite, listSiteOptions, listSites, updateSite } from './queries.ts'

const list = inBusiness.sites.list.handler(({ input, context }) => listSites(context.scope, input))

const options = inBusiness.sites.options.handler(({ context }) => listSiteOptions(context.scope))

const create = inBusiness.sites.create.handler(async ({ input, context, errors }) => {
  const made = await insertSite(context.scope, input)
  if (!made) throw errors.ALREADY_USED()
  const { scopes, person, afterCommit } = context
  if (await setPrimarySiteDuringSignup(context.scope, made.siteid))
    afterCommit(
      async () => void (await scopes.asTenant(person.user_id, (scope) => moveOwner(scope, person.user_id, made.siteid))),
    )
  return made
})

const update = inBusiness.sites.update.handler(async ({ input: { siteid, opened, ...site }, context, errors }) => {
  const outcome = await updateSite(context.scope, { siteid, site, opened })
  if (outcome === 'gone') throw errors.NOT_FOUND()
  if (outcome !== 'saved') throw errors.VERSION_CONFLICT({ data: outcome })
})

const remove = inBusiness.sites.remove.handler(async ({ input, context, errors }) => {
  const isDeleted = await deleteSite(context.scope, input.siteid).catch((error) => {
    throw violates(error, 'foreign key') ? errors.IN_USE() : error
  })
  if (!isDeleted) throw errors.NOT_FOUND()
})

export const sites = { list, options, create, update, remove }
