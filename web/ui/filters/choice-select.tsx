import { type ComboboxData, Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import '@mantine/core/styles/Combobox.layer.css'
import { skipOptions } from '../../lib/browser/skip-options.ts'
import classes from './filter-select.module.css'

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
      classNames={{
        root: classes.filter,
        wrapper: classes.field,
        input: classes.input,
        section: classes.section,
        option: classes.option,
      }}
      aria-label={label}
      leftSection={
        <span className={classes.shown} data-choice aria-hidden>
          <span className={classes.label}>{label}</span>
          <span className={classes.value}>{chosen?.label}</span>
        </span>
      }
      rightSection={<IconChevronDown size={16} stroke={2} aria-hidden />}
      data={options as ComboboxData}
      value={value}
      onChange={(next) => next && onChange(next)}
      allowDeselect={false}
      openOnFocus={false} // Tab moves on, and the list does not cover the page
      onKeyDown={skipOptions}
      comboboxProps={{ withinPortal: false, position: 'bottom-start', width: 'max-content', shadow: 'md' }}
    />
  )
}
