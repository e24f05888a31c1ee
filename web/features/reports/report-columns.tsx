import { Box } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FIGURES, findDifference, type Sums } from '../../../contract/figures.ts'
import type { Report, ReportRow } from '../../../contract/reports.ts'
import { type Column, chooseChartFigure } from '../../../contract/search/reports.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { formatPercent, formatRand, NO_VALUE } from '../../lib/format/money.ts'
import { CardFigure } from '../../list/card-figure.tsx'
import type { Column as ListColumn, RowView } from '../../list/row-view.ts'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { Delta } from '../../ui/display/delta.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { describeKnownCost, KnownCost } from './known-cost.tsx'
import { findFigureChange, findShare, formatFigure, getColumnWidth } from './report-figures.ts'
import { COLUMN_TITLES, DIMENSION_NAMES, getRowName } from './report-names.ts'
import { getFirstDirection, type Sort, type SortedSearch } from './report-search.ts'

/** Numbered, for the keys of the list. The total, and that of a month, are rows too. */
export type NumberedRow = ReportRow & { index: number; isTotal?: boolean; isSubtotal?: boolean }

const NAME_WIDTH = 232
const CARDS_BELOW = 560

const TOTAL = { key: null, name: 'Total', detail: '', index: -1, isTotal: true } as const

type Options = {
  columns: Column[]
  /** Leads to what is in a row. */
  link: (row: ReportRow) => LinkProps | undefined
}

/** How the rows of a report are shown. */
export function createReportView(
  search: SortedSearch,
  report: Report | undefined,
  { columns, link }: Options,
): RowView<NumberedRow, Sort> {
  const { by } = search
  const getName = (row: NumberedRow) => {
    if (row.isTotal) return row.name
    return row.isSubtotal ? `Total ${getRowName(by, row)}` : getRowName(by, row)
  }
  const name = (row: NumberedRow) => {
    const target = row.isTotal ? undefined : link(row)
    const text = <ClampedText>{getName(row)}</ClampedText>
    return target ? (
      <QuietLink {...target} data-main className={row.isSubtotal ? '' : 'medium'}>
        {text}
      </QuietLink>
    ) : (
      text
    )
  }
  /** Where it is known for nothing, cost, profit and margin are '–'. */
  const partlyKnown = ({ sums }: NumberedRow) => {
    const text = FIGURES.cost(sums) === null ? undefined : describeKnownCost(sums, columns)
    return text && capitalise(text)
  }
  const figure = chooseChartFigure(search)
  const others = columns.filter((column) => column !== figure && column !== 'change')
  return {
    key: ({ index }) => index,
    isSubtotal: ({ isSubtotal = false }) => isSubtotal,
    name: getName,
    columns: [
      {
        title: DIMENSION_NAMES[by],
        sort: 'name',
        isHeader: true,
        cell: (row) => (
          <>
            {name(row)}
            {row.detail && <Detail>{row.detail}</Detail>}
            {row.isTotal ? (
              <KnownCost sums={row.sums} columns={columns} />
            ) : (
              partlyKnown(row) && <Detail>{partlyKnown(row)}</Detail>
            )}
          </>
        ),
      },
      ...columns.map(
        (column): ListColumn<NumberedRow, Sort> => ({
          title: COLUMN_TITLES[column],
          sort: column,
          first: getFirstDirection(column),
          numeric: true,
          width: `${getColumnWidth(column)}px`,
          cell: (row) => <Value column={column} row={row} report={report} />,
        }),
      ),
    ],
    actions: [],
    card: (row) => ({
      title: name(row),
      facts: (
        <>
          {row.detail && <div>{row.detail}</div>}
          {row.isTotal ? <KnownCost sums={row.sums} columns={columns} /> : partlyKnown(row) && <div>{partlyKnown(row)}</div>}
        </>
      ),
      figure: (
        <>
          <CardFigure label={COLUMN_TITLES[figure]}>{formatFigure(figure, FIGURES[figure](row.sums))}</CardFigure>
          {columns.includes('change') && row.compared && <Value column="change" row={row} report={report} />}
        </>
      ),
      values: others.map((column) => ({
        label: COLUMN_TITLES[column],
        value: <Value column={column} row={row} report={report} />,
      })),
    }),
    ...(by === 'product' && { tall: true }),
    minWidth: CARDS_BELOW,
    tableWidth: columns.reduce((width, column) => width + getColumnWidth(column), NAME_WIDTH),
    total: report && report.results > 0 ? { ...TOTAL, sums: report.total, compared: report.compared_total } : undefined,
  }
}

/** The rows of a page. Those of months and VAT rates in their order have the total of its month after the last row of each. */
export function numberRows({ by, sort }: SortedSearch, { rows, months }: Report): NumberedRow[] {
  const totals = by === 'vat_rate' && sort === 'name' ? new Map(months.map((month) => [month.key, month])) : undefined
  const numbered = rows.flatMap((row, index): Omit<NumberedRow, 'index'>[] => {
    const month = getMonth(row)
    const total = totals?.get(month)
    return total && month !== getMonth(rows[index + 1]) ? [row, { ...total, isSubtotal: true }] : [row]
  })
  return numbered.map((row, index) => ({ ...row, index }))
}

/** Of a row of a month and VAT rate, '2026-11 15'. */
const getMonth = (row: ReportRow | undefined) => row?.key?.slice(0, 7) ?? null

type ValueProps = { column: Column; row: ReportRow; report: Pick<Report, 'total' | 'compared_total'> | undefined }

function Value({ column, row: { sums, compared }, report }: ValueProps) {
  if (column === 'change') return <Delta delta={findFigureChange('revenue', sums, compared)} />
  if (column === 'difference') return <Difference sums={sums} compared={compared} isCompared={!!report?.compared_total} />
  if (column !== 'share') return formatFigure(column, FIGURES[column](sums))
  const share = report ? findShare(sums, report.total) : null
  return share === null ? NO_VALUE : formatPercent(share)
}

type DifferenceProps = { sums: Sums; compared: Sums | null; isCompared: boolean }

/** In rand. What the earlier range has nothing of is all more. */
function Difference({ sums, compared, isCompared }: DifferenceProps) {
  if (!isCompared) return NO_VALUE
  const difference = findDifference(sums.revenue, compared?.revenue ?? 0)
  return (
    <Box component="span" className="nowrap" c={difference === 0 ? 'dimmed' : `var(--${difference > 0 ? 'green' : 'red'})`}>
      {difference > 0 && '+'}
      {formatRand(difference)}
    </Box>
  )
}

const Detail = ({ children }: { children: ReactNode }) => (
  <Box component="span" className="second-line" lh="16px">
    {children}
  </Box>
)
