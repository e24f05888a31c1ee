import { ActionIcon, Button, Menu, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { useClipboard, useLocalStorage } from '@mantine/hooks'
import { IconDotsVertical, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { SavedReport } from '../../../contract/reports.ts'
import { useKeptFocus } from '../../list/use-kept-focus.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { ClampedText } from '../../ui/display/clamped-text.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { chooseShape, ReportCard, ReportGroup } from './report-card.tsx'
import { formatDimension } from './report-names.ts'
import { fromSavedSearch, toSavedSearch } from './report-search.ts'
import { useRemoveReport } from './saved-report-mutations.ts'

const NameReportDialog = lazyDialog('Rename report', async () => (await import('./name-report-dialog.tsx')).NameReportDialog)
const ConfirmDelete = lazyDialog('Confirm delete', async () => (await import('../../ui/dialog/confirm-delete.tsx')).ConfirmDelete)

/** More are shown on demand, so that the ready-made reports stay in sight. */
const MAX_SHOWN = 9

type Props = { query: UseQueryResult<SavedReport[], Error> }
type Action = { kind: 'rename' | 'delete'; report: SavedReport }

/** The saved reports of the business, if it has some. */
export function SavedReports({ query }: Props) {
  const [action, setAction] = useState<Action | null>(null)
  const [showsAll, setShowsAll] = useState(false)
  const remove = useRemoveReport()
  // A report that is deleted had the focus.
  const area = useRef<HTMLDivElement>(null)
  const keptFocus = useKeptFocus(area)
  const closeAction = () => setAction(null)
  // The ready-made reports below are shown at once: as many as last time keep their place.
  const [lastCount, setLastCount] = useLocalStorage({ key: 'saved-reports', defaultValue: 0, getInitialValueInEffect: false })
  const count = query.data?.length
  useEffect(() => {
    if (count !== undefined) setLastCount(count)
  }, [count, setLastCount])
  const saved = query.data ?? []
  const shown = showsAll ? saved : saved.slice(0, MAX_SHOWN)
  return (
    <div ref={area} tabIndex={-1} {...keptFocus}>
      {query.isError && !query.data && <LoadFailure query={query} failure="Failed to load the saved reports" asCard />}
      {query.isPending && lastCount > 0 && (
        <ReportGroup title="Saved reports" isBusy>
          {Array.from({ length: Math.min(lastCount, MAX_SHOWN) }, (_, index) => (
            <Skeleton key={index} component="li" height={78} radius={12} />
          ))}
        </ReportGroup>
      )}
      {saved.length > 0 && (
        <ReportGroup title="Saved reports">
          {shown.map((report) => {
            const search = fromSavedSearch(report.search)
            return (
              <ReportCard
                key={report.reportid}
                shape={chooseShape(search.by)}
                link={
                  <QuietLink to="/reports" search={search} stretched>
                    <ClampedText>{report.name}</ClampedText>
                  </QuietLink>
                }
                text={`By ${formatDimension(search.by)}`}
                menu={<SavedReportMenu report={report} onAction={setAction} />}
              />
            )
          })}
          {saved.length > MAX_SHOWN && (
            <li className="full-row">
              <Button variant="default" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? 'Show fewer' : `Show all ${saved.length} saved reports`}
              </Button>
            </li>
          )}
        </ReportGroup>
      )}
      {action?.kind === 'rename' && <NameReportDialog report={action.report} onClose={closeAction} />}
      {action?.kind === 'delete' && (
        <ConfirmDelete
          question={`Delete report ${action.report.name}?`}
          onConfirm={() => remove.mutateAsync(action.report)}
          onClose={closeAction}
        />
      )}
    </div>
  )
}

function SavedReportMenu({ report, onAction }: { report: SavedReport; onAction: (action: Action) => void }) {
  const { copy } = useClipboard()
  return (
    <Menu position="bottom-end" width={176} shadow="md" withinPortal={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" size={40} style={{ zIndex: 1 }} aria-label={`Actions for ${report.name}`}>
          <IconDotsVertical size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {/* Browsers have a clipboard over https only. */}
        {navigator.clipboard && (
          <Menu.Item
            leftSection={<IconLink size={18} stroke={1.75} aria-hidden />}
            onClick={() => {
              copy(`${location.origin}/reports?${toSavedSearch(fromSavedSearch(report.search))}`)
              showToast('Link copied')
            }}
          >
            Copy link
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
          onClick={() => onAction({ kind: 'rename', report })}
        >
          Rename
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
          onClick={() => onAction({ kind: 'delete', report })}
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
