import { Button, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { pluralize } from '../../lib/format/money.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { saveDecisions } from '../../unknown-products/save-decisions.ts'
import { UnknownProducts } from '../../unknown-products/unknown-products.tsx'

const FAILED = 'Could not save this. Please try again.'

/** What sales name and no product is called, the highest revenue first. The first page: those that are added leave it. */
export function UnknownProductsDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery(api.products.unknown.list.queryOptions({ input: { page: 1 }, placeholderData: keepPreviousData }))
  const { rows = [], results = 0 } = query.data ?? {}
  // What shows the lines of sales is read again when it is shown.
  const save = useSave(saveDecisions, ['products.unknown'], { waits: false })
  return (
    <Dialog
      title="Not in your products"
      subtitle="Add these sold products, or match them to yours"
      width={720}
      grows
      onClose={onClose}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {query.isPending && <Skeleton height={180} />}
      {query.isError && !query.data && <LoadFailure query={query} failure="Failed to load the products" />}
      {query.data && rows.length === 0 && <Notice kind="success">Every product sold is in your product list.</Notice>}
      {results > rows.length && (
        <p>
          The first {rows.length} of {pluralize(results, 'product')}.
        </p>
      )}
      {save.error && <Notice kind="error">{getErrorMessage(save.error, FAILED)}</Notice>}
      {rows.length > 0 && (
        <UnknownProducts
          products={rows.map(({ revenue, ...row }) => ({ ...row, amount: revenue }))}
          isBusy={save.isPending}
          onDecide={save.mutate}
        />
      )}
    </Dialog>
  )
}
