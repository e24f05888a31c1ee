import { Box } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'

type Props = {
  /** 'ok': the figures follow the sales, and nothing is shown. */
  status: 'ok' | 'lost' | 'too-many-windows'
  /** The time of the figures on screen, '14:05'; undefined before the first ones. */
  time: string | undefined
}

/** Announces that the figures no longer update by themselves: above the title, so that nothing moves when it appears. */
export const ConnectionStatus = ({ status, time }: Props) => (
  <Box component="p" role="status" className="row digits" pos="absolute" top={-14} left={0} fz="xs" lh="14px" c="var(--amber)">
    {status === 'lost' && (
      <>
        <IconPlugConnectedX size={16} aria-hidden="true" />
        {time ? `Connection lost. Figures updated ${time}.` : 'Connection lost.'}
      </>
    )}
    {status === 'too-many-windows' && 'Live updates are paused in this tab.'}
  </Box>
)
