import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  /** The id of the heading above it. */
  titleId: string
  maxHeight?: string
  children: ReactNode
}

/** A frame that scrolls what it has no room for. It takes the focus, or the keyboard could not scroll it. */
export const ScrollBox = ({ titleId, maxHeight = 'min(360px, 44dvh)', children }: Props) => (
  <Box component="section" className="framed" mah={maxHeight} style={SCROLLS} aria-labelledby={titleId} tabIndex={0}>
    {children}
  </Box>
)

/** The head of a table stays at its top. */
const SCROLLS = { overflow: 'auto', '--head': 'sticky', '--head-top': 0 }
