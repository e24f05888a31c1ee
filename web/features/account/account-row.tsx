import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './account-row.module.css'

type Props = {
  label: string
  /** Undefined while it loads. */
  value: ReactNode
  /** Below the value. */
  hint?: ReactNode
  action?: ReactNode
}

/** A fact of the account and the button that changes it. */
export const AccountRow = ({ label, value, hint, action }: Props) => (
  <div className={classes.row}>
    <dl className={classes.words}>
      <dt>{label}</dt>
      <dd>
        {value ?? <Skeleton height={14} width={160} my={3} />}
        {hint && <small>{hint}</small>}
      </dd>
    </dl>
    {action}
  </div>
)
