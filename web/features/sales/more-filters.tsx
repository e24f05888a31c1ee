import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SalesOptions } from '../../../contract/sales.ts'
import { SEARCH_DELAY_MS } from '../../../contract/shared/constants.ts'
import { SEARCH_MAX } from '../../../contract/shared/list.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import { SEARCHABLE_FROM } from '../../ui/form/searchable-from.ts'
import type { FilterNames } from './sales-filter-names.ts'
import { employeesQuery, type Search } from './sales-queries.ts'

type Props = {
  search: Search
  names: FilterNames
  /** Undefined while they load. */
  options: SalesOptions | undefined
  onFilter: (change: Partial<Search>) => void
}

/** The filters that are hidden until they are asked for. */
export const MoreFilters = ({ search, names, options, onFilter }: Props) => (
  <>
    <FilterToggle on={search.refunds} onToggle={(refunds) => onFilter({ refunds })}>
      Only refunds
    </FilterToggle>
    <FilterSelect
      label="Payment method"
      all="All payment methods"
      value={search.payment_method.trim().toLowerCase()}
      onChange={(payment_method) => onFilter({ payment_method })}
      options={withChosen(
        options?.payment_methods.map((method) => ({ value: method, label: capitalise(method) })),
        search.payment_method.trim().toLowerCase(),
        names.payment_method,
      )}
    />
    <FilterSelect
      label="Site of the sale"
      all="All sites"
      value={toText(search.siteid)}
      onChange={(siteid) => onFilter({ siteid: toId(siteid) })}
      options={withChosen(
        options?.sites.map(({ siteid, sitename }) => ({ value: String(siteid), label: sitename })),
        toText(search.siteid),
        names.site,
      )}
    />
    <EmployeeFilter search={search} chosenName={names.employee} onFilter={onFilter} />
  </>
)

type EmployeeFilterProps = { search: Search; chosenName: string; onFilter: (change: Partial<Search>) => void }

/** Has the first employees by name; typing finds the others. */
function EmployeeFilter({ search, chosenName, onFilter }: EmployeeFilterProps) {
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, SEARCH_DELAY_MS)
  const { data } = useQuery(employeesQuery(search, q.slice(0, SEARCH_MAX)))
  const options = data?.employees.map((employee) => ({ value: String(employee.employeeid), label: getFullName(employee) })) ?? []
  return (
    <FilterSelect
      label="Employee of the sale"
      all="All employees"
      value={toText(search.employeeid)}
      onChange={(employeeid) => onFilter({ employeeid: toId(employeeid) })}
      options={withChosen(options, toText(search.employeeid), chosenName)}
      search={{
        isNeeded: typed !== '' || options.length >= SEARCHABLE_FROM,
        onType: setTyped,
        hint: data?.has_more ? 'Type a name to find more' : undefined,
      }}
    />
  )
}

type Option = { value: string; label: string }

const toText = (id: number | undefined) => (id === undefined ? '' : String(id))
const toId = (text: string) => (text === '' ? undefined : Number(text))

/** The options, with the chosen one also when it is not among them. */
const withChosen = (options: Option[] = [], value: string, label: string) =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: capitalise(label) }]
