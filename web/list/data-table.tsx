import { Box } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import type { Page } from '../../contract/shared/list.ts'
import { describeNoMatch, EmptyState } from '../ui/display/empty-state.tsx'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { CardRows } from './card-rows.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import classes from './data-table.module.css'
import { formatPageLabel, formatRowsLabel, isFiltered, type ListState, withFilter, withSort } from './list-rules.ts'
import { Pager, type PageSize } from './pager.tsx'
import { fitColumns, isSortable, OUTSIDE_WIDTH, type RowsProps, type RowView } from './row-view.ts'
import { SelectedRows } from './selected-rows.tsx'
import { SelectPage } from './selection-column.tsx'
import { SortMenu } from './sort-menu.tsx'
import { TableRows } from './table-rows.tsx'
import { useHeldWhilePressed } from './use-held-while-pressed.ts'
import { useKeptFocus } from './use-kept-focus.ts'
import type { Selection } from './use-selection.ts'

type Props<Row, Search extends ListState<string>> = {
  title: string
  view: RowView<Row, Search['sort']>
  /** A page of rows, as `useQuery` answers. */
  query: { data: Page<Row> | undefined; error: unknown; isPlaceholderData: boolean; isFetching: boolean; refetch: () => unknown }
  search: Search
  onSearch: (next: Search, options?: { replace?: boolean }) => void
  empty: {
    icon: Icon
    text: string
    /** What a row is, as 'products': a search without a hit says it, in place of `text`. */
    rows?: string
    /** The filters, each with its value where nothing is chosen. */
    unfiltered?: Partial<Search>
    /** Without a search and filters. */
    action?: ReactNode
    /** With a search or filters, before 'Clear filters'. */
    filteredAction?: ReactNode
  }
  /** The message when the server gives no reason. */
  failure: string
  /** At the right of the title. */
  aside?: ReactNode
  /** `ColumnItems`: a menu of its own, and on cards a part of the one that sorts. */
  columnItems?: ReactNode
  selection?: Selection
  /** Beside 'Export selected'. */
  selectionAction?: ReactNode
  /** The user may choose the rows of a page if it is given. */
  pageSize?: PageSize
  /** Of `useSavedRow`. */
  savedKey?: number | undefined
}

const FIRST_BOX = 'input[type=checkbox]'

const print = matchMedia('print')

function subscribe(onChange: () => void) {
  window.addEventListener('resize', onChange)
  print.addEventListener('change', onChange)
  return () => {
    window.removeEventListener('resize', onChange)
    print.removeEventListener('change', onChange)
  }
}

/** px that a table has; none on a phone, and all on paper. */
const useRoom = () =>
  useSyncExternalStore(subscribe, () => (print.matches ? Infinity : innerWidth < 768 ? 0 : innerWidth - OUTSIDE_WIDTH))

/** A page of a list: a table where it has room, cards elsewhere. */
export function DataTable<Row, Search extends ListState<string>>(props: Props<Row, Search>) {
  const { title, view, query, search, onSearch, empty, failure, aside, columnItems, selection, selectionAction } = props
  const { pageSize, savedKey } = props
  const { error } = query
  const data = useHeldWhilePressed(query.data)
  const isStale = query.isPlaceholderData || data !== query.data
  const titleId = useId()
  const list = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const keptFocus = useKeptFocus(heading)
  // Only one of both is rendered: hidden duplicates would repeat accessible names.
  const fitting = fitColumns(view, useRoom())
  const isNarrow = fitting === undefined

  // For a page past the end the server returns the last page: the URL is corrected.
  const shown = isStale ? undefined : data?.page
  useEffect(() => {
    if (shown !== undefined && shown !== search.page) onSearch({ ...search, page: shown }, { replace: true })
  }, [shown, search, onSearch])

  const rows: RowsProps<Row, Search['sort']> = {
    titleId,
    view,
    rows: data?.rows ?? (error ? [] : undefined),
    isStale,
    sort: search.sort,
    dir: search.dir,
    onSort: (column) => onSearch(withSort(search, column.sort, column.first)),
    selection,
    savedKey,
    note:
      error && !data ? (
        <div className={`empty-text ${classes.empty}`}>
          <LoadFailure query={query} failure={failure} />
        </div>
      ) : (
        data?.rows.length === 0 && <Empty {...empty} {...{ search, onSearch }} />
      ),
  }

  return (
    <div
      ref={list}
      className={isNarrow ? classes.list : `panel ${classes.card}`}
      data-list
      data-cards={isNarrow || undefined}
      {...keptFocus}
    >
      <div className={`row gap-12 ${classes.head}`}>
        {isNarrow && selection && <SelectPage keys={(data?.rows ?? []).map(view.key)} selection={selection} />}
        <h2 id={titleId} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <div className={`row gap-12 screen-only ${classes.aside}`}>
          {aside}
          {selection && (
            <SelectedRows selection={selection} onCleared={() => list.current?.querySelector<HTMLElement>(FIRST_BOX)?.focus()}>
              {selectionAction}
            </SelectedRows>
          )}
          {isNarrow && view.columns.some(isSortable) && <SortMenu {...rows} columnItems={columnItems} />}
          {!isNarrow && columnItems && <ColumnsMenu size="xs">{columnItems}</ColumnsMenu>}
        </div>
      </div>
      {isNarrow ? <CardRows {...rows} /> : <TableRows {...rows} view={fitting} />}
      {data && Boolean(error) && (
        <div className={`screen-only ${classes.stale}`}>
          <Box className="panel row" pos="absolute" inset="auto 8px 8px" p="10px 16px" style={{ boxShadow: 'var(--float)' }}>
            <LoadFailure query={query} failure={failure} />
          </Box>
        </div>
      )}
      {data && (
        <Pager
          label={formatPageLabel(data)}
          printed={formatRowsLabel(data, data.rows.filter((row) => !view.isSubtotal?.(row)).length)}
          // While a page loads, the next click counts from that page.
          page={isStale ? Math.min(search.page, data.pages) : data.page}
          pages={data.pages}
          onPage={(page) => onSearch({ ...search, page })}
          size={pageSize && { ...pageSize, results: data.results }}
        />
      )}
    </div>
  )
}

type EmptyProps<Search extends ListState<string>> = Props<unknown, Search>['empty'] &
  Pick<Props<unknown, Search>, 'search' | 'onSearch'>

function Empty<Search extends ListState<string>>(props: EmptyProps<Search>) {
  const { icon, text, rows, unfiltered, action, filteredAction, search, onSearch } = props
  if (!unfiltered || !isFiltered(search, unfiltered))
    return (
      <EmptyState icon={icon} action={action}>
        {text}
      </EmptyState>
    )
  return (
    <EmptyState icon={icon} action={filteredAction} onClear={() => onSearch(withFilter(search, unfiltered))}>
      {rows ? describeNoMatch(rows, search.q) : text}
    </EmptyState>
  )
}
