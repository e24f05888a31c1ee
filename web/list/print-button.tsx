import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import type { Print } from './use-print.ts'

type Props = {
  print: Print
  /** A screen with many buttons shows the icon alone. */
  isIcon?: boolean
}

/** Prints all rows of the list. */
export const PrintButton = ({ print, isIcon = false }: Props) => (
  <Button
    variant="default"
    title={isIcon ? 'Print' : undefined}
    data-icon={isIcon || undefined}
    loading={print.isLoading}
    leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
    onClick={print.start}
  >
    Print
  </Button>
)
