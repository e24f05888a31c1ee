import { createFileRoute } from '@tanstack/react-router'
import { accountQuery, sessionsQuery } from '../../../features/settings/settings-queries.ts'
import { YouPage } from '../../../features/settings/you-page.tsx'
import { queryClient } from '../../../lib/api/api.ts'
import { lazyDialog } from '../../../ui/dialog/lazy-dialog.tsx'

export const Route = createFileRoute('/_signed-in/settings')({
  staticData: { title: 'Settings' },
  loader: () => {
    void queryClient.prefetchQuery(accountQuery())
    void queryClient.prefetchQuery(sessionsQuery())
  },
  component: You,
})

function You() {
  return <YouPage shortcutsDialog={ShortcutsDialog} />
}

const ShortcutsDialog = lazyDialog(
  'Keyboard shortcuts',
  async () => (await import('../../shell/shortcuts-dialog.tsx')).ShortcutsDialog,
)
