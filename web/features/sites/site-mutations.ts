import { useQueryClient } from '@tanstack/react-query'
import { Site, type SiteInput } from '../../../contract/sites.ts'
import { refreshSession } from '../../auth/session.ts'
import { api, client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'

type Save = { input: SiteInput; request_id: string; opened?: Pick<Site, 'siteid' | 'version'> }

/** Adds a site, or updates the opened one, and returns its id. `request_id` is the idempotency key of an addition. */
export const useSaveSite = () =>
  useSave(async ({ input, request_id, opened }: Save) => {
    if (!opened) return (await client.sites.create({ ...input, request_id })).siteid
    const { siteid, version } = opened
    await client.sites.update({ ...input, siteid, opened: { version } }).catch(acceptIfAlreadySaved(Site, input))
    return siteid
  }, useInvalidateSites())

export const useRemoveSite = () =>
  useSave(({ siteid }: Pick<Site, 'siteid'>) => client.sites.remove({ siteid }), useInvalidateSites())

/** Shown with the names of sites. */
const WITH_SITES = [
  api.dashboard,
  api.products,
  api.employees,
  api.sales,
  api.reports,
  api.stock,
  api.stockReports,
  api.cashUps,
  api.changes,
]

/** Most screens show site names, and a first site completes a step of the sign-up. Only the list is waited for. */
function useInvalidateSites() {
  const queries = useQueryClient()
  return () => {
    void refreshSession()
    for (const noun of WITH_SITES) void queries.invalidateQueries({ queryKey: noun.key() })
    return queries.invalidateQueries({ queryKey: api.sites.key() })
  }
}
