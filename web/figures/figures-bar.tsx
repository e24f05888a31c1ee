import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Comparison, MAX_FILTER_VALUES } from '../../contract/figures.ts'
import { SEARCH_DELAY_MS } from '../../contract/shared/constants.ts'
import { SEARCH_MAX } from '../../contract/shared/list.ts'
import { api } from '../lib/api/api.ts'
import { getFullName } from '../lib/format/full-name.ts'
import { FilterChecklist } from '../ui/filters/filter-checklist.tsx'
import { SEARCHABLE_FROM } from '../ui/form/searchable-from.ts'
import { CompareChoice } from './compare-choice.tsx'
import classes from './figures-bar.module.css'

type Places = { sites?: number[]; employees?: number[] }

type Props = Places & {
  compare: Comparison
  onCompare: (compare: Comparison) => void
  onFilter: (places: Places) => void
}

/** Below the range of a screen of figures: what they are compared with, and the sites and employees that they are narrowed to. */
export const FiguresBar = ({ compare, onCompare, sites = [], employees = [], onFilter }: Props) => (
  <div className={classes.bar}>
    <CompareChoice compare={compare} onChoose={onCompare} />
    <SiteFilter chosen={sites} onChange={(chosen) => onFilter({ sites: chosen })} />
    <EmployeeFilter chosen={employees} onChange={(chosen) => onFilter({ employees: chosen })} />
  </div>
)

type FilterProps = { chosen: number[]; onChange: (chosen: number[]) => void }

const getUnknownName = (hasLoaded: boolean) => (hasLoaded ? 'unknown' : '…')

function SiteFilter({ chosen, onChange }: FilterProps) {
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const options = useQuery({ ...api.sales.options.queryOptions(), enabled: isOpen || chosen.length > 0 })
  const sites = options.data?.sites ?? []
  const names = new Map(sites.map(({ siteid, sitename }) => [siteid, sitename]))
  const found = sites.filter(({ sitename }) => sitename.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <FilterChecklist
      label="Sites"
      all="All sites"
      noun="site"
      max={MAX_FILTER_VALUES}
      chosen={chosen.map((id) => ({ id, name: names.get(id) ?? getUnknownName(options.isSuccess) }))}
      options={found.map(({ siteid, sitename }) => ({ id: siteid, name: sitename }))}
      onChange={onChange}
      onOpen={setOpen}
      query={options}
      search={sites.length >= SEARCHABLE_FROM ? { typed, onType: setTyped } : undefined}
    />
  )
}

/** Has the first employees by name; typing finds the others. */
function EmployeeFilter({ chosen, onChange }: FilterProps) {
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
      label="Employees"
      all="All employees"
      noun="employee"
      max={MAX_FILTER_VALUES}
      chosen={chosen.map((id) => ({ id, name: names.get(id) ?? getUnknownName(found.isSuccess && !found.isPlaceholderData) }))}
      options={employees.map((employee) => ({ id: employee.employeeid, name: getFullName(employee) }))}
      onChange={onChange}
      onOpen={setOpen}
      query={found}
      search={typed !== '' || has_more || employees.length >= SEARCHABLE_FROM ? { typed, onType: setTyped } : undefined}
      hint={has_more ? 'Type a name to find more' : undefined}
    />
  )
}
