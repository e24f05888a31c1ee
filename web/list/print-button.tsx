import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

/** Prints the screen. One with many buttons shows the icon alone. */
export const PrintButton = ({ isIcon = false }) => (
  <Button
    variant="default"
    title={isIcon ? 'Print' : undefined}
    data-icon={isIcon || undefined}
    leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
    onClick={() => window.print()}
  >
    Print
  </Button>
)
