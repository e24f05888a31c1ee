import { Button } from '@mantine/core'
import { CloseDialogButton } from '../dialog/dialog.tsx'

type Props = {
  isDone: boolean
  /** The button that leads to the next step, where there is one. */
  next: { label: string; isReady: boolean; onClick: () => void } | undefined
  onRestart: () => void
  onClose: () => void
}

/** The buttons of the steps of an import. */
export function ImportFooter({ isDone, next, onRestart, onClose }: Props) {
  if (isDone)
    return (
      <>
        <Button variant="default" onClick={onRestart}>
          Import another file
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </>
    )
  if (next)
    return (
      <>
        <Button variant="default" flex="none" onClick={onRestart}>
          Back
        </Button>
        <Button disabled={!next.isReady} onClick={next.onClick}>
          {next.label}
        </Button>
      </>
    )
  return <CloseDialogButton onClick={onClose} />
}
