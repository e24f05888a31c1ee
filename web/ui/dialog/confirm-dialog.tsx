import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { Notice } from '../feedback/notice.tsx'
import classes from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'

type Props = {
  title: string
  subtitle: string
  /** The name of the button that confirms. */
  action: string
  /** What is lost cannot be restored. */
  isDanger?: boolean
  /** The dialog closes when it resolves and shows the error when it rejects. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
  /** The message when the server gives no reason. */
  failure?: string
  children: ReactNode
}

/** Asks before something is done. */
export function ConfirmDialog(props: Props) {
  const { title, subtitle, action, isDanger = false, onConfirm, onClose, failure = SOMETHING_WRONG, children } = props
  const [busy, setBusy] = useState(false)
  const [message, setMessage] = useState<string | null>(null)

  const confirm = async () => {
    if (busy) return
    setBusy(true)
    setMessage(null)
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      console.error(error)
      setMessage(getErrorMessage(error, failure))
      setBusy(false)
    }
  }

  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      width={440}
      sheet
      onClose={onClose}
      busy={busy}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={busy} data-autofocus>
            Cancel
          </Button>
          <Button {...(isDanger && { color: 'red' })} onClick={confirm} loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <div className={classes.body}>
        <p>{children}</p>
        {message && <Notice kind="error">{message}</Notice>}
      </div>
    </Dialog>
  )
}
