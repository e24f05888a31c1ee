import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Site, SiteInput } from '../../contract/sites.ts'
import { api, client } from '../lib/api.ts'

/** Adds a site, or changes the one whose `siteid` comes along. */
export function useSaveSite() {
  return useMutation({
    mutationFn: async ({ siteid, ...input }: SiteInput & Partial<Pick<Site, 'siteid'>>) => {
      if (siteid === undefined) await client.sites.create(input)
      else await client.sites.update({ ...input, siteid })
    },
    onSuccess: useStaleSites(),
  })
}

export function useRemoveSite() {
  return useMutation({
    mutationFn: ({ siteid }: Pick<Site, 'siteid'>) => client.sites.remove({ siteid }),
    onSuccess: useStaleSites(),
  })
}

/** The dashboard names sites too. A save is done when the list shows it, so the list alone is waited for. */
function useStaleSites() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: api.dashboard.key() })
    return queries.invalidateQueries({ queryKey: api.sites.key() })
  }
}
