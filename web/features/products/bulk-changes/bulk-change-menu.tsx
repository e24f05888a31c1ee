import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconForms, IconHistory, IconStack2 } from '@tabler/icons-react'
import '@mantine/core/styles/Menu.layer.css'
import { useState } from 'react'
import { pluralize } from '../../../lib/format/money.ts'

type Props = {
  /** The products that the list finds. */
  results: number
  /** Whether prices and stock are fields of the list. */
  isInline: boolean
  /** Whether a row is an item with all of its sites: their prices and stocks are not edited in one. */
  perItem: boolean
  onInline: () => void
  /** Resolves when the fields are gone, or stay because something is not saved. */
  onDone: () => Promise<void>
  onChangeAll: () => void
  onShowEarlier: () => void
}

/** The ways to change many products. */
export function BulkChangeMenu({ results, isInline, perItem, onInline, onDone, onChangeAll, onShowEarlier }: Props) {
  const [isSaving, setSaving] = useState(false)
  const finish = async () => {
    setSaving(true)
    await onDone()
    setSaving(false)
  }
  if (isInline)
    return (
      <Button size="xs" className="narrow-icons" loading={isSaving} onClick={finish}>
        Done
      </Button>
    )
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
  return (
    <Menu position="bottom-end" width={264} shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" size="xs" className="narrow-icons" rightSection={<IconChevronDown size={16} aria-hidden />}>
          Bulk change
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconForms {...icon} />} disabled={perItem} onClick={onInline}>
          Edit prices and stock in the list
        </Menu.Item>
        <Menu.Item leftSection={<IconStack2 {...icon} />} disabled={results === 0} onClick={onChangeAll}>
          Change all {pluralize(results, perItem ? 'item' : 'product')}
        </Menu.Item>
        <Menu.Item leftSection={<IconHistory {...icon} />} onClick={onShowEarlier}>
          {' '}
          Recent bulk changes
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
