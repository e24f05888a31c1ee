import { Box } from '@mantine/core'
import { IconPencil, IconPlusMinus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ListedProduct as Product } from '../../../contract/products.ts'
import type { Call, useMay } from '../../auth/rights.ts'
import { formatPercent, formatPrice, NO_VALUE } from '../../lib/format/money.ts'
import { getStockColour } from '../../lib/format/stock-colour.ts'
import type { Column, RowAction, RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { NumberBadge } from '../../ui/display/number-badge.tsx'
import type { InlineEdits } from './inline-edits.ts'
import { InlineNumber } from './inline-number.tsx'
import { COLUMN_TITLES, type ProductColumn } from './list-choice.ts'
import { findCost, findMargin } from './margin.ts'
import type { Search } from './product-queries.ts'
import { Thumbnail } from './thumbnail.tsx'

type Open = (dialog: { kind: 'edit' | 'adjust' | 'delete'; product: Product }) => void

type Shown = {
  /** The site names, if there are several sites. */
  sites: boolean
  /** Those that the person chose, besides the usual ones. */
  columns: ProductColumn[]
  /** Whether a product of the page has a picture. */
  hasPictures: boolean
  /** Whether a row is an item with all of its sites. */
  perItem: boolean
  may: ReturnType<typeof useMay>
  /** Prices and stock as fields. */
  inline: InlineEdits | null
}

const MIN_WIDTH = 960
/** px that a chosen column adds to the table. */
const COLUMN_WIDTH = 80

const formatCost = (product: Product) => formatOrNone(findCost(product), formatPrice)
const formatMargin = (product: Product) => formatOrNone(findMargin(product), formatPercent)

const formatOrNone = (value: number | null, format: (value: number) => string) => (value === null ? NO_VALUE : format(value))

/** The columns of figures that the person may choose. */
const CHOSEN: Partial<Record<ProductColumn, Column<Product, Search['sort']>>> = {
  cost: {
    title: COLUMN_TITLES.cost,
    hint: 'Purchase price per unit.',
    width: '104px',
    numeric: true,
    cell: (product) => <span className="nowrap">{formatCost(product)}</span>,
  },
  margin: {
    title: COLUMN_TITLES.margin,
    hint: 'Price excl. VAT less cost, as a share of the price excl. VAT.',
    width: '84px',
    numeric: true,
    cell: (product) => <span className="nowrap">{formatMargin(product)}</span>,
  },
}

export function createProductView(open: Open, shown: Shown): RowView<Product, Search['sort']> {
  const { sites, inline, columns, perItem, may } = shown
  const pictures = shown.hasPictures && columns.includes('picture')
  const chosen = columns.flatMap((column) => CHOSEN[column] ?? [])
  return {
    key: (product) => product.productid,
    name: (product) => product.productname,
    tall: true,
    minWidth: MIN_WIDTH,
    ...(chosen.length > 0 && { tableWidth: MIN_WIDTH + chosen.length * COLUMN_WIDTH }),
    columns: [
      {
        title: 'Product',
        sort: 'productname',
        cell: (product) => (
          <div className="row gap-12">
            {pictures && <Thumbnail {...product} />}
            <NameCell product={product} second={joinTexts(sites && formatSite(product), product.description)} />
          </div>
        ),
      },
      {
        title: 'Barcode',
        minor: 1,
        sort: 'barcode',
        width: '136px',
        cell: ({ barcode }) => <span className="grey digits">{barcode || NO_VALUE}</span>,
      },
      {
        title: 'Category',
        minor: 3,
        sort: 'category',
        width: chosen.length > 0 ? '9%' : '11%',
        cell: ({ category }) => (category ? <ClampedText>{category}</ClampedText> : <None />),
      },
      {
        title: 'Supplier',
        minor: 2,
        sort: 'supplier',
        width: chosen.length > 0 ? '12%' : '14%',
        cell: ({ supplier }) => (supplier ? <ClampedText>{supplier}</ClampedText> : <None />),
      },
      {
        title: 'Price',
        sort: 'price',
        width: '128px',
        numeric: true,
        cell: (product) =>
          inline ? <InlineNumber product={product} field="price" edits={inline} /> : <Price product={product} />,
      },
      ...chosen,
      {
        title: 'Stock',
        sort: 'stock',
        width: '116px',
        numeric: true,
        cell: (product) =>
          inline ? <InlineNumber product={product} field="stock" edits={inline} /> : <StockBadge product={product} />,
      },
    ],
    actions: createActions(open, perItem).filter(({ call }) => may(call)),
    card: (product) => ({
      picture: pictures && <Thumbnail {...product} />,
      title: <ClampedText>{product.productname}</ClampedText>,
      facts: (
        <>
          <ClampedText>{joinTexts(product.category, product.supplier, sites && formatSite(product))}</ClampedText>
          {chosen.length > 0 && <div>{joinTexts(...columns.map((column) => describeChosen(column, product)))}</div>}
        </>
      ),
      figure: inline ? (
        <>
          <InlineNumber product={product} field="price" edits={inline} />
          <Stock>
            <InlineNumber product={product} field="stock" edits={inline} />
          </Stock>
        </>
      ) : (
        <>
          <Box component="b" className="nowrap" fz="lg" fw={600}>
            <Price product={product} />
          </Box>
          <Stock>
            <StockBadge product={product} />
          </Stock>
        </>
      ),
    }),
  }
}

type Action = RowAction<Product> & { call: Call }

/** Each with the call that a person must be allowed to make. Of an item only its first product is edited. */
function createActions(open: Open, perItem: boolean): Action[] {
  const edit: Action = {
    verb: 'Edit',
    icon: IconPencil,
    call: 'products.update',
    isMain: true,
    run: (product) => open({ kind: 'edit', product }),
  }
  if (perItem) return [edit]
  return [
    edit,
    { verb: 'Adjust stock', icon: IconPlusMinus, call: 'stock.create', run: (product) => open({ kind: 'adjust', product }) },
    { verb: 'Delete', icon: IconTrash, call: 'products.remove', run: (product) => open({ kind: 'delete', product }) },
  ]
}

/** 'Cost R 30,00'. */
function describeChosen(column: ProductColumn, product: Product) {
  if (column === 'picture') return false
  return `${COLUMN_TITLES[column]} ${(column === 'cost' ? formatCost : formatMargin)(product)}`
}

/** Where it is sold: '3 sites' for an item. */
const formatSite = ({ sitename, item }: Product) => (item && item.sites > 1 ? `${item.sites} sites` : sitename)

/** 'R 10,00 – R 12,00' for an item with several prices. */
function Price({ product: { price, item } }: { product: Product }) {
  const lowest = item?.lowest_price ?? price
  const highest = item?.highest_price ?? price
  if (lowest === highest) return <span className="nowrap">{formatPrice(lowest)}</span>
  return (
    <>
      <span className="nowrap">{formatPrice(lowest)} –</span> <span className="nowrap">{formatPrice(highest)}</span>
    </>
  )
}

const StockBadge = ({ product: { stock, item } }: { product: Product }) => {
  const value = item?.stock ?? stock
  return <NumberBadge value={value} colour={getStockColour(value)} />
}

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
