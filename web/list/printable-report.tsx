import type { ReactNode } from 'react'
import { formatCount, pluralize } from '../lib/format/money.ts'
import classes from './printable-report.module.css'

type Props = {
  business: string | undefined
  title: string
  /** What the paper says about the rows: their range, their filters. */
  facts: string[]
  /** The rows of all pages, and how many of them are printed. */
  results: number | undefined
  printed: number | null
  children: ReactNode
}

/** A report that can be printed. On paper a head is in place of the controls, and pages have numbers. */
export function PrintableReport({ business, title, facts, results = 0, printed, children }: Props) {
  return (
    <div className={classes.page}>
      <div className={classes.head} data-print-head>
        <p className="grey">{business}</p>
        <p className={classes.title}>{title}</p>
        {facts.map((fact) => (
          <p key={fact}>{fact}</p>
        ))}
        {printed !== null && printed < results && (
          <p>
            The first {formatCount(printed)} of {pluralize(results, 'row')}. The CSV file has all of them.
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
