import { Site, type SiteInput } from '../../../contract/sites.ts'
import { client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'

type Save = { input: SiteInput; request_id: string; opened?: Pick<Site, 'siteid' | 'version'> }

/** Adds a site, or updates the opened one, and returns its id. `request_id` is the idempotency key of an addition. */
export const useSaveSite = () =>
  useSave(
    async ({ input, request_id, opened }: Save) => {
      if (!opened) return (await client.sites.create({ ...input, request_id })).siteid
      const { siteid, version } = opened
      await client.sites.update({ ...input, siteid, opened: { version } }).catch(acceptIfAlreadySaved(Site, input))
      return siteid
    },
    ['sites'],
  )

export const useRemoveSite = () => useSave(({ siteid }: Pick<Site, 'siteid'>) => client.sites.remove({ siteid }), ['sites'])
