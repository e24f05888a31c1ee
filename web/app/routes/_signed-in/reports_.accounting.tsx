import { createFileRoute } from '@tanstack/react-router'
import { AccountingPage } from '../../../features/accounting/accounting-page.tsx'
import { AccountingSearch } from '../../../features/accounting/accounting-search.ts'

export const Route = createFileRoute('/_signed-in/reports_/accounting')({
  staticData: { title: 'Sales for accounting' },
  validateSearch: AccountingSearch,
  // Invalid values are removed from the URL.
  search: { middlewares: [({ search, next }) => AccountingSearch.parse(next(search))] },
  loaderDeps: ({ search }) => search,
  component: AccountingPage,
})
