import { Box } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { RoundIcon } from './round-icon.tsx'

/** The content of a card without data. */
export const EmptyState = ({ icon, children }: { icon: Icon; children: ReactNode }) => (
  <Box
    className="empty-text rest small"
    mih={120}
    display="grid"
    style={{ placeContent: 'center', justifyItems: 'center', gap: 12 }}
  >
    <RoundIcon icon={icon} quiet />
    <p>{children}</p>
  </Box>
)
