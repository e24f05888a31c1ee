import '@mantine/core/styles/Menu.layer.css'
import { Box, CloseButton, Menu, Skeleton } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { clearQueryCache, signOut } from '../../auth/session.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { getEmailInitials } from '../../lib/format/initials.ts'
import { Initials } from '../../ui/display/initials.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import classes from './shell.module.css'

/** The badge with the user's initials and its menu. */
export function AccountMenu({ email }: { email: string | undefined }) {
  const navigate = useNavigate()
  const initials = email === undefined ? null : getEmailInitials(email)
  const [leaving, setLeaving] = useState(false)
  const [message, setMessage] = useState<string | null>(null)
  const router = useRouter()
  const dismiss = () => setMessage(null)

  useEffect(() => router.subscribe('onBeforeNavigate', () => setMessage(null)), [router])

  const leave = async () => {
    if (leaving) return
    setLeaving(true)
    dismiss()
    try {
      await signOut()
      await navigate({ to: '/login', replace: true })
      clearQueryCache()
    } catch (error) {
      console.error(error)
      setMessage(getErrorMessage(error, 'Could not sign out. Please try again.'))
      setLeaving(false)
    }
  }

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
          <Menu.Item
            className="menu-item"
            leftSection={<IconLogout size={18} stroke={1.75} aria-hidden />}
            onClick={leave}
            disabled={leaving}
          >
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
