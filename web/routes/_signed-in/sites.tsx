import { createFileRoute } from '@tanstack/react-router'
import { SitesSearch } from '../../../contract/sites.ts'
import { urlSearch } from '../../lib/url-search.ts'
import { SitesPage } from '../../sites/sites-page.tsx'

export const Route = createFileRoute('/_signed-in/sites')({
  staticData: { title: 'Sites' },
  ...urlSearch(SitesSearch),
  component: SitesPage,
})
