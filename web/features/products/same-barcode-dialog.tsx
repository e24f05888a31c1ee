import { Box, Button, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SameBarcode } from '../../../contract/product-items.ts'
import type { Product } from '../../../contract/products.ts'
import { api, client } from '../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { formatPrice, formatQuantity, pluralize } from '../../lib/format/money.ts'
import { Pager } from '../../list/pager.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { StepDialog } from '../../ui/steps/step-dialog.tsx'
import { useMergeProducts } from './item-mutations.ts'

type Row = SameBarcode['products'][number]
type Props = { onEdit: (product: Product) => void; onClose: () => void }

/** Products of a site whose barcodes are one, written in different ways: one of them stays, or gets another barcode. */
export function SameBarcodeDialog({ onEdit, onClose }: Props) {
  const [page, setPage] = useState(1)
  const same = useQuery(api.products.sameBarcode.queryOptions({ input: { page }, placeholderData: keepPreviousData }))
  const merge = useMergeProducts()
  const [asked, setAsked] = useState<{ kept: Row; others: Row[] } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)

  const edit = ({ productid }: Row) => {
    setFailed(null)
    client.products.get({ productid }).then(onEdit, (error) => {
      console.error(error)
      setFailed(getErrorMessage(error, SOMETHING_WRONG))
    })
  }

  return (
    <StepDialog
      title="Same barcode"
      subtitle="A scan finds one product. Spaces, hyphens and leading zeros do not count"
      step="list"
      unsaved={undefined}
      onClose={onClose}
      busy={merge.isPending}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {failed && <Notice kind="error">{failed}</Notice>}
      {same.isPending && <Skeleton height={160} />}
      {same.isError && !same.data && <LoadFailure query={same} failure="Failed to load the products" />}
      {same.data?.results === 0 && (
        <Box component="p" py={48} ta="center" c="dimmed">
          No products share a barcode.
        </Box>
      )}
      {same.data?.rows.map(({ sitename, products }) => (
        <div className="framed" key={products.map(({ productid }) => productid).join(' ')}>
          <Box component="h3" p="10px 16px" className="small">
            {sitename}
          </Box>
          <ul className="ruled line-above">
            {products.map((product) => (
              <Box component="li" key={product.productid} p="10px 16px" className="row wrap">
                <Box flex="1 1 240px" miw={0} className="break">
                  <span className="medium">{product.productname}</span>
                  <span className="second-line">
                    {[product.barcode, formatPrice(product.price), `stock ${formatQuantity(product.stock)}`]
                      .filter(Boolean)
                      .join(' • ')}
                  </span>
                </Box>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Join into this one: ${product.productname}`}
                  onClick={() => setAsked({ kept: product, others: products.filter((other) => other !== product) })}
                >
                  Join into this one
                </Button>
                <Button variant="default" size="xs" aria-label={`Change ${product.productname}`} onClick={() => edit(product)}>
                  Change
                </Button>
              </Box>
            ))}
          </ul>
        </div>
      ))}
      {same.data && same.data.pages > 1 && (
        <Pager
          label={`Page ${same.data.page} / ${same.data.pages} • ${pluralize(same.data.results, 'pair')}`}
          printed=""
          page={same.data.page}
          pages={same.data.pages}
          onPage={setPage}
          size={undefined}
        />
      )}
      {asked && (
        <ConfirmDialog
          title="Join products"
          subtitle="This action cannot be undone."
          action="Join"
          isDanger
          onConfirm={() =>
            merge
              .mutateAsync({ productid: asked.kept.productid, others: asked.others.map(({ productid }) => productid) })
              .then(() => showToast('Joined'))
          }
          onClose={() => setAsked(null)}
        >
          {asked.kept.productname} gets the stock of {asked.others.map(({ productname }) => productname).join(' and ')}, and keeps
          its own name, price and barcode. {asked.others.length === 1 ? 'The other product is' : 'The other products are'}{' '}
          deleted. Earlier sales keep their name.
        </ConfirmDialog>
      )}
    </StepDialog>
  )
}
