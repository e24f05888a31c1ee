import { PageHeader } from '../ui/page-header.tsx'

export function SalesPage() {
  return <PageHeader title="Sales" subtitle="Transactions overview" />
}
