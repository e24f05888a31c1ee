import { CloseButton } from '@mantine/core'
import classes from './filters.module.css'

export type Chip = {
  text: string
  /** Where two chips may have the same text. */
  id?: string
  onRemove: () => void
}

type Props = {
  chips: Chip[]
  /** Moves the focus from the button that disappears. */
  onRemoved: () => void
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ chips, onRemoved }: Props) {
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
              onRemoved()
              onRemove()
            }}
          />
        </span>
      ))}
    </div>
  )
}
