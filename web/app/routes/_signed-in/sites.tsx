import { createFileRoute } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { SitesSearch, TillsDialogUrl } from '../../../../contract/search/sites.ts'
import { listQuery } from '../../../features/sites/site-queries.ts'
import { SitesPage } from '../../../features/sites/sites-page.tsx'
import type { TillsDialog } from '../../../features/tills/tills-dialog.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { urlSearch } from '../../../lib/url/url-search.ts'
import { LoadedDialog } from '../../../ui/dialog/loaded-dialog.tsx'

export const Route = createFileRoute('/_signed-in/sites')({
  staticData: { title: 'Sites' },
  ...urlSearch(SitesSearch, TillsDialogUrl),
  loader: ({ deps }) => void queryClient.prefetchQuery(listQuery(deps)),
  component: Sites,
})

function Sites() {
  return <SitesPage tillsDialog={LoadedTillsDialog} />
}

const LoadedTillsDialog = (props: ComponentProps<typeof TillsDialog>) => (
  <LoadedDialog
    name="tills-dialog"
    load={() => import('../../../features/tills/tills-dialog.tsx')}
    title="Tills"
    onClose={props.onClose}
  >
    {({ TillsDialog }) => <TillsDialog {...props} />}
  </LoadedDialog>
)
