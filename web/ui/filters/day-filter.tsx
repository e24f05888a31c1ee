import type { TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { DateField } from '../form/date-field.tsx'

type Props = Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'error'> & {
  value: string | undefined
  max: string
  /** Shown for a day after `max`. */
  tooLate: string
  /** Undefined when the field was cleared. */
  onChange: (day: string | undefined) => void
}

/**
 * The day of a filter. What is typed is no choice until it is a day from `min` to `max`: of an unfinished date the browser returns '', and
 * of 2026 first the year 2.
 */
export function DayFilter({ value, max, tooLate, onChange, ...others }: Props) {
  const [unfinished, setUnfinished] = useState<{ of: string | undefined; text: string } | null>(null)
  const text = unfinished && unfinished.of === value ? unfinished.text : (value ?? '')
  return (
    <DateField
      size="sm"
      {...others}
      min="1990-01-01"
      max={max}
      value={text}
      error={text > max && tooLate}
      onChange={({ currentTarget: { value: typed, validity } }) => {
        setUnfinished(validity.valid ? null : { of: value, text: typed })
        if (validity.valid) onChange(typed || undefined)
      }}
    />
  )
}
