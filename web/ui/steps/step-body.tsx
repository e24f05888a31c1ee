import { type ReactNode, useEffect, useRef } from 'react'
import classes from './step-body.module.css'

/** The content of a dialog that has steps. It gets the focus when `step` changes: the focused element of the step before is gone. */
export function StepBody({ step, children }: { step: string; children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const previous = useRef(step)
  useEffect(() => {
    if (step !== previous.current) body.current?.focus()
    previous.current = step
  }, [step])
  return (
    <div className={classes.body} ref={body} tabIndex={-1}>
      {children}
    </div>
  )
}
