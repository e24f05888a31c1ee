import type { ReactNode } from 'react'
import classes from './page-header.module.css'

/** A page's h1, its grey subtitle and, at the right, its actions. */
export function PageHeader({ title, subtitle, action }: { title: string; subtitle: string; action?: ReactNode }) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1>{title}</h1>
        <p>{subtitle}</p>
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </header>
  )
}
