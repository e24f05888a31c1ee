import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './notice.module.css'

const icons = { error: IconAlertCircle, success: IconCircleCheck, quiet: IconInfoCircle }

/** A message: red and announced at once, green, or neutral. A button may follow it. */
export function Notice({ kind, children, action }: { kind: keyof typeof icons; children: ReactNode; action?: ReactNode }) {
  const Icon = icons[kind]
  return (
    <div className={classes.notice} data-kind={kind} role={kind === 'error' ? 'alert' : 'status'}>
      <div className={classes.words}>
        <Icon size={20} stroke={1.75} aria-hidden />
        <div>{children}</div>
      </div>
      {action}
    </div>
  )
}
