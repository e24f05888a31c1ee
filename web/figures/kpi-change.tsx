import { VisuallyHidden } from '@mantine/core'
import { type Compared, findChange } from '../../contract/figures.ts'
import { formatLongDay, formatShortDay, formatTimeIn } from '../lib/format/dates.ts'
import { formatPercent } from '../lib/format/money.ts'
import classes from './kpi-change.module.css'

type Props = {
  now: number
  before: number
  compared: Compared
  /** The last day of the figures: the year of the earlier range is shown where it is another one. */
  to: string
  timezone: string
}

/** '▲ +12,3 % vs 24 Sep – 23 Oct'. Nothing where there is nothing to compare with. */
export function KpiChange({ now, before, compared, to, timezone }: Props) {
  const change = findChange(now, before)
  if (change === null) return null
  const isSame = Math.round(change * 1000) === 0
  const trend = isSame ? 'same' : change > 0 ? 'more' : 'less'
  const percent = formatPercent(Math.abs(change))
  const period = formatPeriod(compared, to, timezone)
  return (
    <div className={classes.change}>
      <span aria-hidden="true">
        <b data-trend={trend}>
          {{ more: '▲ +', less: '▼ -', same: '' }[trend]}
          {percent}
        </b>{' '}
        vs {period.days}
        {period.time && (
          <>
            {' '}
            <span className={classes.time}>{period.time}</span>
          </>
        )}
      </span>
      <VisuallyHidden component="span">
        {isSame ? 'The same as' : `${percent} ${trend} than`} {period.days} {period.time}
      </VisuallyHidden>
    </div>
  )
}

/** '24 Sep – 23 Oct' or '1 Jan – 22 Nov 2025'; 'until 14:05' where the last day counts in part. */
function formatPeriod({ from, to, until }: Compared, lastDay: string, timezone: string) {
  const isOtherYear = to.slice(0, 4) !== lastDay.slice(0, 4)
  const first = from.slice(0, 4) === to.slice(0, 4) ? formatShortDay(from) : formatLongDay(from)
  const last = isOtherYear || from.slice(0, 4) !== to.slice(0, 4) ? formatLongDay(to) : formatShortDay(to)
  return { days: from === to ? last : `${first} – ${last}`, time: until && `until ${formatTimeIn(timezone, until)}` }
}
