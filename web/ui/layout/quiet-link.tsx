import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './quiet-link.module.css'

type Covering = {
  /** Covers the nearest positioned element, such as a card or a cell. */
  covers?: boolean
}

const Anchor = ({ covers, className = '', ...props }: ComponentProps<'a'> & Covering) => (
  <a className={`${classes.link} ${className}`} data-covers={covers || undefined} {...props} />
)

/** A text that leads to another screen. It looks like the text around it until it is hovered or focused. */
export const QuietLink = createLink(Anchor)

/** The same for a text that opens a dialog. */
export const QuietButton = ({ covers, ...props }: ComponentProps<'button'> & Covering) => (
  <button type="button" className={`plain-button ${classes.link}`} data-covers={covers || undefined} {...props} />
)
