import { Site, type SiteInput } from '../../../contract/sites.ts'
import type { Edited } from '../../ui/dialog/use-edit-conflict.tsx'

export const editedSite: Edited<Site, SiteInput> = {
  schema: Site,
  fieldsOf: ({ sitename, location }) => ({ sitename, location }),
  told: ({ sitename, location }) => ({ sitename: ['Site name', sitename], location: ['Location', location] }),
}
