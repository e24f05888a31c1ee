import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { getErrorMessage } from '../lib/api/messages.ts'
import { formatRand, pluralize } from '../lib/format/money.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { ProductSelect } from './product-select.tsx'
import { useAddProducts, useLinkProduct } from './unknown-product-mutations.ts'

type Similar = { productid: number; productname: string; siteid: number; sitename: string }

/** What a file or stored sales name and no product is called. Amounts are in rand. */
export type UnknownProduct = {
  siteid: number
  sitename: string
  barcode: string
  productname: string
  lines: number
  amount: number
  price: number
  similar: Similar | null
}

type Props = {
  products: UnknownProduct[]
  /** Called after products were added or linked. */
  onChange?: () => void
}

const FAILED = 'This could not be saved. Please try again.'
const SHOWN = 5

/** Unknown products: all are added with one click, or each is added, or said to be a product that is there. */
export function UnknownProducts({ products, onChange }: Props) {
  const add = useAddProducts()
  const link = useLinkProduct()
  const [showsAll, setShowsAll] = useState(products.length <= SHOWN + 1)
  const isBusy = add.isPending || link.isPending
  const error = add.error ?? link.error

  const run = async (work: () => Promise<unknown>) => {
    add.reset()
    link.reset()
    try {
      await work()
      onChange?.()
    } catch (failure) {
      console.error(failure)
    }
  }
  const linkTo = (product: UnknownProduct, productid: number) =>
    run(() => link.mutateAsync({ siteid: product.siteid, barcode: product.barcode, productname: product.productname, productid }))
  /** One that is at its site already is linked: adding it would make it two. */
  const addAll = () =>
    run(async () => {
      for (const product of products) {
        const { siteid, barcode, productname } = product
        const known = findAtSite(product)
        if (known) await link.mutateAsync({ siteid, barcode, productname, productid: known.productid })
      }
      const added = products.filter((product) => !findAtSite(product))
      if (added.length > 0) await add.mutateAsync({ products: added.map(toAdded) })
    })

  return (
    <div className="stack gap-8">
      {error && <Notice kind="error">{getErrorMessage(error, FAILED)}</Notice>}
      <div>
        <Button size="xs" disabled={isBusy} onClick={() => void addAll()}>
          {products.length === 1 ? 'Add this product' : `Add these ${pluralize(products.length, 'product')}`}
        </Button>
      </div>
      <ul className="framed ruled">
        {products.slice(0, showsAll ? undefined : SHOWN).map((product) => (
          <Row
            key={`${product.siteid} ${product.barcode} ${product.productname}`}
            product={product}
            isBusy={isBusy}
            onAdd={() => void run(() => add.mutateAsync({ products: [toAdded(product)] }))}
            onLink={(productid) => void linkTo(product, productid)}
          />
        ))}
      </ul>
      {!showsAll && (
        <div>
          <Button variant="default" size="xs" onClick={() => setShowsAll(true)}>
            Show all {products.length}
          </Button>
        </div>
      )}
    </div>
  )
}

type RowProps = { product: UnknownProduct; isBusy: boolean; onAdd: () => void; onLink: (productid: number) => void }

function Row({ product, isBusy, onAdd, onLink }: RowProps) {
  const [isChoosing, setChoosing] = useState(false)
  const { siteid, productname, barcode, sitename, lines, amount, similar } = product
  const known = findAtSite(product)
  const facts = [
    barcode !== productname && barcode,
    sitename,
    pluralize(lines, 'line'),
    formatRand(amount),
    similar && !known && `Copied from ${similar.productname}, ${similar.sitename}`,
  ]
  return (
    <Box component="li" className="row wrap gap-12" p="8px 12px">
      <Box className="break" flex="1 1 240px" miw={0}>
        <p className="medium">{productname}</p>
        <p className="grey small digits">{facts.filter(Boolean).join(' • ')}</p>
      </Box>
      {isChoosing ? (
        <ProductSelect siteid={siteid} label={`Product that ${productname} is`} disabled={isBusy} onChoose={onLink} />
      ) : (
        <div className="row wrap">
          {known ? (
            <Button
              variant="default"
              size="xs"
              disabled={isBusy}
              aria-label={`${productname}: it is ${known.productname}`}
              onClick={() => onLink(known.productid)}
            >
              It is {known.productname}
            </Button>
          ) : (
            <Button variant="default" size="xs" disabled={isBusy} aria-label={`Add ${productname}`} onClick={onAdd}>
              Add
            </Button>
          )}
          <Button
            variant="default"
            size="xs"
            disabled={isBusy}
            aria-label={`${productname}: it is…`}
            onClick={() => setChoosing(true)}
          >
            It is…
          </Button>
        </div>
      )}
    </Box>
  )
}

/** The product that it is, where one of its site has its barcode or name. */
const findAtSite = ({ siteid, similar }: UnknownProduct) => (similar?.siteid === siteid ? similar : undefined)

const toAdded = ({ siteid, barcode, productname, price, similar }: UnknownProduct) => ({
  ...{ siteid, barcode, productname, price },
  ...(similar && { copy_from: similar.productid }),
})
