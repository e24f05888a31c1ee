import { violates } from '../../db/scope.ts'
import { inBusiness } from '../base.ts'
import { deleteSite, insertSite, listSiteOptions, listSites, updateSite } from './queries.ts'

const list = inBusiness.sites.list.handler(({ input, context }) => listSites(context.scope, input))

const options = inBusiness.sites.options.handler(({ context }) => listSiteOptions(context.scope))

const create = inBusiness.sites.create.handler(({ input, context }) => insertSite(context.scope, input))

const update = inBusiness.sites.update.handler(async ({ input: { siteid, ...site }, context, errors }) => {
  if (!(await updateSite(context.scope, siteid, site))) throw errors.NOT_FOUND()
})

const remove = inBusiness.sites.remove.handler(async ({ input, context, errors }) => {
  const isDeleted = await deleteSite(context.scope, input.siteid).catch((error) => {
    throw violates(error, 'foreign key') ? errors.IN_USE() : error
  })
  if (!isDeleted) throw errors.NOT_FOUND()
})

export const sites = { list, options, create, update, remove }
