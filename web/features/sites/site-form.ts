import { Site, type SiteInput } from '../../../contract/sites.ts'
import type { EditedRow } from '../../ui/edit-conflict/use-edit-conflict.tsx'

export const editedSite: EditedRow<Site, SiteInput> = {
  schema: Site,
  toFields: ({ sitename, location }) => ({ sitename, location }),
  describe: ({ sitename, location }) => ({ sitename: ['Site name', sitename], location: ['Location', location] }),
}
