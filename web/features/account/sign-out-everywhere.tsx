import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { clearQueryCache, signOut } from '../../auth/session.ts'
import { client } from '../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

/** Ends all other sessions, then the own one, so that a failure of the second leaves the person signed in here only. */
export function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const leave = async () => {
    setBusy(true)
    setMessage(null)
    try {
      await client.account.endOtherSessions()
      await signOut()
      await navigate({ to: '/login', replace: true })
      clearQueryCache()
    } catch (error) {
      console.error(error)
      setMessage(getErrorMessage(error, SOMETHING_WRONG))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title="Sign out everywhere"
      subtitle="You sign in again on each device"
      width={440}
      onClose={onClose}
      busy={busy}
      footer={
        <>
          {message && <Notice kind="error">{message}</Notice>}
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            Cancel
          </Button>
          <Button onClick={leave} loading={busy}>
            Sign out everywhere
          </Button>
        </>
      }
    >
      <p>This ends your sessions on all devices, also on this one.</p>
    </Dialog>
  )
}
