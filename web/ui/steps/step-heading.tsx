import type { ReactNode } from 'react'
import classes from './step-heading.module.css'

type Props = {
  id?: string
  title: ReactNode
  /** The file, and what is to be said about it. */
  children: ReactNode
}

/** What a step of an import is about. */
export const StepHeading = ({ id, title, children }: Props) => (
  <div>
    <p id={id} className={classes.title}>
      {title}
    </p>
    <p className={classes.file}>{children}</p>
  </div>
)
