import { createFileRoute } from '@tanstack/react-router'
import { EmployeesSearch } from '../../../../contract/search/employees.ts'
import { listQuery } from '../../../features/employees/employee-queries.ts'
import { EmployeesPage } from '../../../features/employees/employees-page.tsx'
import { api, queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'

export const Route = createFileRoute('/_signed-in/employees')({
  staticData: { title: 'Employees' },
  ...urlSearch(EmployeesSearch),
  // Starts both requests without waiting for them.
  loader: ({ deps }) => {
    void queryClient.prefetchQuery(listQuery(deps))
    void queryClient.prefetchQuery(api.sites.options.queryOptions())
  },
  component: EmployeesPage,
})
