import { createFileRoute } from '@tanstack/react-router'
import { accountQuery } from '../../../features/settings/settings-queries.ts'
import { StockVatPage } from '../../../features/settings/stock-vat-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'

export const Route = createFileRoute('/_signed-in/settings_/stock')({
  staticData: { title: 'Stock & VAT' },
  loader: () => {
    void queryClient.prefetchQuery(accountQuery())
  },
  component: StockVatPage,
})
