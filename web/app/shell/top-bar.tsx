import { ActionIcon, Skeleton } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { AccountMenu } from './account-menu.tsx'
import { shortenAccount } from './account-text.ts'
import classes from './top-bar.module.css'

type Props = { email: string | undefined; onMenu: () => void }

export function TopBar({ email, onMenu }: Props) {
  return (
    <header className={classes.bar}>
      <ActionIcon className={classes.menu} variant="subtle" size={44} aria-label="Open menu" onClick={onMenu}>
        <IconMenu2 size={22} stroke={1.75} aria-hidden />
      </ActionIcon>
      {email === undefined ? (
        <Skeleton className={classes.waiting} height={14} width={200} aria-hidden />
      ) : (
        <span className={classes.account} title={email}>
          {shortenAccount(email)}
        </span>
      )}
      <AccountMenu email={email} />
    </header>
  )
}
