import { IconPlugConnectedX } from '@tabler/icons-react'
import classes from '../layout/page-header.module.css'

type Props = {
  /** 'ok': the figures follow the sales, and nothing is shown. */
  status: 'ok' | 'lost' | 'too-many-windows'
  /** The time of the figures on screen, '14:05'; undefined before the first ones. */
  time: string | undefined
}

/** Announces that the figures no longer update by themselves. */
export const ConnectionStatus = ({ status, time }: Props) => (
  <p role="status" className={`row small digits ${classes.status}`}>
    {status === 'lost' && (
      <>
        <IconPlugConnectedX size={16} aria-hidden="true" />
        {time ? `Connection lost. These figures are as at ${time}.` : 'Connection lost.'}
      </>
    )}
    {status === 'too-many-windows' && 'Live updates are paused in this tab.'}
  </p>
)
