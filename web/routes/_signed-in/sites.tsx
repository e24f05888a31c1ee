import { createFileRoute } from '@tanstack/react-router'
import { SitesSearch } from '../../../contract/sites.ts'
import { queryClient } from '../../lib/api.ts'
import { urlSearch } from '../../lib/url-search.ts'
import { listQuery } from '../../sites/site-queries.ts'
import { SitesPage } from '../../sites/sites-page.tsx'

export const Route = createFileRoute('/_signed-in/sites')({
  staticData: { title: 'Sites' },
  ...urlSearch(SitesSearch),
  loader: ({ deps }) => void queryClient.prefetchQuery(listQuery(deps)),
  component: SitesPage,
})
