import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy } from 'react'
import { isLetIn } from '../../auth/rights.ts'
import { readSession, useSession } from '../../auth/session.ts'
import { SessionLoading } from '../../auth/session-loading.tsx'
import { useLeftEntries } from '../../features/stock-counts/use-left-entries.ts'
import { yieldToBrowser } from '../../lib/browser/yield-to-browser.ts'
import { WholePageError } from '../../ui/feedback/page-error.tsx'
import { Shell } from '../shell/shell.tsx'

export const Route = createFileRoute('/_signed-in')({
  beforeLoad: async () => {
    const session = await readSession()
    if (!session || !isLetIn(session)) throw redirect({ to: '/login', replace: true })
    await yieldToBrowser()
  },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: SessionLoading,
  errorComponent: WholePageError,
  component: SignedIn,
})

// A failed load shows the errorComponent.
const ClosedPage = lazy(async () => ({ default: (await import('../../features/account/closed-page.tsx')).ClosedPage }))

function SignedIn() {
  useLeftEntries()
  // Instead of every screen: it leads back to the same one when the business is open again.
  return useSession()?.closed ? <ClosedPage /> : <Shell />
}
