import { PageHeader } from '../ui/page-header.tsx'

export function DashboardPage() {
  return <PageHeader title="Dashboard" subtitle="Performance overview" />
}
