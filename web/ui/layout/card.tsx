import { type ReactNode, useId } from 'react'
import classes from './card.module.css'

type Props = {
  title: string
  /** The id of the title, for other elements that it labels. */
  titleId?: string
  /** The element. A section or figure is labelled with the title. */
  as?: 'section' | 'figure' | 'div'
  /** At the right of the title. */
  aside?: ReactNode
  /** Content without padding, such as tables. */
  flush?: boolean
  /** Shows old data while new data loads. */
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
