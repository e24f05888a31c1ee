import { PageHeader } from '../ui/page-header.tsx'

export function ProductsPage() {
  return <PageHeader title="Products" subtitle="Catalog management" />
}
