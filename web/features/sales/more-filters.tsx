import type { SalesOptions } from '../../../contract/sales.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import type { FilterNames } from './sales-filter-names.ts'
import type { Search } from './sales-queries.ts'

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
    <FilterSelect
      label="Employee of the sale"
      all="All employees"
      value={toText(search.employeeid)}
      onChange={(employeeid) => onFilter({ employeeid: toId(employeeid) })}
      options={withChosen(
        options?.employees.map((employee) => ({ value: String(employee.employeeid), label: getFullName(employee) })),
        toText(search.employeeid),
        names.employee,
      )}
    />
  </>
)

type Option = { value: string; label: string }

const toText = (id: number | undefined) => (id === undefined ? '' : String(id))
const toId = (text: string) => (text === '' ? undefined : Number(text))

/** The options, with the chosen one also when it is not among them. */
const withChosen = (options: Option[] = [], value: string, label: string) =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: capitalise(label) }]
