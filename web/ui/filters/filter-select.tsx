import { Select } from '@mantine/core'
import { SEARCHABLE_FROM } from '../form/searchable-from.ts'
import classes from './filter-select.module.css'
import { SELECT_PROPS } from './select-props.tsx'

type Props = {
  label: string
  /** '' for all. */
  value: string
  onChange: (value: string) => void
  options: { value: string; label: string }[]
  /** The name of the option for all, such as 'All sites'. Replaces the visible label. */
  all?: string
  /** Finds the options for what is typed, on the server. */
  search?: { isNeeded: boolean; onType: (typed: string) => void; hint: string | undefined }
}

/** A filter with one of several options, or all. */
export function FilterSelect({ label, value, onChange, options, all, search }: Props) {
  const chosen = options.find((option) => option.value === value)
  // The URL may have an option that no longer exists: it is shown as the reason for the empty list.
  const gone = value !== '' && !chosen ? [{ value, label: value }] : []
  const isSearchable = search?.isNeeded ?? options.length >= SEARCHABLE_FROM
  const hint = search?.hint ? [{ value: 'hint', label: search.hint, disabled: true }] : []
  return (
    <Select
      {...SELECT_PROPS}
      attributes={{ root: { 'data-chosen': value !== '' || undefined } }}
      aria-label={label}
      leftSection={
        <span className={classes.shown} aria-hidden>
          {!all && <span className={classes.label}>{label}</span>}
          <span className={classes.value}>{value === '' ? (all ?? 'All') : (chosen?.label ?? value)}</span>
        </span>
      }
      data={[{ value: '', label: all ?? 'All' }, ...gone, ...options, ...hint]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? '')}
      searchable={isSearchable}
      // Typing replaces the shown name and starts a search.
      onFocus={(event) => isSearchable && event.currentTarget.select()}
      {...(search && {
        filter: ({ options }) => options,
        // The name of the chosen option is not a search.
        onSearchChange: (typed: string) => search.onType(typed === (chosen?.label ?? all) ? '' : typed),
      })}
      nothingFoundMessage="Nothing found."
    />
  )
}
