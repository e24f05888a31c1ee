import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_FILTER_VALUES } from '../../contract/search/filters.ts'
import { SEARCH_DELAY_MS } from '../../contract/shared/constants.ts'
import { SEARCH_MAX } from '../../contract/shared/list.ts'
import { api } from '../lib/api/api.ts'
import { getFullName } from '../lib/format/full-name.ts'
import { FilterChecklist } from '../ui/filters/filter-checklist.tsx'
import { KnownChecklist } from '../ui/filters/known-checklist.tsx'
import { SEARCHABLE_FROM } from '../ui/form/searchable-from.ts'

type Props = { chosen: number[]; onChange: (chosen: number[]) => void; position?: 'bottom-start' }

const getUnknownName = (hasLoaded: boolean) => (hasLoaded ? 'unknown' : '…')

/** Narrows figures to some sites. */
export function SiteFilter({ chosen, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({ ...api.sales.options.queryOptions(), enabled: isOpen || chosen.length > 0 })
  const options = query.data?.sites.map(({ siteid, sitename }) => ({ id: siteid, name: sitename })) ?? []
  const names = new Map(options.map(({ id, name }) => [id, name]))
  return (
    <KnownChecklist
      {...props}
      label="Sites"
      max={MAX_FILTER_VALUES}
      chosen={chosen}
      getName={(id) => names.get(id) ?? getUnknownName(query.isSuccess)}
      options={options}
      onOpen={setOpen}
      query={query}
    />
  )
}

/** Narrows figures to some employees. Has the first ones by name; typing finds the others. */
export function EmployeeFilter({ chosen, ...props }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [q] = useDebouncedValue(typed, SEARCH_DELAY_MS)
  const found = useQuery({
    ...api.sales.employees.queryOptions({
      input: { q: q.slice(0, SEARCH_MAX), employees: chosen },
      placeholderData: keepPreviousData,
    }),
    enabled: isOpen || chosen.length > 0,
  })
  const { employees = [], chosen: known = [], has_more = false } = found.data ?? {}
  const names = new Map([...employees, ...known].map((employee) => [employee.employeeid, getFullName(employee)]))
  return (
    <FilterChecklist
      {...props}
      label="Employees"
      max={MAX_FILTER_VALUES}
      chosen={chosen.map((id) => ({ id, name: names.get(id) ?? getUnknownName(found.isSuccess && !found.isPlaceholderData) }))}
      options={employees.map((employee) => ({ id: employee.employeeid, name: getFullName(employee) }))}
      onOpen={setOpen}
      query={found}
      search={typed !== '' || has_more || employees.length >= SEARCHABLE_FROM ? { typed, onType: setTyped } : undefined}
      hint={has_more ? 'Type a name to find more' : undefined}
    />
  )
}
