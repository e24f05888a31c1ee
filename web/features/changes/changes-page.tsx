import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ChangeEntries } from '../../changes/change-entries.tsx'
import { ExportButton } from '../../list/export-button.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ChangeFilters } from './change-filters.tsx'
import { getExportUrl, isFiltered, listQuery, type Search } from './change-queries.ts'
import { KeptMonthsSelect } from './kept-months-select.tsx'

const route = getRouteApi('/_signed-in/settings_/activity')

export function ChangesPage() {
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const list = useInfiniteQuery(listQuery(search))
  const changes = list.data?.pages.flatMap(({ rows }) => rows)
  const show = (change: Partial<Search>) => void navigate({ search: { ...search, ...change } })

  return (
    <>
      <PageHeader
        title="Activity"
        subtitle="Who changed what, when and from where"
        more={<ExportButton url={getExportUrl(search)} />}
      />
      <ChangeFilters search={search} onSearch={show} />
      <Card title="Activity" aside={<KeptMonthsSelect />} flush dimmed={list.isPlaceholderData}>
        {list.isError && !changes ? (
          <LoadFailure query={list} failure="Failed to load the activity" />
        ) : changes?.length === 0 ? (
          <EmptyState icon={IconHistory} onClear={isFiltered(search) ? () => void navigate({ search: {} }) : undefined}>
            {isFiltered(search) ? 'No activity matches these filters.' : 'No activity yet.'}
          </EmptyState>
        ) : (
          <ChangeEntries label="Activity" changes={changes} byDay />
        )}
        {list.hasNextPage && (
          <div className="to-edge line-above">
            <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
              Older
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
