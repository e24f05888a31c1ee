import { ActionIcon, Box, Skeleton } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { AccountMenu } from './account-menu.tsx'
import { shortenAccount } from './account-text.ts'
import classes from './shell.module.css'

type Props = {
  email: string | undefined
  /** Leads to the other screens of this part of the product. A phone has no room for them. */
  links?: ReactNode
  onMenu: () => void
}

export function TopBar({ email, links, onMenu }: Props) {
  return (
    <header className={`row gap-12 end grey small screen-only ${classes.bar}`}>
      <ActionIcon
        hiddenFrom="sm"
        flex="none"
        m="0 auto 0 -12px"
        variant="subtle"
        size={44}
        aria-label="Open menu"
        onClick={onMenu}
      >
        <IconMenu2 size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      <Box mr="auto" ml={-12} visibleFrom="sm">
        {links}
      </Box>
      {email === undefined ? (
        <Skeleton flex="0 1 200px" height={14} width={200} aria-hidden />
      ) : (
        <span className="ellipsis" title={email}>
          {shortenAccount(email)}
        </span>
      )}
      <AccountMenu email={email} />
    </header>
  )
}
