import { useQueryClient } from '@tanstack/react-query'
import { Site, type SiteInput } from '../../../contract/sites.ts'
import { sessionChanged } from '../../auth/session.ts'
import { api, client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'

type Save = { input: SiteInput; request_id: string; opened?: Pick<Site, 'siteid' | 'version'> }

/** Adds a site, or changes the one that was opened. Added with the same `request_id` again, it is the same site. */
export const useSaveSite = () =>
  useSave(async ({ input, request_id, opened }: Save) => {
    if (!opened) return void (await client.sites.create({ ...input, request_id }))
    const { siteid, version } = opened
    await client.sites.update({ ...input, siteid, opened: { version } }).catch(acceptIfAlreadySaved(Site, input))
  }, useStaleSites())

export const useRemoveSite = () => useSave(({ siteid }: Pick<Site, 'siteid'>) => client.sites.remove({ siteid }), useStaleSites())

/** The dashboard names sites too, and a sign-up that is under way may have waited for one. A write is done when the list shows it, so the list alone is waited for. */
function useStaleSites() {
  const queries = useQueryClient()
  return () => {
    void sessionChanged()
    void queries.invalidateQueries({ queryKey: api.dashboard.key() })
    return queries.invalidateQueries({ queryKey: api.sites.key() })
  }
}
