import { useState } from 'react'
import { createUuid } from '../../lib/browser/uuid.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useRotateSecret } from './webhook-mutations.ts'

type Props = { webhookid: number; onRotated: (secret: string) => void; onClose: () => void }

/** Gives a webhook a new secret. */
export function RotateDialog({ webhookid, onRotated, onClose }: Props) {
  const rotation = useRotateSecret()
  // One key for all attempts of this dialog: a retry after a lost answer returns the secret that was created.
  const [request_id] = useState(createUuid)
  return (
    <ConfirmDialog
      title="New secret"
      subtitle="The receiver needs it within 24 hours"
      action="Create secret"
      onConfirm={async () => onRotated((await rotation.mutateAsync({ webhookid, request_id })).secret)}
      onClose={onClose}
    >
      The secret that the receiver has now stays valid for 24 hours.
    </ConfirmDialog>
  )
}
