import { Box, Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import type { ItemRow } from '../../../contract/product-items.ts'
import { parseOptionalDecimal, reordering } from '../../../contract/products.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { getErrorCode, getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { formatPrice } from '../../lib/format/money.ts'
import { getStockColour } from '../../lib/format/stock-colour.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { NumberBadge } from '../../ui/display/number-badge.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { BorderedBox } from '../../ui/layout/bordered-box.tsx'
import { SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { useAddToSite, useJoinWithBarcode, useSeparateProduct } from './item-mutations.ts'
import classes from './product-form.module.css'

type Props = {
  productid: number
  /** Its rows; undefined while they load or when it is alone. */
  rows: ItemRow[] | undefined
  sites: SiteOption[]
  onAdded: () => void
  onSeparated: () => Promise<unknown>
}

/** The sites that sell a product. It can be stocked at more of them, and separated from the others. */
export function ItemSection({ productid, rows = [], sites, onAdded, onSeparated }: Props) {
  const [isAdding, setAdding] = useState(false)
  const [isSeparating, setSeparating] = useState(false)
  const separate = useSeparateProduct()
  const titleId = useId()
  const isItem = rows.length > 1
  const others = sites.filter(({ siteid }) => !rows.some((row) => row.siteid === siteid))
  return (
    <Box component="section" data-wide className="stack gap-12 line-above" pt={16} aria-label={isItem ? undefined : 'Sites'}>
      {isItem && (
        <div className="stack gap-8">
          <h3 id={titleId}>Stocked at</h3>
          <BorderedBox>
            <SmallTable
              titleId={titleId}
              columns={createColumns(productid)}
              rows={rows}
              rowKey={(row) => row.productid}
              skeletonRows={0}
            />
          </BorderedBox>
        </div>
      )}
      {isAdding ? (
        <AddToSite
          productid={productid}
          sites={others}
          onClose={() => setAdding(false)}
          onAdded={() => {
            setAdding(false)
            onAdded()
          }}
        />
      ) : (
        <div className="row wrap">
          {others.length > 0 && (
            <Button variant="default" onClick={() => setAdding(true)}>
              Stock at another site…
            </Button>
          )}
          {isItem && (
            <Button variant="default" onClick={() => setSeparating(true)}>
              Separate from the other sites
            </Button>
          )}
        </div>
      )}
      {isSeparating && (
        <ConfirmDialog
          title="Separate from the other sites"
          subtitle="It becomes its own product at this site."
          action="Separate"
          onConfirm={async () => {
            await separate.mutateAsync({ productid })
            await onSeparated()
            showToast('Separated')
          }}
          onClose={() => setSeparating(false)}
        >
          It keeps its name, price and stock. Changes no longer apply across sites, and reports show it in its own row. Use ‘Stock
          at another site’ to join it again by barcode.
        </ConfirmDialog>
      )}
    </Box>
  )
}

const createColumns = (productid: number): SmallTableColumn<ItemRow>[] => [
  {
    title: 'Site',
    holds: 'name',
    cell: (row) => (
      <>
        {row.sitename}
        {row.productid === productid && (
          <>
            {' '}
            <span className="grey nowrap">this one</span>
          </>
        )}
      </>
    ),
  },
  {
    title: 'Price',
    holds: 'number',
    cell: ({ price, has_own_price }) => (
      <>
        <span className="nowrap">{formatPrice(price)}</span>
        {has_own_price && (
          <>
            {' '}
            <span className="grey small nowrap">own price</span>
          </>
        )}
      </>
    ),
  },
  { title: 'Stock', holds: 'number', cell: ({ stock }) => <NumberBadge value={stock} colour={getStockColour(stock)} /> },
]

type AddProps = { productid: number; sites: SiteOption[]; onAdded: () => void; onClose: () => void }

/** Not a form: it is inside one. */
function AddToSite({ productid, sites, onAdded, onClose }: AddProps) {
  const add = useAddToSite()
  const join = useJoinWithBarcode()
  const [request_id] = useState(createUuid)
  const [siteid, setSiteid] = useState(sites[0]?.siteid ?? null)
  const [level, setLevel] = useState('')
  const [quantity, setQuantity] = useState('')
  const [shown, setShown] = useState<Partial<Record<'level' | 'quantity', string>>>({})
  const titleId = useId()

  const save = async () => {
    const levels = reordering.reorder_level.safeParse(parseOptionalDecimal(level))
    const quantities = reordering.order_quantity.safeParse(parseOptionalDecimal(quantity))
    setShown({
      ...(!levels.success && { level: levels.error.issues[0]?.message }),
      ...(!quantities.success && { quantity: quantities.error.issues[0]?.message }),
    })
    if (siteid === null || !levels.success || !quantities.success || add.isPending) return
    const addition = { productid, siteid, reorder_level: levels.data, order_quantity: quantities.data }
    await add.mutateAsync({ ...addition, request_id }).then(() => {
      showToast(`Stocked at ${sites.find((site) => site.siteid === siteid)?.sitename}`)
      onAdded()
    }, console.error)
  }
  /** The product that is there keeps its name and its price. */
  const joinInstead = async () => {
    if (siteid === null) return
    await join.mutateAsync({ productid, siteid }).then(() => {
      showToast('Joined')
      onAdded()
    }, console.error)
  }
  const failure = join.error ?? add.error
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.defaultPrevented) return
    event.preventDefault()
    void save()
  }
  const number = { size: 'md', inputMode: 'decimal', autoComplete: 'off', onKeyDown } as const

  return (
    <section className="stack gap-12" aria-labelledby={titleId}>
      <div>
        <h3 id={titleId}>Stock at another site</h3>
        <p className="grey small">Starts with no stock and this product’s saved details.</p>
      </div>
      <div className={classes.row} style={{ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        <SelectField
          className="full-row"
          label="Other site"
          data={sites.map((site) => ({ value: site.siteid, label: site.sitename }))}
          value={siteid}
          onChange={setSiteid}
          autoFocus
        />
        <TextInput
          label="Reorder level (optional)"
          value={level}
          onChange={(event) => setLevel(event.currentTarget.value)}
          error={shown.level}
          {...number}
        />
        <TextInput
          label="Order quantity (optional)"
          value={quantity}
          onChange={(event) => setQuantity(event.currentTarget.value)}
          error={shown.quantity}
          {...number}
        />
      </div>
      {failure && (
        <Notice
          kind="error"
          action={
            getErrorCode(failure) === 'BARCODE_TAKEN' && (
              <Button
                variant="default"
                size="xs"
                className="keep-size"
                loading={join.isPending}
                onClick={() => void joinInstead()}
              >
                Join with it
              </Button>
            )
          }
        >
          {getErrorMessage(failure, SOMETHING_WRONG)}
        </Notice>
      )}
      <div className="row wrap">
        <Button loading={add.isPending} onClick={() => void save()}>
          Stock it there
        </Button>
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
      </div>
    </section>
  )
}
