import { IconClipboardList } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { COUNT_LINE_FILTERS } from '../../../contract/search/stock.ts'
import { addUnits } from '../../../contract/shared/decimal.ts'
import type { Page } from '../../../contract/shared/list.ts'
import type { CountLine, CountSummary } from '../../../contract/stock-counts.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { withFilter } from '../../list/list-rules.ts'
import { chooseVisible } from '../../list/row-view.ts'
import { SearchBox } from '../../list/search-box.tsx'
import type { Search } from './count-queries.ts'
import { findWaiting, type QueueState, sumEntries } from './entry-queue.ts'
import { createLineView } from './line-columns.tsx'

const FILTER_NAMES: Record<Search['show'], string> = {
  all: 'All',
  uncounted: 'Not counted',
  counted: 'Counted',
  different: 'Different',
}

type Props = {
  lines: UseQueryResult<Page<CountLine> & { summary: CountSummary }>
  queue: QueueState
  search: Search
  onSearch: (search: Search, options?: { replace?: boolean }) => void
  onFind: (q: string) => void
  /** The stock is not shown. */
  isHidden: boolean
  isOpen: boolean
  /** 'Not in Bakery', of a line that is not in the scope. */
  outside: string
  onOpen: (line: CountLine) => void
}

/** The products of a count, with what was counted. */
export function CountLines({ lines, queue, search, onSearch, onFind, isHidden, isOpen, outside, onOpen }: Props) {
  const { data } = lines
  const shown = { ...search, review: search.review }
  const view = createLineView({ isHidden, isOpen, outside, onOpen })
  const seesCosts = useSeesCosts()
  return (
    <div>
      <ListBar
        search={<SearchBox placeholder="Search by product, barcode or category…" value={search.q} onChange={onFind} />}
        filters={
          // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, these are choices.
          <div role="group" aria-label="Show" className="segments screen-only fill-line" style={{ marginLeft: 'auto' }}>
            {COUNT_LINE_FILTERS.filter((show) => show !== 'different' || !isHidden).map((show) => (
              <button
                key={show}
                type="button"
                aria-pressed={search.show === show}
                onClick={() => onSearch(withFilter(shown, { show }))}
              >
                {FILTER_NAMES[show]}
              </button>
            ))}
          </div>
        }
        count={search.show === 'all' ? 0 : 1}
        results={data?.results}
      />
      <DataTable
        title="Products"
        view={chooseVisible(view, seesCosts)}
        // Old rows stay without a network: the state of the entries says it.
        query={{
          data: data && { ...data, rows: isOpen ? data.rows.map((line) => withWaiting(line, queue)) : data.rows },
          error: data ? null : lines.error,
          isPlaceholderData: lines.isPlaceholderData,
          isFetching: lines.isFetching,
          refetch: lines.refetch,
        }}
        search={search}
        onSearch={onSearch}
        failure="Failed to load the products"
        empty={{
          icon: IconClipboardList,
          text: describeEmpty(search),
          unfiltered: { q: '', show: 'all' },
          ...(search.q !== '' && { rows: 'products' }),
        }}
      />
    </div>
  )
}

function describeEmpty({ show }: Search) {
  if (show === 'uncounted') return 'Every product is counted.'
  if (show === 'counted') return 'Nothing counted yet.'
  return show === 'different' ? 'No differences.' : 'Scan the first product.'
}

/** With the entries of this device that the server has not answered. */
function withWaiting(line: CountLine, queue: QueueState): CountLine {
  const waiting = findWaiting(queue, line)
  if (waiting.length === 0) return line
  const more = sumEntries(waiting)
  return {
    ...line,
    counted: addUnits([line.counted ?? 0, more]),
    entries: line.entries + waiting.length,
    difference: line.difference === null ? null : addUnits([line.difference, more]),
    // Of the difference without these entries. The server has the purchase price.
    cost: null,
  }
}
