import type { ReactNode } from 'react'
import classes from './page-header.module.css'

type Props = {
  title: string
  subtitle: string
  /** Beside the title. */
  action?: ReactNode
  /** Between title and action; below them without enough width. */
  controls?: ReactNode
}

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
