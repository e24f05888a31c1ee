import { Select } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/ScrollArea.layer.css'
import classes from './filter-select.module.css'

type Props = {
  label: string
  /** '' is all. */
  value: string
  onChange: (value: string) => void
  options: { value: string; label: string }[]
  /** What the choice of all is called, where that says what of; the label is then not shown before it. */
  all?: string
}

/** From how many options on it is quicker to type than to look. */
const SEARCHED_FROM = 9

/** A filter that is one of many, or all of them: 'Category All'. */
export function FilterSelect({ label, value, onChange, options, all }: Props) {
  // An address may name one that is gone: nothing is found then, and here stands why.
  const isGone = value !== '' && !options.some((option) => option.value === value)
  return (
    <Select
      classNames={{ root: classes.filter, wrapper: classes.field, input: classes.input, section: classes.section }}
      attributes={{ root: { 'data-chosen': value !== '' || undefined } }}
      aria-label={label}
      leftSection={all ? undefined : <span aria-hidden>{label}</span>}
      data={[{ value: '', label: all ?? 'All' }, ...(isGone ? [{ value, label: value }] : []), ...options]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      searchable={options.length >= SEARCHED_FROM}
      nothingFoundMessage="Nothing found."
      comboboxProps={{ withinPortal: false, position: 'bottom-start', width: 'max-content', shadow: 'md' }}
    />
  )
}
