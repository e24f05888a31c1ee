import { IconPlugConnectedX } from '@tabler/icons-react'
import type { Figures } from '../../contract/dashboard.ts'
import { timeIn } from '../lib/dates.ts'
import type { Connection } from '../lib/live.ts'
import classes from './freshness.module.css'

type Props = { figures: Figures | undefined; timezone: string; connection: Connection; hasFailed: boolean }

/**
 * How old the figures are, and whether they still follow the tills. Only the news is announced, not each new minute. Room
 * for the time is kept from the start.
 */
export function Freshness({ figures, timezone, connection, hasFailed }: Props) {
  const time = figures && timeIn(timezone, figures.as_at)
  const isLost = connection === 'lost' || hasFailed
  return (
    <div className={classes.freshness}>
      {!isLost && <p data-awaited={!time || undefined}>{time ? `As at ${time}` : 'As at 00:00'}</p>}
      <p role="status" className={classes.news}>
        {isLost && (
          <>
            <IconPlugConnectedX size={16} aria-hidden="true" />
            {time ? `Connection lost. These figures are as at ${time}.` : 'Connection lost.'}
          </>
        )}
        {!isLost && connection === 'crowded' && 'Too many open windows. Figures refresh when you return to this one.'}
      </p>
    </div>
  )
}
