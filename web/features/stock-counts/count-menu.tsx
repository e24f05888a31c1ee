import { Button, Loader, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconDotsVertical, IconPrinter, IconX } from '@tabler/icons-react'

type Props = { isPrinting: boolean; onPrint: () => void; onCancel: () => void }

/** What is done once in a count. */
export const CountMenu = ({ isPrinting, onPrint, onCancel }: Props) => (
  <Menu position="bottom-end" width={232} shadow="md" withinPortal={false}>
    <Menu.Target>
      <Button variant="default" px="sm" aria-label="More actions" title="More actions" flex="none">
        {isPrinting ? <Loader size={18} /> : <IconDotsVertical size={18} stroke={1.75} aria-hidden />}
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item disabled={isPrinting} leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />} onClick={onPrint}>
        Print sheet
        <span className="second-line">To count on paper</span>
      </Menu.Item>
      <Menu.Item leftSection={<IconX size={20} stroke={1.75} aria-hidden />} onClick={onCancel}>
        Cancel count
        <span className="second-line">Stock stays the same</span>
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
