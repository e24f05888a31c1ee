import { linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Shrinkage } from '../../../contract/stock-reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { formatQuantity, pluralize } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import { chooseVisible, type RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { formatCost } from './known-costs.tsx'
import { describeReason, getDifference, getFoundCost, getLostCost, getUnitDifference, type TableRow } from './shrinkage-rows.ts'
import { UnknownLines } from './unknown-lines.tsx'

const TOTAL = -1
const isTotal = ({ index }: TableRow) => index === TOTAL

const number = { numeric: true, width: '104px' } as const
const amount = { numeric: true, width: '128px', isCost: true } as const

export const createShrinkageView = (total: Shrinkage['total'] | undefined, seesCosts: boolean): RowView<TableRow, never> => {
  const view: RowView<TableRow, never> = {
    key: ({ index }) => index,
    name: (row) => `${row.sitename} ${getReason(row)}`,
    tall: true,
    minWidth: 980,
    columns: [
      { title: 'Site', cell: (row) => (isTotal(row) ? <b>Total</b> : <ClampedText>{row.sitename}</ClampedText>) },
      { title: 'Reason', width: '24%', cell: (row) => <Reason row={row} /> },
      { title: 'Units lost', minor: 3, ...number, cell: ({ lost }) => <Figure value={lost} format={formatQuantity} /> },
      { title: 'Units found', minor: 1, ...number, cell: ({ found }) => <Figure value={found} format={formatQuantity} /> },
      { title: 'Cost lost', ...amount, cell: (row) => <Figure value={getLostCost(row)} format={formatCost} /> },
      { title: 'Cost found', minor: 2, ...amount, cell: (row) => <Figure value={getFoundCost(row)} format={formatCost} /> },
      { title: 'Difference', ...amount, cell: (row) => <b>{formatCost(getDifference(row))}</b> },
    ],
    actions: [],
    isSubtotal: (row) => row.of === undefined,
    total: total && total.lines > 0 ? { ...total, index: TOTAL, sitename: 'Total' } : undefined,
    card: (row) => ({
      title: (
        <>
          {isTotal(row) && 'Total'}
          <Reason row={row} />
        </>
      ),
      facts: isTotal(row) ? 'Of all sites' : row.sitename,
      figure: seesCosts ? (
        <CardFigure label="Difference">{formatCost(getDifference(row))}</CardFigure>
      ) : (
        <CardFigure label="Difference">{formatQuantity(getUnitDifference(row))}</CardFigure>
      ),
      // A reason mostly has only one of both.
      values: [
        ...(row.lost > 0
          ? [
              { label: 'Cost lost', value: formatCost(getLostCost(row)), isCost: true },
              { label: 'Units lost', value: formatQuantity(row.lost) },
            ]
          : []),
        ...(row.found > 0
          ? [
              { label: 'Cost found', value: formatCost(getFoundCost(row)), isCost: true },
              { label: 'Units found', value: formatQuantity(row.found) },
            ]
          : []),
      ],
    }),
  }
  return chooseVisible(view, seesCosts)
}

type FigureProps<Value extends number | null> = { value: Value; format: (value: Value) => string }

/** Grey where there is nothing, so that the others are found in a second. */
const Figure = <Value extends number | null>({ value, format }: FigureProps<Value>) => (
  <span className={value === 0 ? 'grey' : undefined}>{format(value)}</span>
)

const getReason = (row: TableRow) => (row.of ? describeReason(row.of) : isTotal(row) ? '' : 'All reasons')

/** The reason, which leads to the documents. */
function Reason({ row }: { row: TableRow }): ReactNode {
  const name = getReason(row)
  const seesCosts = useSeesCosts()
  if (row.of)
    return (
      <>
        <QuietLink data-main {...linkOptions({ to: '/stock', search: { kind: row.of.kind, siteid: row.of.siteid } })}>
          <ClampedText>{name}</ClampedText>
        </QuietLink>
        {row.unknown_costs > 0 && seesCosts && (
          <span className="second-line">{pluralize(row.unknown_costs, 'line')} without a purchase price</span>
        )}
      </>
    )
  return (
    <>
      {name}
      {isTotal(row) && <UnknownLines {...row} />}
    </>
  )
}
