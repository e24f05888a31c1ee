import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './legend.module.css'

export type LegendEntry = {
  key: string
  /** How it is drawn; none for the only thing that is drawn. */
  mark: 'bar' | 'line' | 'dashes' | 'stroke' | 'slice' | undefined
  color: string
  title?: string
  /** A phone says it in another place. */
  isWide?: boolean
  children: ReactNode
}

type Props = {
  entries: LegendEntry[]
  /** A line for each entry, its values in columns. */
  isTable?: boolean
  /** There is a table of the same for screen readers. */
  isHidden?: boolean
}

/** What stands for what in a chart. */
export const Legend = ({ entries, isTable = false, isHidden = false }: Props) => (
  <ul className={isTable ? `${classes.legend} ${classes.table}` : classes.legend} aria-hidden={isHidden || undefined}>
    {entries.map(({ key, mark, color, title, isWide, children }) => (
      <Box
        key={key}
        component="li"
        data-mark={mark}
        title={title}
        visibleFrom={isWide ? 'sm' : undefined}
        style={{ '--key': color }}
      >
        {children}
      </Box>
    ))}
  </ul>
)

/** The names of the two periods of a chart: '26 Oct – 24 Nov 2026', '26 Sep – 25 Oct'; `title` says how the earlier one was chosen. */
export type Periods = { now: string; before: string; title: string }

type Mark = LegendEntry['mark']
type PeriodsProps = { periods: Periods; marks: readonly [now: Mark, before: Mark] }

/** A phone has room for the earlier period alone. */
export const PeriodsLegend = ({ periods: { now, before, title }, marks: [nowMark, beforeMark] }: PeriodsProps) => (
  <Legend
    entries={[
      { key: 'now', mark: nowMark, color: 'var(--c1)', isWide: true, children: now },
      {
        ...{ key: 'before', mark: beforeMark, color: beforeMark === 'stroke' ? 'var(--text)' : 'var(--grey)' },
        title,
        children: `vs ${before}`,
      },
    ]}
  />
)
