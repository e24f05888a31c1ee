import '@mantine/core/styles/Menu.layer.css'
import { Box, CloseButton, Menu, Skeleton } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { getEmailInitials } from '../../lib/format/initials.ts'
import { Initials } from '../../ui/display/initials.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import classes from './shell.module.css'
import type { SignOut } from './use-sign-out.ts'

type Props = { email: string | undefined; signOut: SignOut }

/** The badge with the user's initials and its menu. */
export function AccountMenu({ email, signOut: { leave, isLeaving, message, dismiss } }: Props) {
  const initials = email === undefined ? null : getEmailInitials(email)
  return (
    <>
      <Menu position="bottom-end" offset={8} width={180} radius="md" shadow="md" withinPortal={false} onOpen={dismiss}>
        <Menu.Target>
          <button
            type="button"
            className={`plain-button ${classes.badge}`}
            aria-label={initials ? `Account menu, ${initials}` : 'Account menu'}
          >
            {initials ? <Initials>{initials}</Initials> : <Skeleton circle height={32} />}
          </button>
        </Menu.Target>
        <Menu.Dropdown aria-label="Account">
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.75} aria-hidden />} onClick={leave} disabled={isLeaving}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {message && (
        <Box pos="absolute" top="calc(100% + 8px)" right={16} maw="calc(100% - 32px)">
          <Notice kind="error" action={<CloseButton aria-label="Dismiss" iconSize={18} onClick={dismiss} />}>
            {message}
          </Notice>
        </Box>
      )}
    </>
  )
}
