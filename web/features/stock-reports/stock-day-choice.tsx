import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { CalendarDate } from '../../../contract/shared/fields.ts'
import { addDays } from '../../lib/format/dates.ts'
import { ChoiceSelect } from '../../ui/filters/filter-select.tsx'
import classes from './stock-reports.module.css'

type Props = {
  /** Now without it. */
  day: string | undefined
  /** The calendar date of the business. */
  today: string
  onChoose: (day: string | undefined) => void
}

/** Now, or a past day. It begins with the end of the last month, which accounts are closed at. */
export function StockDayChoice({ day, today, onChoose }: Props) {
  const monthEnd = addDays(`${today.slice(0, 7)}-01`, -1)
  const yesterday = addDays(today, -1)
  // What is typed while it is no past day.
  const [typed, setTyped] = useState<string | null>(null)
  const isPast = (text: string) => CalendarDate.safeParse(text).success && text <= yesterday
  const onType = (text: string) => {
    setTyped(isPast(text) ? null : text)
    if (isPast(text)) onChoose(text)
  }
  return (
    <>
      <ChoiceSelect
        label="Stock of"
        value={day === undefined ? 'now' : 'day'}
        options={[
          { value: 'now', label: 'Now' },
          { value: 'day', label: 'A past day' },
        ]}
        onChange={(chosen) => {
          setTyped(null)
          onChoose(chosen === 'now' ? undefined : monthEnd)
        }}
      />
      {day !== undefined && (
        <TextInput
          type="date"
          className={classes.day}
          aria-label="Day"
          min="1990-01-01"
          max={yesterday}
          value={typed ?? day}
          error={typed !== null && typed > yesterday && 'Choose a day before today.'}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
    </>
  )
}
