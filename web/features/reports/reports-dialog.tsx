import { ActionIcon, Box, Menu, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { useClipboard } from '@mantine/hooks'
import { IconDotsVertical, IconLink, IconPencil, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { useState } from 'react'
import type { SavedReport } from '../../../contract/reports.ts'
import { RangeSearch } from '../../lib/format/ranges.ts'
import { ConfirmDelete } from '../../ui/dialog/confirm-delete.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import { NameReportDialog } from './name-report-dialog.tsx'
import { READY_REPORTS } from './ready-reports.ts'
import { savedReportsQuery } from './report-queries.ts'
import { fromSavedSearch } from './report-search.ts'
import classes from './reports.module.css'
import { useRemoveReport } from './saved-report-mutations.ts'

/** The reports on stock have screens of their own. */
const STOCK_REPORTS = [
  {
    name: 'Slow sellers',
    description: 'Products with stock and without a sale, and the money in them',
    link: linkOptions({ to: '/reports/slow-sellers' }),
  },
  { name: 'Stock value by site', description: 'What the stock cost, by site', link: linkOptions({ to: '/reports/stock-value' }) },
  { name: 'Reorder list', description: 'What to order, by supplier', link: linkOptions({ to: '/reports/reorder' }) },
]

type Props = { onClose: () => void }
type Action = { kind: 'rename' | 'delete'; report: SavedReport }

/** The saved reports of the business, and those that each business has. */
export function ReportsDialog({ onClose }: Props) {
  const saved = useQuery(savedReportsQuery())
  const [action, setAction] = useState<Action | null>(null)
  const remove = useRemoveReport()
  const closeAction = () => setAction(null)
  return (
    <>
      <Dialog title="All reports" subtitle="Open a report, or share its link" onClose={onClose} grows>
        <Title>Saved reports</Title>
        {saved.isError && !saved.data && <LoadFailure query={saved} failure="Failed to load the saved reports" />}
        {saved.isPending && <Skeleton height={40} my={8} />}
        {saved.data?.length === 0 && (
          <Box component="p" mb="md">
            Nothing saved yet. Choose a report, then select ‘Save report’.
          </Box>
        )}
        <ul className={classes.reports}>
          {saved.data?.map((report) => (
            <li key={report.reportid} className="list-row between">
              <QuietLink to="/reports" search={fromSavedSearch(report.search)} onClick={onClose} stretched>
                {report.name}
              </QuietLink>
              <SavedReportMenu report={report} onAction={setAction} />
            </li>
          ))}
        </ul>
        <Title>Ready-made reports</Title>
        <ul className={classes.reports}>
          {READY_REPORTS.map(({ name, description, search }) => (
            <li key={name} className="list-row between">
              <div>
                {/* A report without a range of its own has the one on screen. */}
                <QuietLink
                  to="/reports"
                  search={(shown) => ({ ...RangeSearch.parse(shown), ...search })}
                  onClick={onClose}
                  stretched
                >
                  {name}
                </QuietLink>
                <p className="grey small">{description}</p>
              </div>
            </li>
          ))}
          {STOCK_REPORTS.map(({ name, description, link }) => (
            <li key={name} className="list-row between">
              <div>
                <QuietLink {...link} onClick={onClose} stretched>
                  {name}
                </QuietLink>
                <p className="grey small">{description}</p>
              </div>
            </li>
          ))}
        </ul>
      </Dialog>
      {action?.kind === 'rename' && <NameReportDialog report={action.report} onClose={closeAction} />}
      {action?.kind === 'delete' && (
        <ConfirmDelete
          question={`Delete report ${action.report.name}?`}
          onConfirm={() => remove.mutateAsync(action.report)}
          onClose={closeAction}
        />
      )}
    </>
  )
}

const Title = ({ children }: { children: string }) => (
  <Box component="h3" mb={4} c="dimmed" fw={500}>
    {children}
  </Box>
)

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
              copy(`${location.origin}/reports${report.search && `?${report.search}`}`)
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
