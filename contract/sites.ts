import { oc } from '@orpc/contract'
import { z } from 'zod'
import { SitesSearch } from './search/sites.ts'
import { dataErrors, keyReused, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { Id, OpenedVersion, RequestId, requiredText } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

export const SiteInput = z.strictObject({
  sitename: requiredText('Site name is required.'),
  location: requiredText('Location is required.', 300),
})
export type SiteInput = z.infer<typeof SiteInput>

export const Site = SiteInput.extend({
  siteid: Id,
  employees: z.number().int(),
  /** Counts edits by people. */
  version: z.number().int(),
})
export type Site = z.infer<typeof Site>

/** A site in a select field. */
export const SiteOption = Site.pick({ siteid: true, sitename: true })
export type SiteOption = z.infer<typeof SiteOption>

/** What a site sold today, and whether its tills send sales. */
export const SiteActivity = z.object({
  siteid: Id,
  /** Of the day of the business, in rand. */
  revenue: z.number(),
  orders: z.number().int(),
  last_sale: z.date().nullable(),
  /** Keys that are not revoked. */
  tills: z.number().int(),
  silent_tills: z.number().int(),
  /** Those of the employees of the site that stand for a till, and are no people. */
  till_employees: z.number().int(),
  /**
   * 'none' without a till, 'unused' when none has sent anything, 'silent' with a silent till, 'online' when one was used in the last 24
   * hours, 'idle' otherwise: a till that is not used on most days.
   */
  till_state: z.enum(['none', 'unused', 'silent', 'online', 'idle']),
  /** When a till was last used; for 'silent', the one that is silent for longest. Null for 'none' and 'unused'. */
  last_used_at: z.date().nullable(),
})
export type SiteActivity = z.infer<typeof SiteActivity>

const route = oc.errors(dataErrors)
const siteid = z.strictObject({ siteid: Id })

export const sites = {
  list: route
    .route({ method: 'GET', path: '/sites', summary: 'A page of sites', tags: ['Sites'] })
    .input(SitesSearch)
    .output(createPageSchema(Site)),
  options: route
    .route({ method: 'GET', path: '/sites/options', summary: 'All sites by name, for a select field', tags: ['Sites'] })
    .output(z.array(SiteOption)),
  activity: route
    .route({ method: 'GET', path: '/sites/activity', summary: 'The sales of today and the tills of all sites', tags: ['Sites'] })
    .output(z.array(SiteActivity)),
  create: route
    .route({
      path: '/sites',
      successStatus: 201,
      summary: 'Add a site',
      description: 'A retry with the same request_id and values returns the site of the first request.',
      tags: ['Sites'],
    })
    .input(SiteInput.extend({ request_id: RequestId.optional() }))
    .output(siteid)
    .errors({ ALREADY_USED: keyReused('A site') }),
  update: route
    .route({ method: 'PUT', path: '/sites/{siteid}', summary: 'Change a site', tags: ['Sites'] })
    .input(SiteInput.extend({ siteid: z.coerce.number().pipe(Id), opened: OpenedVersion }))
    .output(z.void())
    .errors({ NOT_FOUND, VERSION_CONFLICT: versionConflict('site', Site) }),
  remove: route
    .route({ method: 'DELETE', path: '/sites/{siteid}', summary: 'Delete a site', tags: ['Sites'] })
    .input(z.strictObject({ siteid: z.coerce.number().pipe(Id) }))
    .output(z.void())
    .errors({ NOT_FOUND, IN_USE: { status: 409, message: 'Cannot delete this site because it has related records.' } }),
}
