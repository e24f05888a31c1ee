import { addDays } from '../../lib/format/dates.ts'
import { DayFilter } from '../../ui/filters/day-filter.tsx'
import { ChoiceSelect } from '../../ui/filters/filter-select.tsx'

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
  return (
    <>
      <ChoiceSelect
        label="Stock of"
        value={day === undefined ? 'now' : 'day'}
        options={[
          { value: 'now', label: 'Now' },
          { value: 'day', label: 'A past day' },
        ]}
        onChange={(chosen) => onChoose(chosen === 'now' ? undefined : monthEnd)}
      />
      {day !== undefined && (
        <DayFilter
          required
          w={150}
          flex="1 0 150px"
          maw={190}
          aria-label="Day"
          max={yesterday}
          tooLate="Choose a day before today."
          value={day}
          onChange={onChoose}
        />
      )}
    </>
  )
}
