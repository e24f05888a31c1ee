import { Box, Button, Checkbox, Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useState } from 'react'
import type { SimilarProducts } from '../../../contract/product-items.ts'
import { api } from '../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { formatPrice, formatQuantity, pluralize } from '../../lib/format/money.ts'
import { Pager } from '../../list/pager.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { StepDialog } from '../../ui/steps/step-dialog.tsx'
import { useJoinProducts, useKeepApart } from './item-mutations.ts'

/** Products of different sites that may be one: they are joined, or said to be different. */
export function SimilarProductsDialog({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1)
  const similar = useQuery(api.products.probablySame.queryOptions({ input: { page }, placeholderData: keepPreviousData }))
  const join = useJoinProducts()
  const keepApart = useKeepApart()
  const [failed, setFailed] = useState<string | null>(null)
  const isBusy = join.isPending || keepApart.isPending

  const run = (work: Promise<unknown>, done: string) => {
    setFailed(null)
    return work.then(
      () => showToast(done),
      (error) => {
        console.error(error)
        setFailed(getErrorMessage(error, SOMETHING_WRONG))
      },
    )
  }

  return (
    <StepDialog
      title="Probably the same"
      subtitle="Join products sold at several sites to edit them once and see them together in reports"
      step="list"
      unsaved={undefined}
      onClose={onClose}
      busy={isBusy}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {failed && <Notice kind="error">{failed}</Notice>}
      {similar.isPending && <Skeleton height={160} />}
      {similar.isError && !similar.data && <LoadFailure query={similar} failure="Failed to load the products" />}
      {similar.data?.results === 0 && (
        <Box component="p" py={48} ta="center" c="dimmed">
          No similar products left.
        </Box>
      )}
      {similar.data?.rows.map((group) => (
        <Group
          key={`${group.alike} ${group.products.map(({ productid }) => productid).join(' ')}`}
          group={group}
          isBusy={isBusy}
          onJoin={(productids) => void run(join.mutateAsync({ productids }), 'Joined')}
          onKeepApart={(productids) => void run(keepApart.mutateAsync({ productids }), 'Kept apart')}
        />
      ))}
      {similar.data && similar.data.pages > 1 && (
        <Pager
          label={`Page ${similar.data.page} / ${similar.data.pages} • ${pluralize(similar.data.results, 'group')}`}
          printed=""
          page={similar.data.page}
          pages={similar.data.pages}
          onPage={setPage}
          size={undefined}
        />
      )}
    </StepDialog>
  )
}

type GroupProps = {
  group: SimilarProducts
  isBusy: boolean
  onJoin: (productids: number[]) => void
  onKeepApart: (productids: number[]) => void
}

function Group({ group: { alike, products }, isBusy, onJoin, onKeepApart }: GroupProps) {
  const [chosen, setChosen] = useState(() => chooseOneOfEachSite(products))
  const joined = products.filter(({ productid }) => chosen.includes(productid))
  const hasPrices = new Set(joined.map(({ price }) => price)).size > 1
  const hasSiteTwice = new Set(joined.map(({ siteid }) => siteid)).size < joined.length
  const name = products[0]?.productname
  const hint = hasSiteTwice ? 'Choose one product per site.' : hasPrices ? 'Prices differ. Each site keeps its own.' : undefined
  return (
    <div className="framed">
      <Box component="h3" p="10px 16px" className="small">
        {alike === 'barcode' ? `Same barcode ${products[0]?.barcode}` : 'Same name and price'}
      </Box>
      <ul className="ruled line-above">
        {products.map(({ productid, productname, sitename, barcode, category, supplier, price, stock }) => (
          <Box component="li" key={productid} p="8px 16px">
            <Checkbox
              // Below the first letter of the label.
              styles={{ description: { paddingInlineStart: 12 } }}
              checked={chosen.includes(productid)}
              onChange={({ currentTarget: { checked } }) =>
                setChosen(checked ? [...chosen, productid] : chosen.filter((id) => id !== productid))
              }
              label={
                <>
                  <span className="medium">{productname}</span> <span className="grey">{sitename}</span>
                </>
              }
              description={[barcode, category, supplier, formatPrice(price), `stock ${formatQuantity(stock)}`]
                .filter(Boolean)
                .join(' • ')}
            />
          </Box>
        ))}
      </ul>
      <Box className="row wrap line-above" p="10px 16px">
        <Button
          size="xs"
          disabled={isBusy || joined.length < 2 || hasSiteTwice}
          aria-label={`Join ${name}`}
          // The oldest is the first product of the item, whose name reports show.
          onClick={() => onJoin(joined.map(({ productid }) => productid).toSorted((a, b) => a - b))}
        >
          Join
        </Button>
        <Button
          variant="default"
          size="xs"
          disabled={isBusy}
          aria-label={`They are different: ${name}`}
          onClick={() => onKeepApart(products.map(({ productid }) => productid))}
        >
          They are different
        </Button>
        {hint && <span className="grey small">{hint}</span>}
      </Box>
    </div>
  )
}

function chooseOneOfEachSite(products: SimilarProducts['products']) {
  const sites = new Set<number>()
  return products.flatMap(({ productid, siteid }) => {
    if (sites.has(siteid)) return []
    sites.add(siteid)
    return [productid]
  })
}
