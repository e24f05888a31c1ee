import { ActionIcon, Box, Skeleton } from '@mantine/core'
import { IconMenu2, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AccountMenu } from './account-menu.tsx'
import { shortenAccount } from './account-text.ts'
import { MOD_KEY } from './mod-key.ts'
import type { SignOut } from './use-sign-out.ts'

type Props = {
  /** At the left, but on a phone. */
  tabs: ReactNode
  email: string | undefined
  signOut: SignOut
  onMenu: () => void
  onSearch: () => void
}

const BAR = { zIndex: 10, borderBottom: '1px solid var(--line)' }

export function TopBar({ tabs, email, signOut, onMenu, onSearch }: Props) {
  return (
    <Box
      component="header"
      className="row gap-12 end grey small screen-only"
      pos="sticky"
      top={0}
      flex="none"
      h="var(--top-bar)"
      px="var(--page-side)"
      bg="var(--card)"
      style={BAR}
    >
      <ActionIcon
        hiddenFrom="sm"
        flex="none"
        m="0 auto 0 -12px"
        style={{ order: -2 }}
        variant="subtle"
        size={44}
        aria-label="Open menu"
        onClick={onMenu}
      >
        <IconMenu2 size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      {tabs && (
        <Box miw={0} mr="auto" style={{ order: -2 }}>
          {tabs}
        </Box>
      )}
      {email === undefined ? (
        <Skeleton flex="0 1 200px" height={14} width={200} aria-hidden />
      ) : (
        <Box component="span" className="ellipsis" flex="0 100 auto" miw={72} title={email}>
          {shortenAccount(email)}
        </Box>
      )}
      <AccountMenu email={email} signOut={signOut} />
      <ActionIcon
        flex="none"
        variant="subtle"
        size={44}
        aria-label="Find anything"
        title={`Find anything (${MOD_KEY}+K)`}
        aria-haspopup="dialog"
        // After the account for the keyboard, and before it on screen, where the account is at the edge.
        style={{ order: -1 }}
        onClick={onSearch}
      >
        <IconSearch size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Box>
  )
}
