import { createFileRoute } from '@tanstack/react-router'
import { SitesPage } from '../../sites/sites-page.tsx'

export const Route = createFileRoute('/_signed-in/sites')({
  staticData: { title: 'Sites' },
  component: SitesPage,
})
