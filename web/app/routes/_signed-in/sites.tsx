import { createFileRoute } from '@tanstack/react-router'
import { SitesSearch, TillsDialogUrl } from '../../../../contract/search/sites.ts'
import { activityQuery, listQuery } from '../../../features/sites/site-queries.ts'
import { SitesPage } from '../../../features/sites/sites-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'
import { lazyDialog } from '../../../ui/dialog/lazy-dialog.tsx'

export const Route = createFileRoute('/_signed-in/sites')({
  staticData: { title: 'Sites' },
  ...urlSearch(SitesSearch, TillsDialogUrl),
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(listQuery(deps))
    void queryClient.prefetchQuery(activityQuery())
  },
  component: Sites,
})

function Sites() {
  return <SitesPage tillsDialog={TillsDialog} />
}

const TillsDialog = lazyDialog('Tills', async () => (await import('../../../features/tills/tills-dialog.tsx')).TillsDialog)
