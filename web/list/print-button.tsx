import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

/** Prints the screen. */
export const PrintButton = () => (
  <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />} onClick={() => window.print()}>
    Print
  </Button>
)
