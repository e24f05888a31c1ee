import type { ReactNode } from 'react'
import classes from './clamped-text.module.css'

type Props = {
  children: ReactNode
  /** The text, if `children` has elements in it. */
  title?: string
}

/** A text of at most two lines. The tooltip and screen readers have all of it. */
export const ClampedText = ({ children, title = typeof children === 'string' ? children : undefined }: Props) => (
  <span className={classes.name} title={title}>
    {children}
  </span>
)
