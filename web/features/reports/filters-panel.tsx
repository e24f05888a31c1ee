import { MultiSelect } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_FILTER_VALUES } from '../../../contract/figures.ts'
import { SEARCH_DELAY_MS } from '../../../contract/shared/constants.ts'
import { SEARCH_MAX } from '../../../contract/shared/list.ts'
import { api } from '../../lib/api/api.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import classes from './filters-panel.module.css'
import type { Search } from './report-search.ts'
import type { ChosenFilter } from './use-filter-names.ts'

type Props = { search: Search; chosen: ChosenFilter[]; onFilter: (change: Partial<Search>) => void }

/** What a report can be narrowed to: several of each. */
export function FiltersPanel({ search, chosen, onFilter }: Props) {
  const sales = useQuery(api.sales.options.queryOptions())
  const products = useQuery(api.products.options.queryOptions())
  return (
    <div className={classes.panel}>
      <Choice
        label="Sites"
        options={(sales.data?.sites ?? []).map(({ siteid, sitename }) => ({ value: String(siteid), label: sitename }))}
        value={search.sites.map(String)}
        chosen={namesOf(chosen, 'sites')}
        onChange={(sites) => onFilter({ sites: sites.map(Number) })}
      />
      <Employees search={search} chosen={chosen} onFilter={onFilter} />
      <Choice
        label="Categories"
        options={toOptions(products.data?.categories, 'No category')}
        value={search.categories.map(toValue)}
        chosen={[]}
        onChange={(categories) => onFilter({ categories: categories.map(fromValue) })}
      />
      <Choice
        label="Suppliers"
        options={toOptions(products.data?.suppliers, 'No supplier')}
        value={search.suppliers.map(toValue)}
        chosen={[]}
        onChange={(suppliers) => onFilter({ suppliers: suppliers.map(fromValue) })}
      />
      <Choice
        label="Payment methods"
        options={(sales.data?.payment_methods ?? []).map((method) => ({ value: method, label: capitalise(method) }))}
        value={search.payment_methods}
        chosen={[]}
        onChange={(payment_methods) => onFilter({ payment_methods })}
      />
    </div>
  )
}

/** Has the first employees by name; typing finds the others. */
function Employees({ search, chosen, onFilter }: Props) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, SEARCH_DELAY_MS)
  const { data } = useQuery(api.sales.employees.queryOptions({ input: { q: q.slice(0, SEARCH_MAX) } }))
  return (
    <Choice
      label="Employees"
      options={(data?.employees ?? []).map((employee) => ({ value: String(employee.employeeid), label: getFullName(employee) }))}
      value={search.employees.map(String)}
      chosen={namesOf(chosen, 'employees')}
      onChange={(employees) => onFilter({ employees: employees.map(Number) })}
      onSearch={setTyped}
    />
  )
}

type Option = { value: string; label: string }

type ChoiceProps = {
  label: string
  options: Option[]
  value: string[]
  /** The names of the chosen ones that may not be among the options. */
  chosen: Option[]
  onChange: (value: string[]) => void
  /** Finds the options on the server. */
  onSearch?: (typed: string) => void
}

function Choice({ label, options, value, chosen, onChange, onSearch }: ChoiceProps) {
  const known = new Set(options.map((option) => option.value))
  const others = value
    .filter((id) => !known.has(id))
    .map((id) => chosen.find((option) => option.value === id) ?? { value: id, label: id })
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? 'All' : undefined}
      data={[...others, ...options]}
      value={value}
      onChange={onChange}
      maxValues={MAX_FILTER_VALUES}
      searchable
      hidePickedOptions
      openOnFocus={false}
      {...(onSearch && { onSearchChange: onSearch })}
      nothingFoundMessage="Nothing found."
      comboboxProps={{ withinPortal: false, shadow: 'md' }}
    />
  )
}

const namesOf = (chosen: ChosenFilter[], filter: ChosenFilter['filter']) =>
  chosen.filter((choice) => choice.filter === filter).map(({ value, name }) => ({ value: String(value), label: name }))

/** A value of its own: the select does not have an empty one. No text of a product begins with this character. */
const NONE = '\u0001'
const toValue = (text: string) => text || NONE
const fromValue = (value: string) => (value === NONE ? '' : value)
const toOptions = (names: string[] = [], none: string) => [
  { value: NONE, label: none },
  ...names.filter(Boolean).map((name) => ({ value: name, label: name })),
]
