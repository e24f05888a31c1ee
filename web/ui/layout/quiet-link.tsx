import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './quiet-link.module.css'

type Props = ComponentProps<'a'> & {
  /** Covers the nearest positioned element, such as a card or a cell. */
  covers?: boolean
}

const Anchor = ({ covers, className = '', ...props }: Props) => (
  <a className={`${classes.link} ${className}`} data-covers={covers || undefined} {...props} />
)

/** A text that leads to another screen. It looks like the text around it until it is hovered or focused. */
export const QuietLink = createLink(Anchor)
