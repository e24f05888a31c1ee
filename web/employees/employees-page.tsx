import { PageHeader } from '../ui/page-header.tsx'

export function EmployeesPage() {
  return <PageHeader title="Employees" subtitle="Team directory &amp; status" />
}
