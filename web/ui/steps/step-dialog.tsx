import { type ComponentProps, useEffect, useRef } from 'react'
import { Dialog } from '../dialog/dialog.tsx'

type Props = Pick<ComponentProps<typeof Dialog>, 'title' | 'subtitle' | 'width' | 'footer' | 'onClose' | 'children'> & {
  step: string
  /** What would be lost, in a sentence; undefined when that is nothing. */
  unsaved: string | undefined
  busy: boolean
}

/** A dialog that has steps. Its content gets the focus when `step` changes: the focused element of the step before is gone. */
export function StepDialog({ step, unsaved, busy, children, ...dialog }: Props) {
  const body = useRef<HTMLDivElement>(null)
  const previous = useRef(step)
  useEffect(() => {
    if (step !== previous.current) body.current?.focus()
    previous.current = step
  }, [step])

  return (
    <Dialog {...dialog} grows unsaved={() => unsaved} busy={busy}>
      <div className="stack focus-target" ref={body} tabIndex={-1}>
        {children}
      </div>
    </Dialog>
  )
}
