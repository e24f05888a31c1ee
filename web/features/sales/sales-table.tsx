import { IconReceipt } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { SalesPage } from '../../../contract/sales.ts'
import { DataTable } from '../../list/data-table.tsx'
import { useHeldWhilePressed } from '../../list/use-held-while-pressed.ts'
import { ExactMatch } from './exact-match.tsx'
import { NewSales } from './new-sales.tsx'
import { createSaleView } from './sale-columns.tsx'
import type { Search } from './sales-queries.ts'

type Props = {
  list: UseQueryResult<z.output<typeof SalesPage>, Error>
  search: Search
  timezone: string
  /** Sales that came after the list was loaded. */
  newSales: number
  onSearch: (next: Search, how?: { replace?: boolean }) => void
  onShowNewest: () => void
  onView: (saleid: number) => void
  /** Below the sentence of an empty list. */
  emptyAction: ReactNode
}

/** The list of sales, and above it the sale whose number was typed. */
export function SalesTable({ list, search, timezone, newSales, onSearch, onShowNewest, onView, emptyAction }: Props) {
  // It would move the rows below it.
  const matches = useHeldWhilePressed(list.isPlaceholderData ? undefined : list.data?.exact_matches)
  return (
    <>
      <ExactMatch sales={matches ?? []} timezone={timezone} onView={onView} />
      <DataTable
        title="Sales"
        view={createSaleView(timezone, onView)}
        query={list}
        search={search}
        onSearch={onSearch}
        aside={<NewSales count={newSales} onShow={onShowNewest} />}
        failure="Failed to load sales"
        empty={{ icon: IconReceipt, text: 'No sales found.', action: emptyAction }}
      />
    </>
  )
}
