import { createFileRoute } from '@tanstack/react-router'
import { EmployeesSearch } from '../../../contract/employees.ts'
import { listQuery } from '../../employees/employee-queries.ts'
import { EmployeesPage } from '../../employees/employees-page.tsx'
import { api, queryClient } from '../../lib/api.ts'
import { urlSearch } from '../../lib/url-search.ts'

export const Route = createFileRoute('/_signed-in/employees')({
  staticData: { title: 'Employees' },
  ...urlSearch(EmployeesSearch),
  // Both leave at once, and nothing waits for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(listQuery(deps))
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: EmployeesPage,
})
