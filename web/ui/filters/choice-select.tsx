import { type ComboboxData, Select } from '@mantine/core'
import classes from './filter-select.module.css'
import { SELECT_PROPS } from './select-props.tsx'

type Option = { value: string; label: string }

type Props = {
  label: string
  value: string
  options: Option[] | { group: string; items: Option[] }[]
  onChange: (value: string) => void
}

/** One of several options, always with one chosen. It shows its label beside the chosen option. */
export function ChoiceSelect({ label, value, options, onChange }: Props) {
  const chosen = options
    .flatMap((option) => ('items' in option ? option.items : [option]))
    .find((option) => option.value === value)
  return (
    <Select
      {...SELECT_PROPS}
      aria-label={label}
      leftSection={
        <span className={classes.shown} data-choice aria-hidden>
          <span className={classes.label}>{label}</span>
          <span className={classes.value}>{chosen?.label}</span>
        </span>
      }
      data={options as ComboboxData}
      value={value}
      onChange={(next) => next && onChange(next)}
    />
  )
}
