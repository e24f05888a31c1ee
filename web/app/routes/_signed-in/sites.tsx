import { createFileRoute } from '@tanstack/react-router'
import { SitesSearch } from '../../../../contract/sites.ts'
import { listQuery } from '../../../features/sites/site-queries.ts'
import { SitesPage } from '../../../features/sites/sites-page.tsx'
import { TillsDialog } from '../../../features/tills/tills-dialog.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/sites')({
  staticData: { title: 'Sites' },
  ...urlSearch(SitesSearch),
  loader: ({ deps }) => void queryClient.prefetchQuery(listQuery(deps)),
  component: Sites,
})

function Sites() {
  return <SitesPage tillsDialog={TillsDialog} />
}
