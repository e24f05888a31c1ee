import { Box } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import classes from './card.module.css'
import { QuietLink } from './quiet-link.tsx'

/** Where the title of a card leads. The title stays plain text; the name is that of the arrow after it. */
export type TitleLink = { to: LinkProps; name: string }

type Props = {
  title: string
  /** The id of the title, for other elements that it labels. */
  titleId?: string
  link?: TitleLink | undefined
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

export function Card(props: Props) {
  const { title, titleId, link, as: Element = 'section', aside, flush = false, dimmed = false, children } = props
  const ownId = useId()
  const id = titleId ?? ownId
  return (
    <Element
      className={`panel ${classes.card}`}
      aria-labelledby={Element === 'div' ? undefined : id}
      aria-busy={dimmed || undefined}
      data-flush={flush || undefined}
      data-dimmed={dimmed || undefined}
    >
      <div className={`row gap-12 ${classes.head}`}>
        <div className={`row ${classes.title}`}>
          <h2 id={id}>{title}</h2>
          {link && (
            <QuietLink {...link.to} stretched aria-label={link.name}>
              <span aria-hidden>›</span>
            </QuietLink>
          )}
        </div>
        {aside && (
          <Box ml="auto" miw={0}>
            {aside}
          </Box>
        )}
      </div>
      {children}
    </Element>
  )
}
