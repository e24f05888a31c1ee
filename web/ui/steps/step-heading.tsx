import { Box } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  id?: string
  title: ReactNode
  /** The file, and what is to be said about it. */
  children: ReactNode
}

/** What a step of an import is about. */
export const StepHeading = ({ id, title, children }: Props) => (
  <div>
    <Box component="p" id={id} className="digits" fz="lg" fw={600}>
      {title}
    </Box>
    <p className="grey small break">{children}</p>
  </div>
)
