import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { createOrderMail } from '../../lib/format/order-text.ts'
import { CopyBlock } from '../display/copy-block.tsx'
import { CloseDialogButton, Dialog } from './dialog.tsx'

type Props = {
  title: string
  subtitle: string
  /** Of the supplier; '' without one. */
  email: string
  subject: string
  /** Undefined while it is read: `children` say so. */
  text: string | undefined
  children?: ReactNode
  onClose: () => void
}

/** An order as text for the supplier: to copy, or to open in the mail program. */
export function OrderTextDialog({ title, subtitle, email, subject, text, children, onClose }: Props) {
  const mail = text === undefined ? undefined : createOrderMail(email, subject, text)
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      onClose={onClose}
      footer={
        <>
          <CloseDialogButton onClick={onClose}>Done</CloseDialogButton>
          {mail && (
            <Button component="a" href={mail.url}>
              Open in e-mail
            </Button>
          )}
        </>
      }
    >
      {children}
      {text !== undefined && (
        <div className="stack gap-12">
          <CopyBlock label="Order" text={text} copy="Copy as e-mail text" takesFocus />
          <p className="small grey">
            {email ? `To ${email}.` : 'The supplier has no e-mail address yet. Add it in your e-mail.'}
            {mail && !mail.isWhole && ' The order is too long for the link. Copy it first, then paste it into the e-mail.'}
          </p>
        </div>
      )}
    </Dialog>
  )
}
