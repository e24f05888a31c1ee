import { Button } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReorderSearch } from '../../../contract/search/stock-reports.ts'
import type { SupplierOrder } from '../../../contract/stock-reports.ts'
import { readSession } from '../../auth/session.ts'
import { COPY_FIRST, createOrderMail, writeOrderText } from '../../lib/format/order-text.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CopyBlock } from '../../ui/display/copy-block.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Waiting } from '../../ui/steps/waiting.tsx'
import { readSupplierRows } from './create-orders.ts'

type Props = { search: ReorderSearch; order: SupplierOrder; onClose: () => void }

/** The order for a supplier as text. It has all products of the list with this supplier. */
export function OrderTextDialog({ search, order: { supplier, email, account_number }, onClose }: Props) {
  const order = useQuery({
    queryKey: ['order-text', search, supplier, account_number],
    queryFn: () => readOrder(search, supplier, account_number),
    gcTime: 0,
  })
  const mail = email && order.data && createOrderMail(email, `Order from ${order.data.business}`, order.data.text)
  return (
    <Dialog
      title={`Order for ${supplier}`}
      subtitle={`For ${search.days} days`}
      onClose={onClose}
      footer={
        <>
          {mail && (
            <Button
              component="a"
              variant="default"
              title={email}
              href={mail.url}
              leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
            >
              E-mail order
            </Button>
          )}
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      {order.isPending && <Waiting>Preparing the order…</Waiting>}
      {order.isError && <LoadFailure query={order} failure="Could not load the order." />}
      {order.data && (
        <div className="stack gap-12">
          <CopyBlock label="Order" text={order.data.text} copy="Copy as e-mail text" takesFocus />
          {mail && !mail.isWhole && <p className="small grey">{COPY_FIRST}</p>}
        </div>
      )}
    </Dialog>
  )
}

async function readOrder(search: ReorderSearch, supplier: string, account_number: string | undefined) {
  const rows = await readSupplierRows(search, supplier)
  const lines = rows.map((row) => ({ ...row, quantity: row.suggested }))
  const business = (await readSession())?.business?.name ?? ''
  return { business, text: writeOrderText(lines, business, account_number ? [`Our account number: ${account_number}`] : []) }
}
