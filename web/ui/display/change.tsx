import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { formatPercent, NO_VALUE } from '../../lib/format/money.ts'
import classes from './change.module.css'

type Props = {
  /** 0.123 is 12,3 % more; null where there is nothing to compare with. */
  change: number | null
  /** More is worse, as for costs. */
  isCost?: boolean
}

/** '+12,3 %' with an arrow, a colour, and words for a screen reader. */
export function Change({ change, isCost = false }: Props) {
  if (change === null) return NO_VALUE
  const text = formatPercent(Math.abs(change))
  // What rounds to nothing is neither good nor bad.
  if (!/[1-9]/.test(text)) return <span className={classes.change}>{text}</span>
  const isMore = change > 0
  const Arrow = isMore ? IconArrowUpRight : IconArrowDownRight
  return (
    <span className={classes.change} data-good={isMore !== isCost}>
      <Arrow size={14} stroke={2.2} aria-hidden />
      <span aria-hidden>{`${isMore ? '+' : '-'}${text}`}</span>
      <VisuallyHidden>{`${text} ${isMore ? 'more' : 'less'}`}</VisuallyHidden>
    </span>
  )
}
