import { createFileRoute } from '@tanstack/react-router'
import { SalesPage } from '../../sales/sales-page.tsx'

export const Route = createFileRoute('/_signed-in/sales')({
  staticData: { title: 'Sales' },
  component: SalesPage,
})
