import { Box, Button } from '@mantine/core'
import { IconArrowUp, IconReceipt } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { SaleRow, SalesPage } from '../../../contract/sales.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'
import { DataTable } from '../../list/data-table.tsx'
import { useHeldWhilePressed } from '../../list/use-held-while-pressed.ts'
import { createSaleView } from './sale-columns.tsx'
import { type Search, UNFILTERED } from './sale-queries.ts'
import classes from './sales.module.css'

type Props = {
  list: UseQueryResult<z.output<typeof SalesPage>, Error>
  search: Search
  timezone: string
  /** Sales that came after the list was loaded. */
  newSales: number
  onSearch: (next: Search, options?: { replace?: boolean }) => void
  onShowNewest: () => void
  onView: (saleid: number) => void
  /** Below the sentence of an empty list: without filters, and with some. */
  emptyAction: ReactNode
  filteredAction: ReactNode
}

/** The list of sales, and above it the sale whose number was typed. */
export function SalesTable({
  list,
  search,
  timezone,
  newSales,
  onSearch,
  onShowNewest,
  onView,
  emptyAction,
  filteredAction,
}: Props) {
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
        empty={{ icon: IconReceipt, text: 'No sales found.', unfiltered: UNFILTERED, action: emptyAction, filteredAction }}
      />
    </>
  )
}

/** A button that shows the sales stored after the list was loaded. */
const NewSales = ({ count, onShow }: { count: number; onShow: () => void }) => (
  <div role="status">
    {count > 0 && (
      <Button
        className={`appear ${classes.pill}`}
        size="xs"
        leftSection={<IconArrowUp size={16} stroke={2} aria-hidden />}
        onClick={() => {
          // The button disappears, so the focus moves first.
          document.querySelector('main')?.focus({ preventScroll: true })
          onShow()
        }}
      >
        {pluralize(count, 'new sale')}
      </Button>
    )}
  </div>
)

type ExactMatchProps = { sales: SaleRow[]; timezone: string; onView: (saleid: number) => void }

/** The sales with the typed number, or till reference, when the page of the list does not have them. */
const ExactMatch = ({ sales, timezone, onView }: ExactMatchProps) =>
  sales.map((sale) => (
    <Box
      component="section"
      key={sale.saleid}
      className="row wrap between small digits"
      mb="var(--gap)"
      p="10px 12px 10px var(--side)"
      bd="1px solid var(--accent)"
      bdrs="lg"
      bg="var(--tint)"
      aria-label="Sale with this number"
    >
      <p>
        <b className="bold">#{sale.saleid}</b> {formatDateTimeIn(timezone, sale.saledate)}, {sale.sitename},{' '}
        {formatRand(sale.finalamount)}
      </p>
      <Button variant="default" size="xs" onClick={() => onView(sale.saleid)}>
        Open this sale
      </Button>
    </Box>
  ))
