import { createFileRoute, redirect } from '@tanstack/react-router'
import { readSession, useSession } from '../../auth/session.ts'
import { SessionLoading } from '../../auth/session-loading.tsx'
import { useLeftEntries } from '../../features/stock-counts/use-left-entries.ts'
import { yieldToBrowser } from '../../lib/browser/yield-to-browser.ts'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { WholePageError } from '../../ui/feedback/page-error.tsx'
import { Shell } from '../shell/shell.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async () => {
    const session = await readSession()
    if (!session || session.role === 'employee') throw redirect({ to: '/login', replace: true })
    await yieldToBrowser()
  },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: SessionLoading,
  errorComponent: WholePageError,
  component: SignedIn,
})

const ClosedPage = lazyComponent(async () => (await import('../../features/account/closed-page.tsx')).ClosedPage, {
  failure: 'This could not be loaded.',
})

function SignedIn() {
  useLeftEntries()
  // Instead of every screen: it leads back to the same one when the business is open again.
  return useSession()?.closed ? <ClosedPage /> : <Shell />
}
