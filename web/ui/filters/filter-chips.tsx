import { CloseButton } from '@mantine/core'
import type { RefObject } from 'react'
import classes from './filters.module.css'

type Chip = {
  text: string
  /** Where two chips may have the same text. */
  id?: string
  onRemove: () => void
}

type Props = {
  chips: Chip[]
  /** Gets the focus when a chip is removed. */
  focusAfter: RefObject<HTMLElement | null>
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ chips, focusAfter }: Props) {
  if (chips.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are words with buttons.
    <div role="group" aria-label="Active filters" className="row wrap" data-chips>
      {chips.map(({ text, id = text, onRemove }) => (
        <span key={id} className={`pill ${classes.chip}`} data-tone="accent">
          <span className="ellipsis" title={text}>
            {text}
          </span>
          <CloseButton
            iconSize={16}
            radius="xl"
            c="inherit"
            aria-label={`Remove filter ${text}`}
            onClick={() => {
              focusAfter.current?.focus()
              onRemove()
            }}
          />
        </span>
      ))}
    </div>
  )
}
