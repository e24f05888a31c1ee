import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import { formatRand, pluralize } from '../lib/format/money.ts'
import { ProductSelect } from './product-select.tsx'

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

/** An unknown product, and the product that it is; one without it is added. */
export type Decision = { product: UnknownProduct; is?: Pick<Similar, 'productid' | 'productname'> | undefined }

type Props = {
  products: UnknownProduct[]
  isBusy?: boolean
  onDecide: (decisions: Decision[]) => void
}

const SHOWN = 5

/** Unknown products: all are added with one click, or each is added, or said to be a product that is there. */
export function UnknownProducts({ products, isBusy = false, onDecide }: Props) {
  const [showsAll, setShowsAll] = useState(products.length <= SHOWN + 1)
  /** One that is at its site already is that one: adding it would make it two. */
  const addAll = () => onDecide(products.map((product) => ({ product, is: findAtSite(product) })))

  return (
    <div className="stack gap-8">
      <div>
        <Button size="xs" disabled={isBusy} onClick={addAll}>
          {products.length === 1 ? 'Add this product' : `Add these ${pluralize(products.length, 'product')}`}
        </Button>
      </div>
      <ul className="framed ruled">
        {products.slice(0, showsAll ? undefined : SHOWN).map((product) => (
          <Row
            key={`${product.siteid} ${product.barcode} ${product.productname}`}
            product={product}
            isBusy={isBusy}
            onDecide={(is) => onDecide([{ product, is }])}
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

type RowProps = { product: UnknownProduct; isBusy: boolean; onDecide: (is?: Decision['is']) => void }

function Row({ product, isBusy, onDecide }: RowProps) {
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
        <ProductSelect
          siteid={siteid}
          label={`Product that ${productname} is`}
          disabled={isBusy}
          onChoose={(productid, name) => onDecide({ productid, productname: name })}
        />
      ) : (
        <div className="row wrap">
          {known ? (
            <Button
              variant="default"
              size="xs"
              disabled={isBusy}
              aria-label={`${productname}: it is ${known.productname}`}
              onClick={() => onDecide(known)}
            >
              It is {known.productname}
            </Button>
          ) : (
            <Button variant="default" size="xs" disabled={isBusy} aria-label={`Add ${productname}`} onClick={() => onDecide()}>
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
