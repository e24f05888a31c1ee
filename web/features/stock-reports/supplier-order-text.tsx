import { useQuery } from '@tanstack/react-query'
import type { ReorderSearch } from '../../../contract/search/stock-reports.ts'
import type { SupplierOrder } from '../../../contract/stock-reports.ts'
import { readSession } from '../../auth/session.ts'
import { writeOrderText } from '../../lib/format/order-text.ts'
import { OrderTextDialog } from '../../ui/dialog/order-text-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Waiting } from '../../ui/steps/waiting.tsx'
import { readSupplierRows } from './create-orders.ts'

type Props = { search: ReorderSearch; order: SupplierOrder; onClose: () => void }

/** The text of an order of all products of the list with this supplier. */
export function SupplierOrderText({ search, order: { supplier, email, account_number }, onClose }: Props) {
  const order = useQuery({
    queryKey: ['order-text', search, supplier, account_number],
    queryFn: () => readOrder(search, supplier, account_number),
    gcTime: 0,
  })
  return (
    <OrderTextDialog
      title={`Order for ${supplier}`}
      subtitle={`For ${search.days} days`}
      email={email ?? ''}
      subject={`Order from ${order.data?.business}`}
      text={order.data?.text}
      onClose={onClose}
    >
      {order.isPending && <Waiting>Preparing the order…</Waiting>}
      {order.isError && <LoadFailure query={order} failure="Could not load the order." />}
    </OrderTextDialog>
  )
}

async function readOrder(search: ReorderSearch, supplier: string, account_number: string | undefined) {
  const rows = await readSupplierRows(search, supplier)
  const lines = rows.map((row) => ({ ...row, quantity: row.suggested }))
  const business = (await readSession())?.business?.name ?? ''
  return { business, text: writeOrderText(lines, business, account_number ? [`Our account number: ${account_number}`] : []) }
}
