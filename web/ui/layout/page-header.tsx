import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { Breadcrumb, type Step } from './breadcrumb.tsx'
import classes from './page-header.module.css'

type Props = {
  /** The screens that this one is below. */
  trail?: Step[] | undefined
  title: string
  subtitle: string
  /** Small, after the title. */
  status?: ReactNode
  /** At the end of the line of the title. */
  action?: ReactNode
  /** Beside the title; below it without enough width. */
  controls?: ReactNode
  /** The controls and the action do not fit on one line. */
  isControlsBelow?: boolean
}

export function PageHeader({ trail = [], title, subtitle, status, action, controls, isControlsBelow = false }: Props) {
  return (
    <header className={`row wrap ${classes.header}`}>
      {trail.length > 0 && <Breadcrumb steps={trail} />}
      <Box mr="auto">
        {status ? (
          <Box className="row gap-12" style={{ alignItems: 'baseline' }}>
            <h1>{title}</h1>
            {status}
          </Box>
        ) : (
          <h1>{title}</h1>
        )}
        <p className="grey">{subtitle}</p>
      </Box>
      {controls && (
        <div
          className={`row wrap ${classes.controls} ${isControlsBelow ? classes.below : ''}`}
          data-below={isControlsBelow || undefined}
        >
          {controls}
        </div>
      )}
      {action && <div className={`row wrap ${classes.action}`}>{action}</div>}
    </header>
  )
}
