import '@mantine/core/styles/Drawer.layer.css'
import { CloseButton, Drawer } from '@mantine/core'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { useCloseOnBack } from '../../ui/dialog/close-on-back.ts'
import { SideMenu } from './side-menu.tsx'

type Props = { opened: boolean; onClose: () => void; business: string | undefined; range: FiguresSearch }

/** The side menu of a small screen. */
export function MenuDrawer({ opened, onClose, business, range }: Props) {
  useCloseOnBack(onClose, { isOpen: opened })
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size="var(--side-menu)"
      padding={0}
      transitionProps={{ duration: 150, transition: 'slide-right' }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <SideMenu
          business={business}
          range={range}
          hasTabs
          onChoose={onClose}
          close={<CloseButton aria-label="Close menu" size={44} iconSize={22} onClick={onClose} />}
        />
      </Drawer.Content>
    </Drawer.Root>
  )
}
