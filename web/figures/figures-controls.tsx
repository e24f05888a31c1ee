import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Comparison } from '../../contract/search/filters.ts'
import { api } from '../lib/api/api.ts'
import { useIsPhone } from '../lib/browser/use-is-phone.ts'
import { pluralize } from '../lib/format/money.ts'
import { formatChoice, type RangeChoice } from '../lib/format/ranges.ts'
import { FilterSheet } from '../ui/filters/filter-sheet.tsx'
import { RangePicker } from '../ui/filters/range-picker.tsx'
import { CompareChoice } from './compare-choice.tsx'
import { EmployeeFilter, SiteFilter } from './place-filters.tsx'

type Places = { sites?: number[] | undefined; employees?: number[] | undefined }

export type FiguresChoice = {
  choice: RangeChoice
  /** The calendar date of the business. */
  today: string
  onChoose: (choice: RangeChoice) => void
  compare: Comparison
  onCompare: (compare: Comparison) => void
  /** Without it, sites and employees are chosen in another place. */
  places?: Places & { onFilter: (places: Places) => void; hasEmployees?: boolean }
}

type Props = FiguresChoice & {
  /** Beside the line on a phone. */
  status?: ReactNode
  /** Of a phone, below the others in the sheet. */
  more?: ReactNode
  /** How many filters are set. */
  count?: number
  onClear?: () => void
}

/** The line of a screen of figures: its range, what it is compared with, and the sites and employees that it is narrowed to. */
export function FiguresControls({ status, more, count, onClear, ...chosen }: Props) {
  const isPhone = useIsPhone()
  const isNarrow = useMediaQuery('(max-width: 1239px)', undefined, { getInitialValueInEffect: false })
  const { names, controls } = useFiguresSheet(chosen)
  if (isPhone)
    return (
      <div className="row gap-12 rest">
        <FilterSheet names={more && count ? [...names, pluralize(count, 'filter')] : names} count={count} onClear={onClear}>
          {controls}
          {more}
        </FilterSheet>
        {status}
      </div>
    )
  return (
    <div className="row wrap gap-4 end">
      <RangePicker {...chosen} />
      {isNarrow && chosen.places ? (
        <FilterSheet names={names.slice(1)}>
          <Others {...chosen} isInSheet />
        </FilterSheet>
      ) : (
        <Others {...chosen} />
      )}
    </div>
  )
}

/** What a phone has in the sheet of filters, and its summary: '30D', 'All sites'. */
export const useFiguresSheet = (chosen: FiguresChoice) => ({
  names: [formatChoice(chosen.choice, chosen.today.slice(0, 4)), ...useNames(chosen.compare, chosen.places)],
  controls: (
    <>
      <RangePicker {...chosen} />
      <Others {...chosen} isInSheet />
    </>
  ),
})

const Others = ({ compare, onCompare, places, isInSheet = false }: FiguresChoice & { isInSheet?: boolean }) => (
  <>
    {isInSheet && <p className="small grey">Compare with</p>}
    <CompareChoice compare={compare} onChoose={onCompare} />
    {places && <SiteFilter chosen={places.sites ?? []} onChange={(sites) => places.onFilter({ sites })} />}
    {places && places.hasEmployees !== false && (
      <EmployeeFilter chosen={places.employees ?? []} onChange={(employees) => places.onFilter({ employees })} />
    )}
  </>
)

const COMPARED: Record<Comparison, string[]> = { off: [], previous: ['vs previous'], year: ['vs last year'] }

/** What is chosen, in the fewest words: 'All sites', 'vs last year'. */
function useNames(compare: Comparison, places: Places | undefined) {
  const { sites = [], employees = [] } = places ?? {}
  const { data } = useQuery({ ...api.sales.options.queryOptions(), enabled: sites.length === 1 })
  const [first] = sites
  const site = sites.length === 1 && data?.sites.find(({ siteid }) => siteid === first)
  const chosen = sites.length === 0 ? 'All sites' : site ? site.sitename : pluralize(sites.length, 'site')
  return [
    ...(places ? [chosen] : []),
    ...(employees.length > 0 ? [pluralize(employees.length, 'employee')] : []),
    ...COMPARED[compare],
  ]
}
