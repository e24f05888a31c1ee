import { Box } from '@mantine/core'
import { type LinkProps, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { findChange } from '../../../contract/figures.ts'
import type { ReportedSale, SaleReport, SaleReportRow, SaleReportSums } from '../../../contract/sale-reports.ts'
import {
  AMOUNT_TITLES,
  chooseGroup,
  chooseSaleColumns,
  getFirstDirection,
  NAME_TITLES,
} from '../../../contract/search/sale-report-rows.ts'
import type { SaleReportColumn, SaleReportGroup, SaleReportKind } from '../../../contract/search/sale-reports.ts'
import { toCents } from '../../../contract/shared/decimal.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { formatDateIn, formatDateTimeIn, formatLongDay, formatWeekday } from '../../lib/format/dates.ts'
import { formatCount, formatPercent, formatQuantity, formatRand, NO_VALUE } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import type { Column, RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { Delta } from '../../ui/display/delta.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import type { Search, Sort } from './sale-report-search.ts'
import { GROUP_NAMES } from './sale-report-words.ts'

/** Numbered, for the keys of the list. The total is a row too. */
export type NumberedRow = SaleReportRow & { index: number }

const TOTAL = -1
const isTotal = ({ index }: NumberedRow) => index === TOTAL

type Options = {
  kind: SaleReportKind
  search: Search
  timezone: string
  compares: boolean
  /** Leads to what is in a row. */
  link: (row: SaleReportRow) => LinkProps
}

/** How the rows of a report are shown. */
export function createSaleReportView(report: SaleReport | undefined, options: Options): RowView<NumberedRow, Sort> {
  const { kind, search, timezone, compares, link } = options
  const by = chooseGroup({ ...search, kind })
  const columns = chooseSaleColumns({ ...search, kind })
  const name = (row: NumberedRow) => getName(kind, by, row)
  const title = (row: NumberedRow) =>
    isTotal(row) ? (
      'Total'
    ) : (
      <QuietLink {...link(row)} data-main className="medium">
        <ClampedText>{name(row)}</ClampedText>
      </QuietLink>
    )
  const notes = (row: NumberedRow) => describeRow(kind, row).map((note) => <Note key={note}>{note}</Note>)
  const hasChange = compares && by !== 'sale' && report?.compared_range !== null
  const figure = columns.includes('left') ? 'left' : 'amount'
  return {
    key: ({ index }) => index,
    name,
    tall: by === 'sale',
    minWidth: by === 'sale' ? 760 : 620,
    columns: [
      {
        title: by === 'name' ? NAME_TITLES[kind] : GROUP_NAMES[by],
        ...(by === 'sale' ? {} : { sort: 'name' as const, first: getFirstDirection(kind, by, 'name') }),
        isHeader: true,
        cell: (row) => (
          <>
            {title(row)}
            {row.sale && <Note>{describePlace(row.sale)}</Note>}
            {notes(row)}
          </>
        ),
      },
      ...(by === 'sale' ? createSaleColumns(kind, timezone) : []),
      ...columns.map(
        (column): Column<NumberedRow, Sort> => ({
          title: getTitle(kind, column),
          sort: column,
          first: getFirstDirection(kind, by, column),
          numeric: true,
          width: column === 'sales' ? '96px' : '136px',
          cell: ({ sums }) => formatFigure(column, sums),
        }),
      ),
      ...(hasChange
        ? [{ title: 'Change', numeric: true, width: '112px', cell: (row: NumberedRow) => <Change kind={kind} row={row} /> }]
        : []),
    ],
    actions: [],
    card: (row) => ({
      title: title(row),
      facts: (
        <>
          {row.sale && (
            <>
              <div>{formatDateTimeIn(timezone, row.sale.saledate)}</div>
              <div>{describePlace(row.sale)}</div>
              {kind === 'refunds' && (
                <div>
                  {row.sale.refund_of !== null && 'Refund of '}
                  <RefundedSale sale={row.sale} timezone={timezone} />
                </div>
              )}
            </>
          )}
          {notes(row)}
        </>
      ),
      figure: (
        <>
          <CardFigure label={getTitle(kind, figure)}>{formatFigure(figure, row.sums)}</CardFigure>
          {hasChange && row.compared && <Change kind={kind} row={row} />}
        </>
      ),
      values: columns
        .filter((column) => column !== figure)
        .map((column) => ({ label: getTitle(kind, column), value: formatFigure(column, row.sums) })),
    }),
    total:
      report && report.results > 0
        ? { key: '', name: 'Total', sums: report.total, compared: report.compared_total, index: TOTAL }
        : undefined,
  }
}

const createSaleColumns = (kind: SaleReportKind, timezone: string): Column<NumberedRow, Sort>[] => [
  {
    title: 'Time',
    sort: 'name',
    first: 'desc',
    width: '176px',
    cell: ({ sale }) => sale && <span className="digits">{formatDateTimeIn(timezone, sale.saledate)}</span>,
  },
  ...(kind === 'refunds'
    ? [
        {
          title: 'Refund of',
          width: '34%',
          cell: ({ sale }: NumberedRow) => sale && <RefundedSale sale={sale} timezone={timezone} />,
        },
      ]
    : []),
]

export const getTitle = (kind: SaleReportKind, column: SaleReportColumn) =>
  ({
    amount: AMOUNT_TITLES[kind],
    used: 'Used',
    left: 'Left',
    share: 'Share of sales',
    vat: 'VAT',
    quantity: 'Quantity',
    sales: kind === 'refunds' ? 'Refunds' : 'Sales',
  })[column]

function formatFigure(column: SaleReportColumn, sums: SaleReportSums) {
  const { amount, sales, quantity = 0, revenue = 0 } = sums
  if (column === 'share') return revenue > 0 ? formatPercent(amount / revenue) : NO_VALUE
  if (column === 'sales') return formatCount(sales)
  return column === 'quantity' ? formatQuantity(quantity) : formatRand(sums[column] ?? 0)
}

export function getName(kind: SaleReportKind, by: SaleReportGroup, { key, name }: Pick<SaleReportRow, 'key' | 'name'>) {
  if (by === 'day') return formatWeekday(key)
  if (by === 'sale') return name || `Sale ${key}`
  return kind === 'tips' && by === 'name' ? formatPaymentMethod(name) : name
}

/** A sale without an employee is named with its site. */
const describePlace = ({ sitename, employee }: ReportedSale) =>
  employee.endsWith(sitename) ? employee : [sitename, employee].filter(Boolean).join(' · ')

/** What a figure alone does not say. */
function describeRow(kind: SaleReportKind, row: NumberedRow) {
  const { above = 0, left = 0, loaded = 0 } = row.sums
  if (kind === 'discounts' && isTotal(row) && above !== 0)
    return [`${formatRand(above)} above the lines of sales, not a discount`]
  if (kind !== 'gift-cards' || row.sale || left >= 0 || isTotal(row)) return []
  return [loaded === 0 ? 'Used but never sold here' : 'More used than sold here']
}

/** More discounts and refunds are worse. Refunds are below zero. */
function Change({ kind, row: { sums, compared } }: { kind: SaleReportKind; row: SaleReportRow }) {
  const sign = kind === 'refunds' ? -1 : 1
  const delta = findChange(sign * sums.amount, compared ? sign * compared.amount : null)
  return <Delta delta={delta} isCost={kind === 'discounts' || kind === 'refunds'} />
}

/** The sale that a refund gives back, and whether more was given back than was sold. */
function RefundedSale({ sale: { refund_of, refunded }, timezone }: { sale: ReportedSale; timezone: string }) {
  if (refund_of === null) return <span className="grey">No original sale</span>
  if (!refunded)
    return (
      <>
        <ClampedText>{refund_of}</ClampedText>
        <Note>Not found</Note>
      </>
    )
  const day = formatDateIn(timezone, refunded.saledate)
  return (
    <>
      <QuietLink {...linkOptions({ to: '/sales', search: { sale: refunded.saleid, from: day, to: day } })}>
        <ClampedText>{refund_of}</ClampedText>
      </QuietLink>
      <Note>
        {formatLongDay(day)}, {formatRand(refunded.amount)}
      </Note>
      {toCents(refunded.given_back) > toCents(refunded.amount) && (
        <Box component="span" className="second-line" c="var(--red)">
          {formatRand(refunded.given_back)} refunded
        </Box>
      )}
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Box component="span" className="second-line" lh="16px">
    {children}
  </Box>
)
