import type { ReactNode } from 'react'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { Breadcrumb, type Step } from './breadcrumb.tsx'
import { MoreActions } from './more-actions.tsx'
import classes from './page-header.module.css'

type Props = {
  /** The screens that this one is below. */
  trail?: Step[] | undefined
  title: string
  subtitle: string
  /** Small, after the title. */
  status?: ReactNode
  /** The main action, at the end of the line of the title. */
  action?: ReactNode
  /** Other buttons, before it; on a phone behind 'More actions'. */
  more?: ReactNode
  /** Beside the title; below it without enough width. */
  controls?: ReactNode
  /** The controls and the action do not fit on one line. */
  isControlsBelow?: boolean
}

export function PageHeader({ trail = [], title, subtitle, status, action, more, controls, isControlsBelow = false }: Props) {
  const isPhone = useIsPhone()
  const others = isPhone && more ? <MoreActions>{more}</MoreActions> : more
  const isOtherBelow = isPhone && Boolean(controls)
  return (
    <header className={`row wrap ${classes.header}`}>
      {trail.length > 0 && <Breadcrumb steps={trail} />}
      <div className={classes.titles}>
        <div className={`row wrap ${classes.title}`}>
          <h1>{title}</h1>
          {status}
        </div>
        <p className="grey">{subtitle}</p>
      </div>
      {controls && (
        <div
          className={`row wrap ${classes.controls} ${isControlsBelow ? classes.below : ''}`}
          data-below={isControlsBelow || undefined}
        >
          {controls}
          {isOtherBelow && others}
        </div>
      )}
      {(action || (others && !isOtherBelow)) && (
        <div className={`row wrap ${classes.action}`}>
          {!isOtherBelow && others}
          {action}
        </div>
      )}
    </header>
  )
}
