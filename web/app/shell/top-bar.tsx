import { ActionIcon, Skeleton } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { AccountMenu } from './account-menu.tsx'
import { shortenAccount } from './account-text.ts'
import classes from './shell.module.css'

type Props = { email: string | undefined; onMenu: () => void }

export function TopBar({ email, onMenu }: Props) {
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
