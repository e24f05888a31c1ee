import { Box } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Product } from '../../../contract/products.ts'
import { formatRand, NO_VALUE } from '../../lib/format/money.ts'
import { getStockColour } from '../../lib/format/stock-colour.ts'
import type { RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { NumberBadge } from '../../ui/display/number-badge.tsx'
import type { InlineEdits } from './inline-edits.ts'
import { InlineNumber } from './inline-number.tsx'
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
        <div className="row gap-12">
          {pictures && <Thumbnail {...product} />}
          <NameCell product={product} second={joinTexts(sites && product.sitename, product.description)} />
        </div>
      ),
    },
    {
      title: 'Barcode',
      sort: 'barcode',
      width: '136px',
      cell: ({ barcode }) => <span className="grey digits">{barcode || NO_VALUE}</span>,
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
          <span className="nowrap">{formatRand(product.price)}</span>
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
        <Stock>
          <InlineNumber product={product} field="stock" edits={inline} />
        </Stock>
      </>
    ) : (
      <>
        <Box component="b" className="nowrap" fz={16} fw={600}>
          {formatRand(product.price)}
        </Box>
        <Stock>
          <NumberBadge value={product.stock} colour={getStockColour(product.stock)} />
        </Stock>
      </>
    ),
  }),
})

const joinTexts = (...parts: (string | false)[]) => parts.filter(Boolean).join(' • ')

const NameCell = ({ product, second }: { product: Product; second: string }) => (
  <div>
    <Box component="span" fz="md" fw={500}>
      <ClampedText>{product.productname}</ClampedText>
    </Box>
    {second && (
      <Box component="span" className="clamped tiny grey" style={{ '--lines': 1 }} title={product.description || undefined}>
        {second}
      </Box>
    )}
  </div>
)

const Stock = ({ children }: { children: ReactNode }) => (
  <Box component="span" className="row" ml="auto" c="dimmed">
    Stock {children}
  </Box>
)

const None = () => <span className="grey">{NO_VALUE}</span>
