import { PageHeader } from '../ui/page-header.tsx'

export function SitesPage() {
  return <PageHeader title="Sites" subtitle="Locations and coverage" />
}
