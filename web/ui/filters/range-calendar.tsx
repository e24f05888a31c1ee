import '@mantine/dates/styles.layer.css'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { addMonths, FIRST_DAY_OF_WEEK } from '../../lib/format/dates.ts'
import classes from './range-picker.module.css'

/** The ends of a range that is being picked. */
export type Draft = [string | null, string | null]

type Props = {
  value: Draft
  /** The last day of the current range. */
  to: string
  /** The calendar date of the business, the last day that can be picked. */
  today: string
  onPick: (picked: Draft) => void
}

/** Two months; the second one has the end of the range. */
export function RangeCalendar({ value, to, today, onPick }: Props) {
  const end = to < today ? to : today
  const [month, setMonth] = useState(() => addMonths(end, -1))
  return (
    <DatePicker
      type="range"
      classNames={{ levelsGroup: classes.months, calendarHeader: classes.monthHeader, day: classes.day }}
      value={value}
      onChange={onPick}
      date={month}
      onDateChange={setMonth}
      // The browser may be in another time zone than the business.
      getDayProps={(day) => ({
        'data-today': day === today || undefined,
        'aria-current': day === today ? 'date' : undefined,
        'data-autofocus': day === end || undefined,
      })}
      highlightToday
      allowSingleDateInRange
      numberOfColumns={2}
      columnsToScroll={1}
      hideOutsideDates
      withCellSpacing={false} // a range is one band
      firstDayOfWeek={FIRST_DAY_OF_WEEK}
      weekendDays={[]}
      minDate="1990-01-01"
      maxDate={today}
      ariaLabels={{
        previousMonth: 'Previous month',
        nextMonth: 'Next month',
        previousYear: 'Previous year',
        nextYear: 'Next year',
        previousDecade: 'Previous decade',
        nextDecade: 'Next decade',
      }}
    />
  )
}
