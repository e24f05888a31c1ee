import { type ComponentProps, useEffect, useRef } from 'react'
import { Dialog } from '../dialog/dialog.tsx'
import { useDiscardQuestion } from '../dialog/discard-question.tsx'
import classes from './step-dialog.module.css'

type Props = Pick<ComponentProps<typeof Dialog>, 'title' | 'subtitle' | 'width' | 'busy' | 'footer' | 'onClose' | 'children'> & {
  step: string
  /** What would be lost, in a sentence; undefined when that is nothing. Asked before Escape, X, a click outside or Back closes. */
  unsaved: string | undefined
}

/** A dialog that has steps. Its content gets the focus when `step` changes: the focused element of the step before is gone. */
export function StepDialog({ step, unsaved, onClose, children, ...dialog }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const previous = useRef(step)
  useEffect(() => {
    if (step !== previous.current) body.current?.focus()
    previous.current = step
  }, [step])
  const hasChanges = () => unsaved !== undefined
  const { isAsking, close, question } = useDiscardQuestion(hasChanges, onClose, { text: unsaved })

  return (
    <>
      <Dialog {...dialog} grows onClose={close} hasChanges={hasChanges} isCovered={isAsking}>
        <div className={classes.body} ref={body} tabIndex={-1}>
          {children}
        </div>
      </Dialog>
      {question}
    </>
  )
}
