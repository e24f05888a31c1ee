import type { ReactNode } from 'react'
import classes from './page-header.module.css'

type Props = {
  title: string
  subtitle: string
  /** Beside the title. */
  action?: ReactNode
  /** Between the two; on a phone on lines of their own below. */
  controls?: ReactNode
}

/** A page's h1, its grey subtitle and, at the right, its actions. */
export function PageHeader({ title, subtitle, action, controls }: Props) {
  return (
    <header className={classes.header}>
      <div className={classes.words}>
        <h1>{title}</h1>
        <p>{subtitle}</p>
      </div>
      {controls && <div className={classes.controls}>{controls}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </header>
  )
}
