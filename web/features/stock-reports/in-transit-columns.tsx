import type { ReactNode } from 'react'
import type { InTransitSearch } from '../../../contract/search/stock-reports.ts'
import type { InTransit, InTransitRow } from '../../../contract/stock-reports.ts'
import { countDays, formatDateIn, formatLongDay } from '../../lib/format/dates.ts'
import { formatQuantity, pluralize } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import { chooseVisible, type RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { formatCost } from './known-costs.tsx'
import { UnknownLines } from './unknown-lines.tsx'

/** A line of a transfer has no id, so it is numbered for the keys of the list. The total is `TOTAL`. */
type Row = InTransitRow & { index: number }

const TOTAL = -1
const isTotal = ({ index }: Row) => index === TOTAL

export const numberLines = (rows: InTransitRow[]): Row[] => rows.map((row, index) => ({ ...row, index }))

const NOTHING = {
  ...{ productid: 1, barcode: '', documentid: 1, number: 0, siteid: 1, sitename: '', to_siteid: 1, to_sitename: '' },
  sent_at: new Date(0),
}

type Options = { today: string; timezone: string; seesCosts: boolean }

export function createInTransitView(
  transit: Pick<InTransit, 'total' | 'results'> | undefined,
  { today, timezone, seesCosts }: Options,
): RowView<Row, InTransitSearch['sort']> {
  const { total, results: lines = 0 } = transit ?? {}
  const exceptTotal = (cell: (row: Row) => ReactNode) => (row: Row) => (isTotal(row) ? null : cell(row))
  const unknown = total && <UnknownLines {...total} />
  const getSentDay = ({ sent_at }: Row) => formatDateIn(timezone, sent_at)
  const view: RowView<Row, InTransitSearch['sort']> = {
    key: ({ index }) => index,
    name: ({ productname }) => productname,
    tall: true,
    minWidth: 900,
    columns: [
      {
        title: 'Product',
        sort: 'productname',
        cell: (row) => (isTotal(row) ? <Total>{unknown}</Total> : <Product {...row} />),
      },
      { title: 'Transfer', minor: 2, width: '128px', cell: exceptTotal((row) => <Transfer {...row} />) },
      {
        title: 'From → To',
        width: '26%',
        cell: exceptTotal((row) => <ClampedText>{describeWay(row)}</ClampedText>),
      },
      {
        title: 'Sent',
        minor: 1,
        sort: 'sent_at',
        width: '128px',
        cell: exceptTotal((row) => <Sent day={getSentDay(row)} today={today} />),
      },
      { title: 'Units', sort: 'units', first: 'desc', width: '96px', numeric: true, cell: ({ units }) => formatQuantity(units) },
      {
        title: 'Cost',
        sort: 'cost',
        first: 'desc',
        width: '136px',
        numeric: true,
        isCost: true,
        cell: ({ cost }) => formatCost(cost),
      },
    ],
    actions: [],
    total:
      total && lines > 0
        ? {
            ...{ ...NOTHING, index: TOTAL, productname: 'Total', units: total.units },
            cost: total.unknown_costs === lines ? null : total.cost,
          }
        : undefined,
    card: (row) => ({
      title: isTotal(row) ? <Total>{unknown}</Total> : <Product {...row} />,
      facts: isTotal(row) ? (
        'All pages'
      ) : (
        <>
          <Transfer {...row} /> • {describeWay(row)}
        </>
      ),
      figure: <CardFigure label="Units">{formatQuantity(row.units)}</CardFigure>,
      values: [
        { label: 'Cost', value: formatCost(row.cost), isCost: true },
        ...(isTotal(row) ? [] : [{ label: 'Sent', value: <Sent day={getSentDay(row)} today={today} /> }]),
      ],
    }),
  }
  return chooseVisible(view, seesCosts)
}

const Total = ({ children }: { children: ReactNode }) => (
  <>
    <b>Total</b>
    {children}
  </>
)

const Product = ({ productid, productname, barcode }: Row) => (
  <>
    <QuietLink to="/products" search={{ product: productid }} className="medium">
      <ClampedText>{productname}</ClampedText>
    </QuietLink>
    {barcode && <span className="second-line">{barcode}</span>}
  </>
)

/** Opens the transfer, as a click anywhere in the row does. */
const Transfer = ({ documentid, number }: Row) => (
  <QuietLink data-main to="/stock/$documentid" params={{ documentid: String(documentid) }} className="nowrap">
    Transfer {number}
  </QuietLink>
)

const describeWay = ({ sitename, to_sitename }: Row) => `${sitename} → ${to_sitename}`

const Sent = ({ day, today }: { day: string; today: string }) => (
  <>
    {formatLongDay(day)}
    <span className="second-line">{formatDaysAgo(countDays(day, today))}</span>
  </>
)

const formatDaysAgo = (days: number) => (days <= 0 ? 'Today' : days === 1 ? 'Yesterday' : `${pluralize(days, 'day')} ago`)
