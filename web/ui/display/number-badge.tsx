import { Fragment } from 'react'
import { formatQuantity } from '../../lib/format/money.ts'
import classes from './number-badge.module.css'

const NBSP = '\u00a0'

type Props = { value: number; colour: 'red' | 'amber' | 'yellow' | 'green' }

/** A number on a coloured background. It may wrap between its thousands. */
export function NumberBadge({ value, colour }: Props) {
  return (
    <span className={classes.badge} data-colour={colour}>
      {formatQuantity(value)
        .split(NBSP)
        .map((digits, index) => (
          <Fragment key={index}>
            {index > 0 && NBSP}
            {index > 0 && <wbr />}
            {digits}
          </Fragment>
        ))}
    </span>
  )
}
