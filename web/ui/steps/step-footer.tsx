import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { CloseDialogButton } from '../dialog/dialog.tsx'

type Props = {
  isDone: boolean
  /** What can be done besides closing when the work is done. */
  after: { label: string; onClick: () => void } | undefined
  /** The button that leads to the next step, where there is one. */
  next: { label: string; isReady: boolean; onClick: () => void } | undefined
  onBack: () => void
  onClose: () => void
  /** Of the first step: closes without a question where it is given. */
  onCancel?: () => void
  /** Of the first step, beside Cancel. */
  children?: ReactNode
}

/** The buttons of the steps of a dialog. */
export function StepFooter({ isDone, after, next, onBack, onClose, onCancel, children }: Props) {
  if (isDone)
    return (
      <>
        {after && (
          <Button variant="default" onClick={after.onClick}>
            {after.label}
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </>
    )
  if (next)
    return (
      <>
        <Button variant="default" flex="none" onClick={onBack}>
          Back
        </Button>
        <Button disabled={!next.isReady} onClick={next.onClick}>
          {next.label}
        </Button>
      </>
    )
  return (
    <>
      <CloseDialogButton {...(onCancel && { onClick: onCancel })} />
      {children}
    </>
  )
}
