import { Box } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'

/** The icon of a card in a circle. `quiet` is for empty states. */
export const RoundIcon = ({ icon: Icon, quiet = false }: { icon: Icon; quiet?: boolean }) => (
  <Box
    component="span"
    className="disc"
    w={40}
    h={40}
    bg={quiet ? 'var(--soft)' : 'var(--tint)'}
    c={quiet ? 'dimmed' : 'var(--accent)'}
    aria-hidden
  >
    <Icon size={20} stroke={1.75} />
  </Box>
)
