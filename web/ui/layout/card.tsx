import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

type Props = {
  title: string
  /** The id the title gets, for whatever else it labels. */
  titleId?: string
  /** What it is to a screen reader: a region or figure labelled with its title, or nothing of its own. */
  as?: 'section' | 'figure' | 'div'
  /** At the right of the title. */
  aside?: ReactNode
  /** Content that reaches the card's edges, as tables do. */
  flush?: boolean
  /** Old figures while new ones come. */
  dimmed?: boolean
  children: ReactNode
}

export function Card({ title, titleId, as: Element = 'section', aside, flush = false, dimmed = false, children }: Props) {
  const ownId = useId()
  const id = titleId ?? ownId
  return (
    <Element
      className={classes.card}
      aria-labelledby={Element === 'div' ? undefined : id}
      aria-busy={dimmed || undefined}
      data-flush={flush || undefined}
      data-dimmed={dimmed || undefined}
    >
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {aside && <div className={classes.aside}>{aside}</div>}
      </div>
      {children}
    </Element>
  )
}
