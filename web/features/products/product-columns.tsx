import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { Product } from '../../../contract/products.ts'
import { formatRand, NO_VALUE } from '../../lib/format/money.ts'
import { getStockColour } from '../../lib/format/stock-colour.ts'
import type { RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { NumberBadge } from '../../ui/display/number-badge.tsx'
import type { InlineEdits } from './inline-edits.ts'
import { InlineNumber } from './inline-number.tsx'
import classes from './product-columns.module.css'
import type { Search } from './product-queries.ts'
import { Thumbnail } from './thumbnail.tsx'

type Open = (dialog: { kind: 'edit' | 'delete'; product: Product }) => void

type Shown = {
  /** The site names, if there are several sites. */
  sites: boolean
  /** A column for pictures, if a product of the page has one. */
  pictures: boolean
  /** Prices and stock as fields. */
  inline: InlineEdits | null
}

export const createProductView = (open: Open, { sites, pictures, inline }: Shown): RowView<Product, Search['sort']> => ({
  key: (product) => product.productid,
  name: (product) => product.productname,
  tall: true,
  minWidth: 960,
  columns: [
    {
      title: 'Product',
      sort: 'productname',
      cell: (product) => (
        <div className={classes.product}>
          {pictures && <Thumbnail {...product} />}
          <NameCell product={product} second={joinTexts(sites && product.sitename, product.description)} />
        </div>
      ),
    },
    {
      title: 'Barcode',
      sort: 'barcode',
      width: '136px',
      cell: ({ barcode }) => <span className={classes.barcode}>{barcode || NO_VALUE}</span>,
    },
    {
      title: 'Category',
      sort: 'category',
      width: '11%',
      cell: ({ category }) => (category ? <ClampedText>{category}</ClampedText> : <None />),
    },
    {
      title: 'Supplier',
      sort: 'supplier',
      width: '14%',
      cell: ({ supplier }) => (supplier ? <ClampedText>{supplier}</ClampedText> : <None />),
    },
    {
      title: 'Price',
      sort: 'price',
      width: '128px',
      numeric: true,
      cell: (product) =>
        inline ? (
          <InlineNumber product={product} field="price" edits={inline} />
        ) : (
          <span className={classes.figure}>{formatRand(product.price)}</span>
        ),
    },
    {
      title: 'Stock',
      sort: 'stock',
      width: '116px',
      numeric: true,
      cell: (product) =>
        inline ? (
          <InlineNumber product={product} field="stock" edits={inline} />
        ) : (
          <NumberBadge value={product.stock} colour={getStockColour(product.stock)} />
        ),
    },
  ],
  actions: [
    { verb: 'Edit', icon: IconPencil, run: (product) => open({ kind: 'edit', product }), isMain: true },
    { verb: 'Delete', icon: IconTrash, run: (product) => open({ kind: 'delete', product }) },
  ],
  card: (product) => ({
    picture: pictures && <Thumbnail {...product} />,
    title: <ClampedText>{product.productname}</ClampedText>,
    facts: <ClampedText>{joinTexts(product.category, product.supplier, sites && product.sitename)}</ClampedText>,
    figure: inline ? (
      <>
        <InlineNumber product={product} field="price" edits={inline} />
        <span className={classes.stock}>
          Stock <InlineNumber product={product} field="stock" edits={inline} />
        </span>
      </>
    ) : (
      <>
        <b className={classes.price}>{formatRand(product.price)}</b>
        <span className={classes.stock}>
          Stock <NumberBadge value={product.stock} colour={getStockColour(product.stock)} />
        </span>
      </>
    ),
  }),
})

const joinTexts = (...parts: (string | false)[]) => parts.filter(Boolean).join(' • ')

const NameCell = ({ product, second }: { product: Product; second: string }) => (
  <div>
    <span className={classes.name}>
      <ClampedText>{product.productname}</ClampedText>
    </span>
    {second && (
      <span className={classes.second} title={product.description || undefined}>
        {second}
      </span>
    )}
  </div>
)

const None = () => <span className={classes.none}>{NO_VALUE}</span>
