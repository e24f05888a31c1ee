import { Box } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { type Dimension, isByTime } from '../../../contract/search/reports.ts'

export type Shape = 'line' | 'columns' | 'bars' | 'heatMap' | 'table'

/** Like the chart of the report. */
export function chooseShape(by: Dimension): Shape {
  if (by === 'weekday_hour') return 'heatMap'
  if (by === 'hour' || by === 'weekday' || by === 'vat_rate') return 'columns'
  return isByTime(by) ? 'line' : 'bars'
}

const REPORTS = { display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 300px), 1fr))', gap: 12 }

/** Reports under a title. */
export function ReportGroup({ title, isBusy, children }: { title: string; isBusy?: boolean; children: ReactNode }) {
  const id = useId()
  return (
    <Box component="section" mb={24} aria-labelledby={id}>
      <Box component="h2" id={id} mb={8}>
        {title}
      </Box>
      <ul style={REPORTS} aria-busy={isBusy}>
        {children}
      </ul>
    </Box>
  )
}

type Props = { shape: Shape; link: ReactNode; text: string; menu?: ReactNode }

/** A report in the list of reports: its shape, its name, which is a link, and what it is about. */
export const ReportCard = ({ shape, link, text, menu }: Props) => (
  <Box component="li" className="panel row top gap-16 opens" p="14px 8px 14px 16px">
    <svg viewBox="0 0 64 44" width={64} height={44} color="var(--c1)" fill="currentColor" aria-hidden>
      {SHAPES[shape]}
    </svg>
    <div className="rest medium">
      {link}
      <Box component="p" className="grey small" fw={400}>
        {text}
      </Box>
    </div>
    {menu}
  </Box>
)

/** Height of each column, from the bottom. */
const COLUMNS = [16, 26, 36, 22, 30]
/** Width of each bar. */
const BARS = [56, 40, 26, 14]
/** Of 4: how dark each cell is, by row. */
const CELLS = [
  [1, 2, 3, 2, 1],
  [1, 3, 4, 3, 2],
  [2, 4, 4, 3, 1],
]

const SHAPES: Record<Shape, ReactNode> = {
  line: (
    <>
      <path d="M4 34 17 22 30 28 45 10 60 16V40H4Z" opacity={0.15} />
      <path d="M4 34 17 22 30 28 45 10 60 16" fill="none" stroke="currentColor" strokeWidth={2.5} strokeLinejoin="round" />
    </>
  ),
  columns: COLUMNS.map((height, index) => (
    <rect key={height} x={4 + index * 12} y={40 - height} width={8} height={height} rx={1.5} />
  )),
  bars: BARS.map((width, index) => <rect key={width} x={4} y={4 + index * 10} width={width} height={6} rx={1.5} />),
  heatMap: CELLS.map((row, y) =>
    row.map((dark, x) => (
      <rect key={`${y} ${x}`} x={3 + x * 12} y={3 + y * 13} width={10} height={11} rx={1.5} opacity={dark / 4} />
    )),
  ),
  table: [0, 1, 2, 3].map((row) => (
    <g key={row} opacity={row === 0 ? 1 : 0.45}>
      <rect x={4} y={5 + row * 10} width={30} height={4} rx={1.5} />
      <rect x={46} y={5 + row * 10} width={14} height={4} rx={1.5} />
    </g>
  )),
}
