import { Box } from '@mantine/core'

/** Initials in a circle. Hidden from screen readers, which read the name. */
export const Initials = ({ children }: { children: string }) => (
  <Box
    component="span"
    className="disc"
    w={32}
    h={32}
    bg="var(--tint-2)"
    c="var(--accent)"
    fz="xs"
    fw={600}
    lts="0.02em"
    aria-hidden
  >
    {children}
  </Box>
)
