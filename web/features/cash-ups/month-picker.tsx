import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { addMonths, formatMonth } from '../../lib/format/dates.ts'
import classes from './month-picker.module.css'

type Props = {
  /** Undefined while it is not known. */
  month: string | undefined
  lastMonth: string | undefined
  onChoose: (month: string) => void
}

/** One month back or forward. */
export function MonthPicker({ month, lastMonth, onChoose }: Props) {
  const move = (months: number) => month && onChoose(addMonths(`${month}-01`, months).slice(0, 7))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, this groups buttons.
    <div className={classes.picker} role="group" aria-label="Month">
      <ActionIcon variant="subtle" size={36} aria-label="Previous month" disabled={!month} onClick={() => move(-1)}>
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <span className={classes.month} aria-live="polite">
        {month ? formatMonth(`${month}-01`) : '\u00a0'}
      </span>
      <ActionIcon
        variant="subtle"
        size={36}
        aria-label="Next month"
        disabled={!month || !lastMonth || month >= lastMonth}
        onClick={() => move(1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </div>
  )
}
