import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

type Props = { onClick: () => void; children: string }

/** The main action of a page. */
export const AddButton = ({ onClick, children }: Props) => (
  <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={onClick}>
    {children}
  </Button>
)
