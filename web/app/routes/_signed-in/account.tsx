import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '../../../features/account/account-page.tsx'
import { accountQuery, sessionsQuery } from '../../../features/account/account-queries.ts'
import { queryClient } from '../../../lib/api/api.ts'
import { lazyDialog } from '../../../ui/dialog/lazy-dialog.tsx'

export const Route = createFileRoute('/_signed-in/account')({
  staticData: { title: 'Account' },
  loader: () => {
    void queryClient.prefetchQuery(accountQuery())
    void queryClient.prefetchQuery(sessionsQuery())
  },
  component: Account,
})

function Account() {
  return <AccountPage shortcutsDialog={ShortcutsDialog} />
}

const ShortcutsDialog = lazyDialog(
  'Keyboard shortcuts',
  async () => (await import('../../shell/shortcuts-dialog.tsx')).ShortcutsDialog,
)
