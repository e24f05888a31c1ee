import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Icon, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Page } from '../../contract/shared/list.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { CardRows } from './card-rows.tsx'
import classes from './data-table.module.css'
import { formatPageLabel, type ListState, withSort } from './list-rules.ts'
import type { RowsProps, RowView } from './row-view.ts'
import { SelectedRows } from './selected-rows.tsx'
import { SelectPage } from './selection-column.tsx'
import { SortMenu } from './sort-menu.tsx'
import { TableRows } from './table-rows.tsx'
import type { Selection } from './use-selection.ts'

type Props<Row, Search extends ListState<string>> = {
  title: string
  view: RowView<Row, Search['sort']>
  /** A page of rows, as `useQuery` answers. */
  query: { data: Page<Row> | undefined; error: unknown; isPlaceholderData: boolean; isFetching: boolean; refetch: () => unknown }
  search: Search
  onSearch: (next: Search, how?: { replace?: boolean }) => void
  empty: { icon: Icon; text: string; action?: ReactNode }
  /** The message when the server gives no reason. */
  failure: string
  /** At the right of the title. */
  aside?: ReactNode
  selection?: Selection
}

const FIRST_BOX = 'input[type=checkbox]'

/** px of the side menu and the page's padding. */
const OUTSIDE_WIDTH = 256 + 2 * 32

/** A page of a list: a table where it has room, cards elsewhere. */
export function DataTable<Row, Search extends ListState<string>>(props: Props<Row, Search>) {
  const { title, view, query, search, onSearch, empty, failure, aside, selection } = props
  const { data, error, isPlaceholderData: isStale } = query
  const titleId = useId()
  const list = useRef<HTMLDivElement>(null)
  // Only one of both is rendered: hidden duplicates would repeat accessible names.
  const isNarrow = useMediaQuery(`(width < ${view.minWidth + OUTSIDE_WIDTH}px)`, undefined, { getInitialValueInEffect: false })

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
    note: error ? (
      <div className={classes.failure}>
        <LoadFailure query={query} failure={failure} />
      </div>
    ) : (
      data?.rows.length === 0 && <Empty {...empty} />
    ),
  }

  return (
    <div ref={list} className={isNarrow ? classes.list : classes.card}>
      <div className={classes.head}>
        {isNarrow && selection && <SelectPage keys={(data?.rows ?? []).map(view.key)} selection={selection} />}
        <h2 id={titleId}>{title}</h2>
        <div className={classes.aside}>
          {aside}
          {selection && (
            <SelectedRows selection={selection} onCleared={() => list.current?.querySelector<HTMLElement>(FIRST_BOX)?.focus()} />
          )}
          {isNarrow && <SortMenu {...rows} />}
        </div>
      </div>
      {isNarrow ? <CardRows {...rows} /> : <TableRows {...rows} />}
      {data && (
        <Pager
          label={formatPageLabel(data)}
          // While a page loads, the next click counts from that page.
          page={isStale ? Math.min(search.page, data.pages) : data.page}
          pages={data.pages}
          onPage={(page) => onSearch({ ...search, page })}
        />
      )}
    </div>
  )
}

type PagerProps = { label: string; page: number; pages: number; onPage: (page: number) => void }

function Pager({ label, page, pages, onPage }: PagerProps) {
  const pager = useRef<HTMLDivElement>(null)
  // On the first and last page the pressed button becomes disabled and would lose the focus.
  useLayoutEffect(() => {
    if (pager.current?.querySelector('button:disabled:focus'))
      pager.current.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
  })
  return (
    <div ref={pager} className={classes.pager}>
      <span role="status">{label}</span>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconChevronLeft size={16} aria-hidden />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <Button
        variant="default"
        size="xs"
        rightSection={<IconChevronRight size={16} aria-hidden />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        Next
      </Button>
    </div>
  )
}

function Empty({ icon: Icon, text, action }: { icon: Icon; text: string; action?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <Icon size={32} stroke={1.5} aria-hidden />
      <p>{text}</p>
      {action}
    </div>
  )
}
