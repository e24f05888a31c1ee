import { IconPlugConnectedX } from '@tabler/icons-react'
import type { Connection } from '../../lib/api/live.ts'
import classes from './connection-status.module.css'

type Props = {
  connection: Connection
  /** Whether the last try to fetch the figures failed, whatever the stream says. */
  hasFailed: boolean
  /** '14:05', of the figures on screen; undefined before the first ones. */
  time: string | undefined
}

export const isLost = ({ connection, hasFailed }: Pick<Props, 'connection' | 'hasFailed'>) => connection === 'lost' || hasFailed

/** Says, only then, that the figures no longer follow the tills. */
export function ConnectionStatus({ connection, hasFailed, time }: Props) {
  const lost = isLost({ connection, hasFailed })
  return (
    <p role="status" className={classes.news}>
      {lost && (
        <>
          <IconPlugConnectedX size={16} aria-hidden="true" />
          {time ? `Connection lost. These figures are as at ${time}.` : 'Connection lost.'}
        </>
      )}
      {!lost && connection === 'crowded' && 'Too many open windows. Figures refresh when you return to this one.'}
    </p>
  )
}
