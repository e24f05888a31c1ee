import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { pluralize } from '../../lib/format/money.ts'
import { CloseDialogButton, Dialog } from '../dialog/dialog.tsx'
import classes from './filter-sheet.module.css'

type Props = {
  /** The range and what else is chosen, in the fewest words: '30D', 'All sites'. */
  names?: string[] | undefined
  /** Beside a search box: of the names only the first one, with the number of filters. */
  isShort?: boolean
  /** How many filters are set. */
  count?: number
  onClear?: (() => void) | undefined
  /** How many rows there are with these filters. */
  results?: number | undefined
  /** Called when the sheet is about to open: its select fields weigh much. */
  preload?: (() => void) | undefined
  children: ReactNode
}

/** A button that says what is chosen, 'Filters · 2' or '30D · All sites', and opens the controls. */
export function FilterSheet({ names, isShort = false, count = 0, onClear, results, preload, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const title = names ? 'Range and filters' : 'Filters'
  const shown = names && !isShort ? names : [names?.[0] ?? 'Filters', ...(count > 0 ? [String(count)] : [])]
  return (
    <>
      <Button
        variant="default"
        className={classes.button}
        aria-label={names && `${title}: ${[isShort ? shown.join(' · ') : names[0], ...names.slice(1)].join(', ')}`}
        aria-haspopup="dialog"
        data-filters
        data-short={isShort || undefined}
        data-set={count > 0 || undefined}
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
        rightSection={!isShort && <IconChevronDown size={16} stroke={2} aria-hidden />}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      >
        {shown.join(' · ')}
      </Button>
      {isOpen && (
        <Dialog
          title={title}
          width={420}
          sheet={!names} // the calendar of a range needs the whole screen
          onClose={() => setOpen(false)}
          footer={
            <>
              {onClear && (
                // Not `disabled`, which would remove the focus from the button.
                <Button variant="default" data-disabled={count === 0 || undefined} aria-disabled={count === 0} onClick={onClear}>
                  Clear filters
                </Button>
              )}
              <CloseDialogButton variant="filled">
                {names || results === undefined ? 'Done' : `Show ${pluralize(results, 'result')}`}
              </CloseDialogButton>
            </>
          }
        >
          <div className={`stack gap-12 ${classes.controls}`}>{children}</div>
        </Dialog>
      )}
    </>
  )
}
