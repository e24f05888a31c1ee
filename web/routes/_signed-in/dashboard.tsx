import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage } from '../../dashboard/dashboard-page.tsx'

export const Route = createFileRoute('/_signed-in/dashboard')({
  staticData: { title: 'Dashboard' },
  component: DashboardPage,
})
