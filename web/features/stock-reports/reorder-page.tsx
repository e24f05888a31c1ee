import { Box } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ORDER_DAYS, type ReorderSearch, SPEED_DAYS } from '../../../contract/search/stock-reports.ts'
import type { SupplierOrder } from '../../../contract/stock-reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { formatQuantity } from '../../lib/format/money.ts'
import { DataTable } from '../../list/data-table.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { countFilters, withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { DefinitionsButton } from '../../ui/dialog/definitions-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ChoiceSelect } from '../../ui/filters/filter-select.tsx'
import { useCreateOrders } from './create-orders.ts'
import { createReorderView } from './reorder-columns.tsx'
import { StockFilters } from './stock-filters.tsx'
import { StockReportLayout } from './stock-report-layout.tsx'
import { getExportUrl, reorderQuery, UNFILTERED } from './stock-report-queries.ts'
import { SupplierOrders } from './supplier-orders.tsx'

const NOTHING = { results: 0, total: { suggested: 0, cost: 0, unknown_costs: 0 } }

const route = getRouteApi('/_signed-in/reports_/reorder')

/** What to order, and the orders by supplier. */
const ReorderDefinitions = lazyDialog(
  'How these figures are calculated',
  async () => (await import('./reorder-definitions.tsx')).ReorderDefinitions,
)
const SupplierOrderText = lazyDialog('Order', async () => (await import('./supplier-order-text.tsx')).SupplierOrderText)

export function ReorderPage() {
  const search: ReorderSearch = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { show, find } = listNavigation(search, navigate)
  const list = useQuery(reorderQuery(search))
  const seesCosts = useSeesCosts()
  const [ordered, setOrdered] = useState<SupplierOrder | null>(null)
  const delivery = !list.data || list.data.rows.some(({ lead_time_days }) => lead_time_days) ? ' plus delivery time' : ''
  const orders = useCreateOrders(search)
  const filter = (change: Partial<ReorderSearch>) => show(withFilter(search, change))

  return (
    <StockReportLayout
      title="Reorder list"
      subtitle={`What to order to last ${search.days} days${delivery}, based on the last ${SPEED_DAYS} days`}
      report={list.data}
      exportUrl={getExportUrl('reorder', search)}
      bar={{
        search: <SearchBox placeholder="Search by name, barcode, supplier…" value={search.q} onChange={find} />,
        filters: (
          <>
            <ChoiceSelect
              label="Order for"
              value={search.days}
              options={ORDER_DAYS.map((days) => ({ value: days, label: `${days} days` }))}
              onChange={(days) => filter({ days })}
            />
            <StockFilters siteid={search.siteid} supplier={search.supplier} onFilter={filter} />
          </>
        ),
        count: countFilters(search, UNFILTERED),
        onClear: () => filter({ ...UNFILTERED, q: search.q }),
        results: list.data?.results,
      }}
    >
      {(list.data ? list.data.suppliers.length > 0 : !list.isError) && (
        <SupplierOrders
          list={list.data}
          onOpen={setOrdered}
          onCreate={(supplier) => orders.create({ supplier, isConfirmed: false })}
          creating={orders.isPending ? orders.variables.supplier : undefined}
        />
      )}
      {orders.isError && (
        <Box mb="md">
          <Notice kind="error">{getErrorMessage(orders.error, SOMETHING_WRONG)}</Notice>
        </Box>
      )}
      {/* After the orders, whose height is not known before. */}
      {(list.data || list.isError) && (
        <DataTable
          title="To order"
          view={createReorderView(list.data ?? NOTHING, search, seesCosts)}
          query={list}
          search={search}
          onSearch={show}
          aside={<DefinitionsButton>{(close) => <ReorderDefinitions days={search.days} onClose={close} />}</DefinitionsButton>}
          failure="Could not load the reorder list"
          empty={{ icon: IconPackage, text: 'Nothing to order.', rows: 'products', unfiltered: UNFILTERED }}
        />
      )}
      {orders.question && (
        <DraftsQuestion
          {...orders.question}
          onConfirm={async () => {
            if (orders.question) orders.create({ supplier: orders.question.supplier, isConfirmed: true })
          }}
          onClose={orders.closeQuestion}
        />
      )}
      {ordered && <SupplierOrderText search={search} order={ordered} onClose={() => setOrdered(null)} />}
    </StockReportLayout>
  )
}

type QuestionProps = { supplier: string; drafts: number; onConfirm: () => Promise<void>; onClose: () => void }

const DraftsQuestion = ({ supplier, drafts, onConfirm, onClose }: QuestionProps) => (
  <ConfirmDialog title="Create order" subtitle={supplier} action="Create another order" onConfirm={onConfirm} onClose={onClose}>
    Draft orders already have {formatQuantity(drafts)} {drafts === 1 ? 'unit' : 'units'}. Drafts are not counted as ordered until
    they are sent.
  </ConfirmDialog>
)
