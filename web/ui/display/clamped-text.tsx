import type { ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** The text, if `children` has elements in it. */
  title?: string
}

/** A text of at most two lines. The tooltip and screen readers have all of it. */
export const ClampedText = ({ children, title = typeof children === 'string' ? children : undefined }: Props) => (
  <span className="clamped" title={title}>
    {children}
  </span>
)
