import { type ReactNode, useId } from 'react'
import { addUnits, toCents } from '../../../contract/shared/decimal.ts'
import type { DocumentLine, StockDocument } from '../../../contract/stock-documents.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { formatPrice, formatQuantity, formatRand, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { Pill } from '../../ui/display/pill.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { SecondaryLine, SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { describeCost, formatUnits, getOutstanding, isOnItsWay } from './describe-document.ts'

type Line = DocumentLine
type Column = SmallTableColumn<Line>

/** The products of a document, with what came of each. */
export function DocumentLines({ document }: { document: StockDocument }) {
  const titleId = useId()
  const seesCosts = useSeesCosts()
  const columns = createColumns(document)
  const hasPrices = columns.includes(price)
  return (
    <section className="panel" style={{ overflow: 'clip' }} aria-labelledby={titleId}>
      <div className="row wrap between tight to-edge" style={{ minHeight: 56 }}>
        <h2 id={titleId}>Products</h2>
        <p className="small grey digits">{describeTotals(document, seesCosts)}</p>
      </div>
      <SmallTable
        titleId={titleId}
        columns={
          seesCosts
            ? columns.map((column) => (column === product && hasPrices ? productWithPrice : column))
            : columns.filter((column) => column !== price && column !== cost)
        }
        rows={document.lines}
        rowKey={({ productid }) => productid}
        skeletonRows={3}
      />
    </section>
  )
}

/** '12 products · 48 units · R 1 234,00 (2 prices not known) excl. VAT'. */
function describeTotals(document: StockDocument, seesCosts: boolean) {
  const { kind, lines, line_count, units, outstanding } = document
  const missing = addUnits(lines.flatMap((line) => [line.missing, ...line.lost.map(({ units }) => units)]))
  const rejected = addUnits(lines.map((line) => line.rejected))
  return [
    pluralize(line_count, 'product'),
    formatUnits(units),
    isOnItsWay(document) && `${formatQuantity(outstanding)} ${kind === 'transfer' ? 'in transit' : 'to come'}`,
    missing > 0 && `${formatQuantity(missing)} missing`,
    rejected > 0 && `${formatQuantity(rejected)} rejected`,
    seesCosts && line_count > 0 && `${describeCost({ ...document, lines: line_count })} excl. VAT`,
  ]
    .filter(Boolean)
    .join(' · ')
}

const product: Column = {
  title: 'Product',
  holds: 'name',
  cell: ({ productid, productname, barcode, is_archived }) => (
    <>
      <span className="medium">
        {is_archived ? (
          productname
        ) : (
          <QuietLink to="/products" search={{ product: productid }}>
            {productname}
          </QuietLink>
        )}
      </span>
      {is_archived && (
        <>
          {' '}
          <Pill tone="red">Deleted</Pill>
        </>
      )}
      {barcode && <span className="second-line">{barcode}</span>}
    </>
  ),
}

/** With the price below the name on a phone, which has no columns for it. */
const productWithPrice: Column = {
  ...product,
  cell: (line, index) => (
    <>
      {product.cell(line, index)}
      {line.purchaseprice !== null && (
        <SecondaryLine>
          {formatPrice(line.purchaseprice)} each, {formatCost(line.quantity, line.purchaseprice)}
        </SecondaryLine>
      )}
    </>
  ),
}

const number = (title: string, cell: (line: Line) => ReactNode, more: Partial<Column> = {}): Column => ({
  title,
  holds: 'number',
  cell,
  ...more,
})

const price = number('Price', ({ purchaseprice }) => (purchaseprice === null ? NO_VALUE : formatPrice(purchaseprice)), {
  wide: true,
})
const cost = number(
  'Cost',
  ({ quantity, purchaseprice }) => (purchaseprice === null ? NO_VALUE : formatCost(quantity, purchaseprice)),
  { wide: true },
)
const formatCost = (quantity: number, price: number) => formatRand(toCents(quantity * price) / 100)

const countUnits = (title: string) => number(title, ({ quantity }) => formatQuantity(quantity))
const reason: Column = { title: 'Reason', cell: (line) => line.reason, wide: true }

/** '+2', '-2,5'. */
const formatChange = (units: number) => `${units > 0 ? '+' : ''}${formatQuantity(units)}`

/** 'Torn bags', grey below the number on a phone. */
const withReason = (value: ReactNode, reason: string) => (
  <>
    {value}
    {reason && <SecondaryLine>{reason}</SecondaryLine>}
  </>
)

/** '3' above '2 Damaged' and '1 Lost'. */
const Losses = ({ lost }: Pick<Line, 'lost'>) =>
  lost.length === 0 ? (
    NO_VALUE
  ) : (
    <>
      {formatQuantity(addUnits(lost.map(({ units }) => units)))}
      {lost.map(({ units, reason }) => (
        <span key={reason} className="second-line">
          {lost.length > 1 && `${formatQuantity(units)} `}
          {reason}
        </span>
      ))}
    </>
  )

function createColumns({ kind, lines, is_correction }: StockDocument): Column[] {
  if (kind === 'order')
    return [
      product,
      price,
      number('Ordered', (line) => formatQuantity(line.quantity)),
      number('Received', (line) => formatQuantity(line.received)),
      number('Outstanding', (line) => <b>{formatQuantity(getOutstanding(line))}</b>),
      cost,
    ]
  if (kind === 'transfer') {
    const isOpen = lines.some((line) => getOutstanding(line) > 0)
    return [
      product,
      price,
      number('Sent', (line) => formatQuantity(line.quantity)),
      ...(lines.some(({ lost }) => lost.length > 0)
        ? [
            number('Received', (line) => formatQuantity(addUnits([line.received, ...line.lost.map(({ units }) => -units)])), {
              wide: isOpen,
            }),
            number('Missing', (line) => <Losses lost={line.lost} />),
          ]
        : [number('Received or missing', (line) => formatQuantity(line.received), { wide: true })]),
      number('In transit', (line) => <b>{formatQuantity(getOutstanding(line))}</b>, { wide: !isOpen }),
      cost,
    ]
  }
  if (kind === 'receipt')
    return [
      product,
      countUnits('Received'),
      number('Missing', (line) => withReason(line.missing === 0 ? NO_VALUE : formatQuantity(line.missing), line.reason)),
      reason,
    ]
  if (kind === 'adjustment')
    return [product, number('Change', (line) => withReason(formatChange(line.quantity), line.reason)), reason, cost]
  const hasRejected = lines.some((line) => line.rejected > 0)
  const isCorrected = lines.some((line) => line.corrected !== line.quantity)
  return [
    product,
    price,
    is_correction ? number('Change', (line) => formatChange(line.quantity)) : countUnits(hasRejected ? 'Accepted' : 'Received'),
    ...(isCorrected
      ? [
          number('Corrected to', (line) =>
            line.corrected === line.quantity ? NO_VALUE : <b>{formatQuantity(line.corrected)}</b>,
          ),
        ]
      : []),
    ...(hasRejected
      ? [
          number('Rejected', (line) =>
            line.rejected === 0 ? (
              NO_VALUE
            ) : (
              <>
                {formatQuantity(line.rejected)}
                {line.reason && <span className="second-line">{line.reason}</span>}
              </>
            ),
          ),
        ]
      : []),
    cost,
  ]
}
