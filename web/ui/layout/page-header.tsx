import { Box } from '@mantine/core'
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
    <header className={`row wrap ${classes.header}`}>
      <Box mr="auto">
        <h1>{title}</h1>
        <p className="grey">{subtitle}</p>
      </Box>
      {controls && <div className={`row wrap ${classes.controls}`}>{controls}</div>}
      {action && <div className={`row wrap ${classes.action}`}>{action}</div>}
    </header>
  )
}
