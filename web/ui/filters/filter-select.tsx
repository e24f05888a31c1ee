import { MultiSelect, Select, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { skipOptions } from '../../lib/browser/skip-options.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { decapitalise } from '../../lib/format/capitalise.ts'
import { showFailure } from '../feedback/toast.tsx'
import { SEARCHABLE_FROM } from '../form/searchable-from.ts'
import classes from './filters.module.css'

type Value = string | number
type Option<V extends Value> = { value: V; label: string }

const SHARED = {
  classNames: { root: classes.select, input: classes.input, label: classes.label, option: classes.option },
  rightSection: <IconChevronDown size={16} stroke={2} aria-hidden />,
  rightSectionWidth: 30,
  nothingFoundMessage: 'Nothing found.',
  openOnFocus: false, // Tab moves on, and the list does not cover the page
  onKeyDown: skipOptions,
} satisfies SelectProps

/** As wide as the longest option; in the sheet of a phone as wide as the field, which is as wide as the sheet. */
const useComboboxProps = () => ({ position: 'bottom-start', width: useIsPhone() ? 'target' : 'max-content' }) as const

/** Wide enough for what it shows while nothing is chosen, so that a choice does not move what is beside it. */
const getWidth = (text: string) => `max(112px, ${text.length}ch + 32px)`

const setChosen = (isChosen: boolean) => ({ root: { 'data-chosen': isChosen || undefined } })

type Props<V extends Value> = {
  label: string
  /** '' for all. */
  value: V | ''
  onChange: (value: V | '') => void
  options: Option<V>[]
  /** The name of the option for all, such as 'All sites'. Shown instead of the label. */
  all?: string
}

/** A filter with one of several options, or all. */
export function FilterSelect<V extends Value>({ label, value, onChange, options, all }: Props<V>) {
  // The URL may have an option that no longer exists: it is shown as the reason for the empty list.
  const gone = value !== '' && !options.some((option) => option.value === value) ? [{ value, label: String(value) }] : []
  const isSearchable = options.length >= SEARCHABLE_FROM
  return (
    <Select<V | ''>
      {...SHARED}
      comboboxProps={useComboboxProps()}
      attributes={setChosen(value !== '')}
      w={getWidth(all ?? label)}
      aria-label={label}
      placeholder={label}
      data={[{ value: '', label: all ?? 'All' }, ...gone, ...options]}
      value={value === '' && !all ? null : value}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      searchable={isSearchable}
      onFocus={(event) => isSearchable && event.currentTarget.select()}
    />
  )
}

type ChoiceProps<V extends Value> = {
  label: string
  value: V
  onChange: (value: V) => void
  options: Option<V>[] | { group: string; items: Option<V>[] }[]
}

/** One of several options, always with one chosen. */
export function ChoiceSelect<V extends Value>({ label, value, onChange, options }: ChoiceProps<V>) {
  const chosen = options.flatMap((option) => ('items' in option ? option.items : option)).find((option) => option.value === value)
  return (
    <Select<V>
      {...SHARED}
      comboboxProps={useComboboxProps()}
      label={label}
      styles={{ wrapper: { flex: 1, width: `calc(${chosen?.label.length ?? 0}ch + 56px)` } }}
      data={options}
      value={value}
      onChange={(next) => next !== null && onChange(next)}
      allowDeselect={false}
    />
  )
}

type MultiProps<V extends Value> = {
  label: string
  /** Empty for all. */
  value: V[]
  onChange: (value: V[]) => void
  options: Option<V>[]
  max: number
  /** Of a value that the options do not have. */
  getName?: (value: V) => string
  /** Of the options, if they need a request. */
  query?: UseQueryResult<unknown, Error>
  onOpen?: () => void
  /** The server finds the options for what is typed. */
  onSearch?: (typed: string) => void
  hasMore?: boolean
  /** As wide as a field of a form. */
  isWide?: boolean
}

/** A filter with one, several or all of its options. It shows how many are chosen. */
export function FilterMultiSelect<V extends Value>(props: MultiProps<V>) {
  const { label, value, onChange, options, max, query, onOpen, onSearch, hasMore = false, isWide = false } = props
  const { getName = () => (query?.isPending ? '…' : 'unknown') } = props
  const noun = decapitalise(label)
  const all = `All ${noun}`
  const unknown = value.filter((chosen) => !options.some((option) => option.value === chosen))
  const data = [...unknown.map((chosen) => ({ value: chosen, label: getName(chosen) })), ...options]
  const names = value.map((chosen) => data.find((option) => option.value === chosen)?.label)
  const shown = names.length > 1 ? `${names.length} ${noun}` : (names[0] ?? all)
  return (
    <MultiSelect<V>
      {...SHARED}
      comboboxProps={useComboboxProps()}
      classNames={{ ...SHARED.classNames, pillsList: classes.pills, inputField: classes.field }}
      attributes={setChosen(value.length > 0)}
      w={isWide ? '100%' : getWidth(all)}
      title={names.join(', ')}
      aria-label={`${label}: ${shown}`}
      placeholder={value.length === 0 ? all : ' '}
      data={hasMore ? [{ group: 'Type a name to find more', items: data }] : data}
      value={value}
      onChange={onChange}
      maxValues={max}
      onMaxValues={() => showFailure(`At most ${max} can be chosen.`)}
      withAlignedLabels
      renderPill={(pill) => pill.value === value[0] && <span className={`ellipsis ${classes.chosen}`}>{shown}</span>}
      clearable
      clearSectionMode={value.length > 0 ? 'clear' : 'rightSection'}
      clearButtonProps={{ 'aria-label': `Show all ${noun}`, 'aria-hidden': false, tabIndex: 0 }}
      rightSectionPointerEvents={value.length > 0 ? 'auto' : 'none'}
      onDropdownOpen={() => {
        onOpen?.()
        if (query?.isError) void query.refetch()
      }}
      searchable={onSearch !== undefined || options.length >= SEARCHABLE_FROM}
      {...(onSearch && { onSearchChange: onSearch, filter: ({ options }) => options })}
      nothingFoundMessage={query?.isPending ? 'Loading…' : query?.isError ? 'Failed to load the list' : 'Nothing found.'}
    />
  )
}
