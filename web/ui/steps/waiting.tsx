import { Box, Loader } from '@mantine/core'
import type { ReactNode } from 'react'

/** A step that lasts until an answer comes: 'Reading april.csv…'. */
export const Waiting = ({ children }: { children: ReactNode }) => (
  <Box component="p" className="row centre gap-12" c="dimmed" mih={120}>
    <Loader size={20} aria-hidden /> {children}
  </Box>
)
