import { createFileRoute, type SearchSchemaInput } from '@tanstack/react-router'
import { DashboardPage } from '../../dashboard/dashboard-page.tsx'
import { RangeSearch } from '../../lib/ranges.ts'

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { title: 'Dashboard' },
  validateSearch: (search: RangeSearch & SearchSchemaInput): RangeSearch => RangeSearch.parse(search),
  component: DashboardPage,
})
