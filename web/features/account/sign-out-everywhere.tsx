import { useNavigate } from '@tanstack/react-router'
import { clearQueryCache, signOut } from '../../auth/session.ts'
import { client } from '../../lib/api/api.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

/** Ends all other sessions, then the own one, so that a failure of the second leaves the person signed in here only. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const leave = async () => {
    await client.account.endOtherSessions()
    await signOut()
    await navigate({ to: '/login', replace: true })
    clearQueryCache()
  }
  return (
    <ConfirmDialog
      title="Sign out everywhere"
      subtitle="You sign in again on each device"
      action="Sign out everywhere"
      onConfirm={leave}
      onClose={onClose}
    >
      This ends your sessions on all devices, also on this one.
    </ConfirmDialog>
  )
}
