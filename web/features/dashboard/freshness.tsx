import type { Figures } from '../../../contract/dashboard.ts'
import { type Connection, getConnectionStatus } from '../../lib/api/live.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import classes from './freshness.module.css'

type Props = { figures: Figures | undefined; timezone: string; connection: Connection; hasFailed: boolean }

/** The time of the figures and the state of the connection. A screen reader announces the state, not each new time. */
export function Freshness({ figures, timezone, connection, hasFailed }: Props) {
  const time = figures && formatTimeIn(timezone, figures.as_at)
  const status = getConnectionStatus(connection, hasFailed)
  return (
    <div className={classes.freshness}>
      {/* Without a current time, an invisible one keeps its place. */}
      <p data-hidden={!time || status === 'lost' || undefined}>{time ? `As at ${time}` : 'As at 00:00'}</p>
      <ConnectionStatus status={status} time={time} />
    </div>
  )
}
