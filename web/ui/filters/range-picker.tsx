import { Input, Popover } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { DateRange } from '../../../contract/shared/fields.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { MORE_RANGES, QUICK_RANGES, type RangeChoice, RECENT_RANGES, toDates } from '../../lib/format/ranges.ts'
import { lazyComponent } from '../feedback/lazy-component.tsx'
import type { Draft } from './range-calendar.tsx'
import classes from './range-picker.module.css'

type Props = {
  choice: RangeChoice
  /** The calendar date of the business. */
  today: string
  onChoose: (choice: RangeChoice) => void
}

/** Loaded when the picker opens or is about to: it weighs as much as the rest of a screen. */
const RangeCalendar = lazyComponent(async () => (await import('./range-calendar.tsx')).RangeCalendar, {
  failure: 'Failed to load the calendar',
})

/** The quick ranges, and a picker with more ranges and a calendar. A picked range applies when both ends are chosen. */
export function RangePicker({ choice, today, onChoose }: Props) {
  const { from, to } = toDates(choice, today)
  const [draft, setDraft] = useState<Draft | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)

  const setPickerOpen = (open: boolean) => {
    setDraft(null)
    setOpen(open)
  }
  const choose = (chosen: RangeChoice) => {
    setPickerOpen(false)
    setProblem(null)
    onChoose(chosen)
  }
  const onPick = (picked: Draft) => {
    const [first, last] = picked
    if (!first || !last) return setDraft(first ? picked : null)
    const range = DateRange.safeParse({ from: first, to: last })
    if (range.success) return choose(range.data)
    setPickerOpen(false)
    setProblem(range.error.issues[0]?.message ?? null)
  }
  const shown: Draft = draft ?? [from, to]

  return (
    <div className={`row wrap top ${classes.ranges}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons. */}
      <div role="group" aria-label="Quick ranges" className="segments screen-only">
        {QUICK_RANGES.map((range) => (
          <button key={range} type="button" aria-pressed={choice === range} onClick={() => choose(range)}>
            {range}
          </button>
        ))}
      </div>
      <NamedRanges label="Recent days" className={classes.recent} ranges={RECENT_RANGES} choice={choice} onChoose={choose} />
      <Popover
        opened={isOpen}
        onChange={setPickerOpen}
        position="bottom-end"
        trapFocus
        returnFocus
        withinPortal={false}
        withRoles={false}
      >
        <Input.Wrapper className={classes.picker} error={problem}>
          <Popover.Target>
            <Input
              component="button"
              type="button"
              pointer
              classNames={{ input: classes.input }}
              aria-label={`Date range: ${formatRange([from, to])}`}
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              error={problem !== null}
              leftSection={<IconCalendar size={16} />}
              leftSectionWidth={28}
              leftSectionPointerEvents="none"
              onPointerEnter={RangeCalendar.preload}
              onFocus={RangeCalendar.preload}
              onClick={() => setPickerOpen(!isOpen)}
            >
              {formatRange(shown)}
            </Input>
          </Popover.Target>
        </Input.Wrapper>
        <Popover.Dropdown className={classes.dropdown} ref={scrollIntoView}>
          <NamedRanges label="More ranges" className={classes.more} ranges={MORE_RANGES} choice={choice} onChoose={choose} />
          <div className={classes.calendar}>
            <RangeCalendar value={shown} to={to} today={today} onPick={onPick} />
          </div>
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

type NamedProps = {
  label: string
  className: string | undefined
  ranges: typeof RECENT_RANGES | typeof MORE_RANGES
  choice: RangeChoice
  onChoose: (choice: RangeChoice) => void
}

const NamedRanges = ({ label, className, ranges, choice, onChoose }: NamedProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are buttons.
  <div role="group" aria-label={label} className={`screen-only ${className}`}>
    {(Object.entries(ranges) as [keyof typeof RECENT_RANGES | keyof typeof MORE_RANGES, string][]).map(([range, name]) => (
      <button
        key={range}
        type="button"
        className="plain-button marked-option"
        aria-pressed={choice === range}
        onClick={() => onChoose(range)}
      >
        {name}
      </button>
    ))}
  </div>
)

/** On a phone the calendar is nearly as high as the screen. */
function scrollIntoView(dropdown: HTMLElement | null) {
  requestAnimationFrame(() => dropdown?.scrollIntoView({ block: 'nearest' }))
}

const formatRange = ([from, to]: Draft) =>
  from && from === to ? formatLongDay(from) : `${from ? formatLongDay(from) : ''} – ${to ? formatLongDay(to) : '…'}`
