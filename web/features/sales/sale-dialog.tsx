import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '../../lib/api/api.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RelatedSales } from './related-sales.tsx'
import { SaleFacts } from './sale-facts.tsx'
import { SaleItems } from './sale-items.tsx'

const FAILURE = 'Could not load this sale.'

type Props = { saleid: number; timezone: string; onView: (saleid: number) => void; onClose: () => void }

export function SaleDialog({ saleid, timezone, onView, onClose }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const sale = useQuery(api.sales.get.queryOptions({ input: { saleid } }))
  const hasFailed = sale.isError && !sale.data
  const isGone = getErrorCode(sale.error) === 'NOT_FOUND'

  const view = (other: number) => {
    // The pressed link disappears, so the dialog gets the focus.
    const dialog = body.current?.closest<HTMLElement>('[role=dialog]')
    dialog?.focus()
    dialog?.scrollTo(0, 0)
    onView(other)
  }

  return (
    <Dialog title={`Sale #${saleid}`} subtitle="Detailed breakdown of this transaction" grows inUrl onClose={onClose}>
      <div className="stack gap-24" ref={body} aria-busy={sale.isPending}>
        {hasFailed && !isGone && <LoadFailure query={sale} failure={FAILURE} />}
        {hasFailed && isGone && (
          <Notice kind="error">There is no sale #{saleid} in your business. Check the number or the link.</Notice>
        )}
        {!hasFailed && (
          <>
            <SaleFacts sale={sale.data} timezone={timezone} onView={view} />
            <SaleItems sale={sale.data} />
            <RelatedSales sales={sale.data?.related} timezone={timezone} onView={view} />
          </>
        )}
      </div>
    </Dialog>
  )
}
