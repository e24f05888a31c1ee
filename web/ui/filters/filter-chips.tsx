import { CloseButton } from '@mantine/core'
import type { RefObject } from 'react'
import classes from './filter-chips.module.css'

type Chip = { text: string; onRemove: () => void }

type Props = {
  chips: Chip[]
  /** What gets the focus when a chip goes with the button that had it. */
  focusAfter: RefObject<HTMLElement | null>
}

/** What the list is narrowed to, each with a button that takes it away. */
export function FilterChips({ chips, focusAfter }: Props) {
  if (chips.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are words with buttons.
    <div role="group" aria-label="Active filters" className={classes.chips}>
      {chips.map(({ text, onRemove }) => (
        <span key={text} className={classes.chip}>
          <span className={classes.text} title={text}>
            {text}
          </span>
          <CloseButton
            className={classes.remove}
            iconSize={16}
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
