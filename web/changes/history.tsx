import { Button } from '@mantine/core'
import { skipToken, useInfiniteQuery } from '@tanstack/react-query'
import type { ChangeNoun } from '../../contract/search/changes.ts'
import { api } from '../lib/api/api.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { BorderedBox } from '../ui/layout/bordered-box.tsx'
import { ChangeEntries } from './change-entries.tsx'

export type HistoryProps = {
  noun: ChangeNoun
  /** The row, or all rows of the noun at a site. */
  of: { rowid: string } | { siteid: number }
  title?: string
  isUndoDisabled?: boolean
  onUndone?: () => void
}

/** The changes of a row. */
export function History({ noun, of, ...undo }: Omit<HistoryProps, 'title'>) {
  const page = {
    initialPageParam: undefined,
    staleTime: 0,
    getNextPageParam: ({ next }: { next: number | null }) => next ?? undefined,
  }
  const ofRow = useInfiniteQuery(
    api.changes.history.infiniteOptions({
      ...page,
      input: 'rowid' in of ? (before: number | undefined) => ({ noun, rowid: of.rowid, before }) : skipToken,
    }),
  )
  const ofSite = useInfiniteQuery(
    api.changes.list.infiniteOptions({
      ...page,
      input: 'siteid' in of ? (before: number | undefined) => ({ noun, siteid: of.siteid, before }) : skipToken,
    }),
  )
  const history = 'rowid' in of ? ofRow : ofSite
  const changes = history.data?.pages.flatMap(({ rows }) => rows)
  if (history.isError && !changes) return <LoadFailure query={history} failure="Failed to load the history" />
  return (
    <>
      <BorderedBox>
        {changes?.length === 0 ? <p>No changes yet.</p> : <ChangeEntries label="History" changes={changes} {...undo} />}
      </BorderedBox>
      {history.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          style={{ alignSelf: 'start' }}
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Show older changes
        </Button>
      )}
    </>
  )
}
