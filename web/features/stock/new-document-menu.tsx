import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import {
  IconAdjustments,
  IconArrowsExchange,
  IconClipboardList,
  IconPlus,
  IconShoppingCart,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'

const KINDS = [
  { kind: 'order', name: 'Order', text: 'Goods from a supplier', icon: IconShoppingCart },
  { kind: 'delivery', name: 'Delivery', text: 'Goods received', icon: IconTruckDelivery },
  { kind: 'transfer', name: 'Transfer', text: 'Between your sites', icon: IconArrowsExchange },
  { kind: 'count', name: 'Count', text: 'What is on the shelf', icon: IconClipboardList },
  { kind: 'adjustment', name: 'Adjustment', text: 'Damaged, stolen, found …', icon: IconAdjustments },
] as const

type Props = {
  siteid: number | undefined
  /** A business with one site moves nothing between sites. */
  hasSites: boolean
}

/** Writes a new document. */
export function NewDocumentMenu({ siteid, hasSites }: Props) {
  const navigate = useNavigate()
  return (
    <Menu position="bottom-end" width={256} shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}>New</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map(({ kind, name, text, icon: Icon }) => {
          const isOff = kind === 'transfer' && !hasSites
          return (
            <Menu.Item
              key={kind}
              disabled={isOff}
              leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
              onClick={() => void navigate({ to: '/stock/new', search: { kind, siteid } })}
            >
              {name}
              <span className="second-line">{isOff ? 'Needs a second site' : text}</span>
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
