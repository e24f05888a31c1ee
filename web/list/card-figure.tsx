import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

/** The main figure of a card, below its label. */
export const CardFigure = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <span className="full-row grey">{label}</span>{' '}
    <Box component="strong" fz={20} lh="28px">
      {children}
    </Box>
  </>
)
