import { Box, Skeleton } from '@mantine/core'
import { FIGURE_NAMES, FIGURES, type Figure } from '../../../contract/figures.ts'
import type { Report } from '../../../contract/reports.ts'
import { COST_COLUMNS, chooseChartFigure } from '../../../contract/search/reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { Delta } from '../../ui/display/delta.tsx'
import { KnownCost } from './known-cost.tsx'
import { findFigureChange, formatFigure, isCost, isPercent } from './report-figures.ts'
import { COLUMN_TITLES } from './report-names.ts'
import { getColumns, type SortedSearch } from './report-search.ts'
import classes from './reports.module.css'

const SHOWN = 4

/** The figure of the chart, and the first of the other columns. */
const chooseFigures = (search: SortedSearch, seesCosts: boolean): Figure[] => {
  const chosen = getColumns(search, seesCosts)
  const figures = [chooseChartFigure(search), ...FIGURE_NAMES.filter((name) => chosen.includes(name))]
  return [...new Set(figures)].slice(0, SHOWN)
}

/** The sums of all rows with their change, above the chart. */
export function ReportSummary({ search, report }: { search: SortedSearch; report: Report | undefined }) {
  const figures = chooseFigures(search, useSeesCosts())
  // Cost, profit and margin are of the same lines.
  const firstOfCost = figures.find((figure) => COST_COLUMNS.includes(figure))
  return (
    <dl className={classes.summary} aria-label="Total">
      {figures.map((figure) => (
        <div key={figure}>
          <dt className="grey small">{COLUMN_TITLES[figure]}</dt>
          {report ? (
            <>
              <dd className={`bold digits nowrap ${classes.figure}`}>{formatFigure(figure, FIGURES[figure](report.total))}</dd>
              {report.compared_total && (
                <Box component="dd" mih={20} fz="sm">
                  <Delta
                    delta={findFigureChange(figure, report.total, report.compared_total)}
                    isInPoints={isPercent(figure)}
                    isCost={isCost(figure)}
                  />
                </Box>
              )}
              {figure === firstOfCost && (
                <dd>
                  <KnownCost sums={report.total} columns={[figure]} />
                </dd>
              )}
            </>
          ) : (
            <dd className={`bold digits nowrap ${classes.figure}`}>
              <Skeleton height={20} my={4} width="70%" />
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
