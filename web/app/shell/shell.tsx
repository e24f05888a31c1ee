import { Box } from '@mantine/core'
import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { getHome } from '../../auth/rights.ts'
import { useSession } from '../../auth/session.ts'
import { getTimezone } from '../../auth/timezone.ts'
import { useConnection } from '../../lib/api/live.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { whenIdle } from '../../lib/browser/when-idle.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Toast } from '../../ui/feedback/toast.tsx'
import { type Screen, toLink, useMayOpen } from '../screens.ts'
import { MenuDrawer } from './menu-drawer.tsx'
import { NotAllowed } from './not-allowed.tsx'
import type { ShellDialog } from './palette-items.ts'
import { SectionTabs } from './section-tabs.tsx'
import classes from './shell.module.css'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { useLastRange } from './use-last-range.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useSignOut } from './use-sign-out.ts'

/** Above the top bar. */
const SKIP = { position: 'fixed', top: 8, left: 8, zIndex: 11, minHeight: 44 } as const
const SIDE = { borderRight: '1px solid var(--line)' }

const SESSION_CHECK_MS = 4_000

const Palette = lazyDialog('Find anything', async () => (await import('./palette.tsx')).Palette)
const ShortcutsDialog = lazyDialog('Keyboard shortcuts', async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

const TicketsDialog = lazyDialog(
  'Support tickets',
  async () => (await import('../../features/tickets/tickets-dialog.tsx')).TicketsDialog,
)
const NewTicketDialog = lazyDialog(
  'New ticket',
  async () => (await import('../../features/tickets/new-ticket-dialog.tsx')).NewTicketDialog,
)

export function Shell() {
  // The live stream ends when the session does. A window without a stream polls the session instead.
  const session = useSession({ everyMs: useConnection() === 'too-many-windows' && SESSION_CHECK_MS })
  const today = useToday(getTimezone(session))
  const navigate = useNavigate()
  const router = useRouter()
  const range = useLastRange()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [dialog, setDialog] = useState<'palette' | ShellDialog | null>(null)
  const signOut = useSignOut()
  const mayOpen = useMayOpen()
  const isAllowed = mayOpen(useLocation({ select: ({ pathname }) => pathname }))
  const isPhone = useIsPhone()
  const tabs = <SectionTabs range={range} />
  const main = useRef<HTMLElement>(null)
  const closeDialog = () => setDialog(null)
  useEffect(() => whenIdle(Palette.preload), [])
  useShortcuts({
    isBlocked: dialog !== null,
    onScreen: (screen: Screen) => mayOpen(screen.to) && void navigate(toLink(screen, range)),
    onSearch: () => setDialog('palette'),
    onHelp: () => setDialog('shortcuts'),
  })

  useEffect(() => {
    if (session === null) navigate({ to: '/login', replace: true })
  }, [session, navigate])

  // A wide window has the menu beside the screen.
  if (isMenuOpen && !isPhone) setMenuOpen(false)

  // Opening another screen closes the menu.
  useEffect(() => router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && setMenuOpen(false)), [router])

  return (
    <div className={classes.shell}>
      <button type="button" className="skip screen-only" style={SKIP} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      <Box
        component="aside"
        className="screen-only"
        pos="sticky"
        top={0}
        h="100dvh"
        bg="var(--card)"
        visibleFrom="sm"
        style={SIDE}
      >
        <SideMenu business={session?.business?.name} range={range} />
      </Box>
      <Box display="flex" miw={0} style={{ flexDirection: 'column' }}>
        <TopBar
          tabs={!isPhone && tabs}
          email={session?.user.email}
          signOut={signOut}
          onMenu={() => setMenuOpen(true)}
          onSearch={() => setDialog('palette')}
        />
        {isPhone && <section aria-label="Section">{tabs}</section>}
        <main className={classes.main} ref={main} tabIndex={-1}>
          <p className="print-only grey">
            {session?.business?.name} · {formatLongDay(today)}
          </p>
          {/* While the session of another window loads, the screen keeps what was typed. It may make no call then. */}
          {isAllowed || !session ? <Outlet /> : <NotAllowed home={getHome(session)} />}
        </main>
      </Box>
      <MenuDrawer opened={isMenuOpen} onClose={() => setMenuOpen(false)} business={session?.business?.name} range={range} />
      {dialog === 'palette' && <Palette range={range} onDialog={setDialog} onSignOut={signOut.leave} onClose={closeDialog} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={closeDialog} />}
      {dialog === 'support' && <TicketsDialog onClose={closeDialog} />}
      {dialog === 'new ticket' && <NewTicketDialog onClose={closeDialog} />}
      <Toast />
    </div>
  )
}
