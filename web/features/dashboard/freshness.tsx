import type { Figures } from '../../../contract/dashboard.ts'
import type { Connection } from '../../lib/api/live.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { ConnectionStatus, isLost } from '../../ui/feedback/connection-status.tsx'
import classes from './freshness.module.css'

type Props = { figures: Figures | undefined; timezone: string; connection: Connection; hasFailed: boolean }

/**
 * How old the figures are, and whether they still follow the tills. Only the news is announced, not each new minute. Room
 * for the time is kept from the start.
 */
export function Freshness({ figures, timezone, connection, hasFailed }: Props) {
  const time = figures && formatTimeIn(timezone, figures.as_at)
  return (
    <div className={classes.freshness}>
      {!isLost({ connection, hasFailed }) && <p data-awaited={!time || undefined}>{time ? `As at ${time}` : 'As at 00:00'}</p>}
      <ConnectionStatus connection={connection} hasFailed={hasFailed} time={time} />
    </div>
  )
}
