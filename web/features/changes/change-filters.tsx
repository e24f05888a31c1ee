import { useQuery } from '@tanstack/react-query'
import { CHANGE_ACTIONS, CHANGE_NOUNS } from '../../../contract/search/changes.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { NOUN_NAMES } from '../../changes/describe-change.ts'
import { SiteSelect } from '../../figures/site-select.tsx'
import { api } from '../../lib/api/api.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { countFilters } from '../../list/list-rules.ts'
import { DayFilter } from '../../ui/filters/day-filter.tsx'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import type { Search } from './change-queries.ts'

const NOUNS = CHANGE_NOUNS.map((noun) => ({ value: noun, label: NOUN_NAMES[noun] }))
const ACTION_NAMES: Record<(typeof CHANGE_ACTIONS)[number], string> = {
  created: 'Added',
  changed: 'Changed',
  deleted: 'Deleted',
  undone: 'Undone',
  'signed in': 'Signed in',
  refused: 'Refused',
  'no sign-ins': 'No sign-ins',
}
const ACTIONS = CHANGE_ACTIONS.map((action) => ({ value: action, label: ACTION_NAMES[action] }))

const UNFILTERED = { noun: undefined, person: undefined, action: undefined, siteid: undefined, from: undefined, to: undefined }

type Props = { search: Search; onSearch: (change: Partial<Search>) => void }

export function ChangeFilters({ search, onSearch }: Props) {
  const today = useToday(useTimezone())
  const options = useQuery(api.changes.options.queryOptions())
  const people = (options.data?.people ?? []).map(({ user_id, name }) => ({ value: user_id, label: name }))
  const chooseDay = (end: 'from' | 'to') => (
    <DayFilter
      flex="1 0 196px"
      maw={196}
      aria-label={end === 'from' ? 'From day' : 'To day'}
      leftSection={<span className="small grey">{end === 'from' ? 'From' : 'To'}</span>}
      leftSectionWidth={52}
      max={today}
      tooLate="Choose a day up to today."
      value={search[end]}
      data-chosen={search[end] !== undefined || undefined}
      onChange={(day) => onSearch({ [end]: day })}
    />
  )
  return (
    <ListBar
      filters={
        <>
          <FilterSelect
            label="What"
            all="All activity"
            value={search.noun ?? ''}
            options={NOUNS}
            onChange={(noun) => onSearch({ noun: noun || undefined })}
          />
          <FilterSelect
            label="Who"
            all="Everybody"
            value={search.person ?? ''}
            options={people}
            onChange={(person) => onSearch({ person: person || undefined })}
          />
          <FilterSelect
            label="Action"
            all="All actions"
            value={search.action ?? ''}
            options={ACTIONS}
            onChange={(action) => onSearch({ action: action || undefined })}
          />
          <SiteSelect label="Site" siteid={search.siteid} onChange={(siteid) => onSearch({ siteid })} />
          {chooseDay('from')}
          {chooseDay('to')}
        </>
      }
      count={countFilters(search, UNFILTERED)}
      onClear={() => onSearch(UNFILTERED)}
    />
  )
}
