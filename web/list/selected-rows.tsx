import { CloseButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatCount } from '../lib/format/money.ts'
import { Pill } from '../ui/display/pill.tsx'
import { ExportButton } from './export-button.tsx'
import classes from './selected-rows.module.css'
import type { Selection } from './use-selection.ts'

type Props = {
  selection: Selection
  /** Called after the selection was cleared here, so that the focus can move from the removed button. */
  onCleared: () => void
  /** More actions for the selected rows. */
  children?: ReactNode
}

/** The number of selected rows and the actions for them. At the bottom of the screen on a phone. */
export function SelectedRows({ selection, onCleared, children }: Props) {
  const count = selection.keys.size
  return (
    <div
      className={`row ${classes.selected}`}
      data-some={count > 0 ? (children ? 'two-lines' : 'one-line') : undefined}
      data-foot
    >
      <div role="status">{count > 0 && <Pill tone="accent">{`${formatCount(count)} selected`}</Pill>}</div>
      {count > 0 && (
        <>
          <CloseButton
            className={classes.clear}
            aria-label="Clear selection"
            iconSize={18}
            onClick={() => {
              selection.clear()
              onCleared()
            }}
          />
          {children}
          <ExportButton label="Export selected" url={selection.exportUrl} />
        </>
      )}
    </div>
  )
}
