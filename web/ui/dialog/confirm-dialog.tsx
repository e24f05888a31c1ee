import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { Notice } from '../feedback/notice.tsx'
import { useAttempts } from '../form/use-attempts.ts'
import { CloseDialogButton, Dialog } from './dialog.tsx'

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
  const { busy, run } = useAttempts()
  const [message, setMessage] = useState<string | null>(null)

  const confirm = () => {
    setMessage(null)
    return run(onConfirm, {
      onAnswer: (_, isOpen) => isOpen && onClose(),
      onFailure: (error) => setMessage(getErrorMessage(error, failure)),
    })
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
          <CloseDialogButton onClick={onClose} data-autofocus />
          <Button {...(isDanger && { color: 'red' })} onClick={confirm} loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>{children}</p>
        {message && <Notice kind="error">{message}</Notice>}
      </div>
    </Dialog>
  )
}
