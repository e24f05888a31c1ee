import type { ReactNode } from 'react'
import classes from './page-header.module.css'

type Props = {
  title: string
  subtitle: string
  /** Beside the title. */
  action?: ReactNode
  /** Between title and action; below them without enough width. */
  controls?: ReactNode
  /** The controls are two buttons at most, which a tablet has room for beside the title. */
  compact?: boolean
}

export function PageHeader({ title, subtitle, action, controls, compact = false }: Props) {
  return (
    <header className={classes.header} data-compact={compact || undefined}>
      <div className={classes.words}>
        <h1>{title}</h1>
        <p>{subtitle}</p>
      </div>
      {controls && <div className={classes.controls}>{controls}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </header>
  )
}
