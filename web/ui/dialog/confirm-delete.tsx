import { Button } from '@mantine/core'
import { useState } from 'react'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { Notice } from '../feedback/notice.tsx'
import classes from './confirm-delete.module.css'
import { Dialog } from './dialog.tsx'

type Props = {
  /** 'Delete site Sandton?' */
  question: string
  /** The dialog closes when it resolves and shows the error when it rejects. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** The message when the server gives no reason. */
  failure?: string
}

export function ConfirmDelete({ question, onConfirm, onClose, failure = SOMETHING_WRONG }: Props) {
  const [deleting, setDeleting] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const confirm = async () => {
    if (deleting) return
    setDeleting(true)
    setMessage(null)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      console.error(error)
      setMessage(getErrorMessage(error, failure))
      setDeleting(false)
    }
  }

  return (
    <Dialog
      title="Confirm delete"
      subtitle="This action cannot be undone."
      width={440}
      onClose={onClose}
      busy={deleting}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={deleting} data-autofocus>
            Cancel
          </Button>
          <Button color="red" onClick={confirm} loading={deleting}>
            Delete
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <p>{question}</p>
        {message && <Notice kind="error">{message}</Notice>}
      </div>
    </Dialog>
  )
}
