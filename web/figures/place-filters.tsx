import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_FILTER_VALUES } from '../../contract/search/filters.ts'
import { SEARCH_DELAY_MS } from '../../contract/shared/constants.ts'
import { SEARCH_MAX } from '../../contract/shared/list.ts'
import { api } from '../lib/api/api.ts'
import { getFullName } from '../lib/format/full-name.ts'
import { FilterMultiSelect } from '../ui/filters/filter-select.tsx'
import { SEARCHABLE_FROM } from '../ui/form/searchable-from.ts'

type Props = { chosen: number[]; onChange: (chosen: number[]) => void }

/** Narrows figures to some sites. */
export function SiteFilter({ chosen, onChange }: Props) {
  const [isOpened, setOpened] = useState(false)
  const query = useQuery({ ...api.sales.options.queryOptions(), enabled: isOpened || chosen.length > 0 })
  return (
    <FilterMultiSelect
      label="Sites"
      max={MAX_FILTER_VALUES}
      value={chosen}
      onChange={onChange}
      options={query.data?.sites.map(({ siteid, sitename }) => ({ value: siteid, label: sitename })) ?? []}
      onOpen={() => setOpened(true)}
      query={query}
    />
  )
}

/** Narrows figures to some employees. Has the first ones by name; typing finds the others. */
export function EmployeeFilter({ chosen, onChange }: Props) {
  const [isOpened, setOpened] = useState(false)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, SEARCH_DELAY_MS)
  const found = useQuery({
    ...api.sales.employees.queryOptions({
      input: { q: q.slice(0, SEARCH_MAX), employees: chosen },
      placeholderData: keepPreviousData,
    }),
    enabled: isOpened || chosen.length > 0,
  })
  const { employees = [], chosen: known = [], has_more = false } = found.data ?? {}
  const isSearched = typed !== '' || has_more || employees.length >= SEARCHABLE_FROM
  return (
    <FilterMultiSelect
      label="Employees"
      max={MAX_FILTER_VALUES}
      value={chosen}
      onChange={onChange}
      options={employees.map((employee) => ({ value: employee.employeeid, label: getFullName(employee) }))}
      getName={(id) => {
        const employee = known.find(({ employeeid }) => employeeid === id)
        return employee ? getFullName(employee) : found.isSuccess && !found.isPlaceholderData ? 'unknown' : '…'
      }}
      onOpen={() => setOpened(true)}
      query={found}
      {...(isSearched && { onSearch: setTyped })}
      hasMore={has_more}
    />
  )
}
