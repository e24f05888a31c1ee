import '@mantine/dates/styles.layer.css'
import { DatePickerInput } from '@mantine/dates'
import { useMediaQuery } from '@mantine/hooks'
import { IconCalendar, IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { DateRange } from '../../../contract/shared/fields.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { QUICK_RANGES, type RangeChoice, toDates } from '../../lib/format/ranges.ts'
import classes from './range-picker.module.css'

type Props = {
  choice: RangeChoice
  /** The calendar date of the business. */
  today: string
  onChoose: (choice: RangeChoice) => void
}

type Draft = [string | null, string | null]

/** The quick ranges and a calendar. A picked range applies when both ends are chosen. */
export function RangePicker({ choice, today, onChoose }: Props) {
  const { from, to } = toDates(choice, today)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isPhone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false })

  const choose = (chosen: RangeChoice) => {
    setDraft(null)
    setProblem(null)
    onChoose(chosen)
  }
  const onPick = (picked: Draft) => {
    const [first, last] = picked
    if (!first || !last) return setDraft(first ? picked : null)
    const range = DateRange.safeParse({ from: first, to: last })
    if (range.success) return choose(range.data)
    setDraft(null)
    setProblem(range.error.issues[0]?.message ?? null)
  }
  const shown: Draft = draft ?? [from, to]

  return (
    <div className={classes.ranges}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons. */}
      <div role="group" aria-label="Quick ranges" className={classes.quick}>
        {QUICK_RANGES.map((range) => (
          <button key={range} type="button" aria-pressed={choice === range} onClick={() => choose(range)}>
            {range}
          </button>
        ))}
      </div>
      <DatePickerInput
        type="range"
        className={classes.picker}
        classNames={{ input: classes.input, day: classes.day }}
        aria-label={`Date range: ${formatRange([from, to])}`}
        value={shown}
        onChange={onPick}
        onDropdownClose={() => setDraft(null)}
        valueFormatter={() => formatRange(shown)}
        error={problem}
        size={isPhone ? 'md' : 'sm'}
        allowSingleDateInRange
        numberOfColumns={isPhone ? 1 : 2}
        columnsToScroll={1}
        hideOutsideDates
        withCellSpacing={false} // a range is one band
        firstDayOfWeek={0} // Unicode's calendar data: weeks in South Africa begin on Sunday
        weekendDays={[]}
        minDate="1990-01-01"
        maxDate="2099-12-31"
        leftSection={<IconCalendar size={16} />}
        leftSectionPointerEvents="none"
        rightSection={<IconChevronDown size={16} />}
        rightSectionPointerEvents="none"
        popoverProps={{ withinPortal: false, withRoles: false, returnFocus: true, position: 'bottom-end' }}
        ariaLabels={{
          previousMonth: 'Previous month',
          nextMonth: 'Next month',
          previousYear: 'Previous year',
          nextYear: 'Next year',
          previousDecade: 'Previous decade',
          nextDecade: 'Next decade',
        }}
      />
    </div>
  )
}

const formatRange = ([from, to]: Draft) =>
  from && from === to ? formatLongDay(from) : `${from ? formatLongDay(from) : ''} – ${to ? formatLongDay(to) : '…'}`
