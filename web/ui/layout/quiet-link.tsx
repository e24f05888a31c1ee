import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import classes from './quiet-link.module.css'

type Stretched = {
  /** Covers the nearest positioned element, such as a card or a cell. */
  stretched?: boolean
}

const Anchor = ({ stretched, className = '', ...props }: ComponentProps<'a'> & Stretched) => (
  <a className={`${classes.link} ${className}`} data-stretched={stretched || undefined} {...props} />
)

/** A text that leads to another screen. It looks like the text around it until it is hovered or focused. */
export const QuietLink = createLink(Anchor)

/** The same for an address that another program opens. */
export const QuietAnchor = Anchor

/** The same for a text that opens a dialog. */
export const QuietButton = ({ stretched, ...props }: ComponentProps<'button'> & Stretched) => (
  <button type="button" className={`plain-button ${classes.link}`} data-stretched={stretched || undefined} {...props} />
)
