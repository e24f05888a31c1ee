import { Box } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { LinkButton } from '../../ui/layout/link-button.tsx'

/** Instead of a screen that the person's right does not include. */
export const NotAllowed = ({ home }: { home: '/dashboard' | '/products' }) => (
  <Box className="panel stack gap-12" p="xl" ta="center" style={{ justifyItems: 'center' }}>
    <IconLock size={32} stroke={1.5} color="var(--faint)" aria-hidden />
    <h1>You may not open this page</h1>
    <p className="grey">Your permissions do not include it. The owner of the business can change them.</p>
    <LinkButton to={home}>{home === '/dashboard' ? 'Go to the dashboard' : 'Go to the products'}</LinkButton>
  </Box>
)
