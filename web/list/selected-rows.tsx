import { CloseButton } from '@mantine/core'
import { Pill } from '../ui/display/pill.tsx'
import { ExportButton } from './export-button.tsx'
import classes from './selected-rows.module.css'
import type { Selection } from './use-selection.ts'

type Props = {
  selection: Selection
  /** Called when the choice was taken back here, where the button that did it is gone. */
  onCleared: () => void
}

/** How many rows are chosen and what can be done with them: in the card's head on a desk, at the foot of a phone's screen. */
export function SelectedRows({ selection, onCleared }: Props) {
  const count = selection.keys.size
  return (
    <div className={classes.selected} data-some={count > 0 || undefined} data-foot>
      <div role="status">{count > 0 && <Pill tone="accent">{`${count} selected`}</Pill>}</div>
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
          <ExportButton label="Export selected" address={selection.address} />
        </>
      )}
    </div>
  )
}
