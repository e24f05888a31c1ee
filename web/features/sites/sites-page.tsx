import { Button } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import type { Site, SiteOption } from '../../../contract/sites.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { useSavedRow } from '../../list/use-saved-row.ts'
import { useRefusedSum } from '../../refused-sales/refused-sums.ts'
import { useClocksAhead } from '../../till-clocks/clocks-ahead.tsx'
import { ConfirmDelete } from '../../ui/dialog/confirm-delete.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { AddButton } from '../../ui/form/add-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { createSiteView } from './site-columns.tsx'
import { SiteDialog } from './site-dialog.tsx'
import { useRemoveSite } from './site-mutations.ts'
import { activityQuery, listQuery, type Search, UNFILTERED } from './site-queries.ts'

const route = getRouteApi('/_signed-in/sites')

type OpenDialog = { kind: 'add' } | { kind: 'edit' | 'delete' | 'tills'; site: Site } | null

type Props = { tillsDialog: ComponentType<{ site?: SiteOption; onClose: () => void }> }

/** The tills of a site are another feature; the route passes their dialog in. */
export function SitesPage({ tillsDialog: TillsDialog }: Props) {
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const { show, find } = listNavigation(search, navigate)
  const sites = useQuery(listQuery(search))
  const activity = useQuery(activityQuery())
  // Read with the list, not when its rows are drawn.
  useRefusedSum()
  useClocksAhead()
  const timezone = useTimezone()
  const today = useToday(timezone)
  const { savedKey, markSaved } = useSavedRow()
  const removal = useRemoveSite()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const close = () => setDialog(null)
  const isConnecting = route.useSearch().tills === 'connect'
  const closeTills = () => {
    if (isConnecting) show(search, { replace: true })
    close()
    void activity.refetch() // a till was added or revoked
  }
  const add = () => setDialog({ kind: 'add' })

  return (
    <>
      <PageHeader title="Sites" subtitle="Locations and coverage" action={<AddButton onClick={add}>Add site</AddButton>} />
      <ListBar search={<SearchBox placeholder="Search by name or location…" value={search.q} onChange={find} />} />
      <DataTable
        title="Locations"
        view={createSiteView(setDialog, { query: activity, timezone, today })}
        aside={sites.data && activity.error && <LoadFailure query={activity} failure="Failed to load the sales of today" />}
        query={sites}
        search={search}
        onSearch={show}
        savedKey={savedKey}
        failure="Failed to load sites"
        empty={{
          icon: IconMapPin,
          text: 'No sites found.',
          unfiltered: UNFILTERED,
          action: (
            <Button variant="default" onClick={add}>
              Add your first site
            </Button>
          ),
        }}
      />
      {dialog?.kind === 'add' && <SiteDialog onSaved={markSaved} onClose={close} />}
      {dialog?.kind === 'edit' && <SiteDialog site={dialog.site} onSaved={markSaved} onClose={close} />}
      {dialog?.kind === 'tills' && <TillsDialog site={dialog.site} onClose={closeTills} />}
      {isConnecting && !dialog && <TillsDialog onClose={closeTills} />}
      {dialog?.kind === 'delete' && (
        <ConfirmDelete
          question={`Delete site ${dialog.site.sitename}?`}
          failure="Cannot delete this site because it has related records."
          onConfirm={() => removal.mutateAsync(dialog.site)}
          onClose={close}
        />
      )}
    </>
  )
}
