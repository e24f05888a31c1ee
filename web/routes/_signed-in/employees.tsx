import { createFileRoute } from '@tanstack/react-router'
import { EmployeesPage } from '../../employees/employees-page.tsx'

export const Route = createFileRoute('/_signed-in/employees')({
  staticData: { title: 'Employees' },
  component: EmployeesPage,
})
