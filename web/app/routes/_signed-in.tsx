import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, useState } from 'react'
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
const ClosedPage = lazy(async () => ({ default: (await import('../../features/settings/closed-page.tsx')).ClosedPage }))

const TwoStepSetup = lazy(async () => ({ default: (await import('../../features/settings/two-step-setup.tsx')).TwoStepSetup }))

/** Instead of every screen, ClosedPage and TwoStepSetup: they lead back to the same one. */
function SignedIn() {
  useLeftEntries()
  const session = useSession()
  // After it is turned on, the recovery codes are still to be seen.
  const [isSettingUp, setSettingUp] = useState(false)
  if (session?.lacks_two_step && !isSettingUp) setSettingUp(true)
  if (isSettingUp) return <TwoStepSetup onDone={() => setSettingUp(false)} />
  return session?.closed ? <ClosedPage /> : <Shell />
}
