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
