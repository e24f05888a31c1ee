import { Box } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

/** Stands above a secret that is not stored as it is. */
export const ShownOnce = () => (
  <Box component="p" className="row top medium" c="var(--amber)">
    <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
    Copy it now and keep it like a password. It will not be shown again.
  </Box>
)
