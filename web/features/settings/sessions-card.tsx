import { Box, Button, Skeleton } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccountSession } from '../../../contract/own-sign-in.ts'
import { describeDevice, isPhone } from '../../../contract/shared/describe-device.ts'
import { clearQueryCache, signOut } from '../../auth/session.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { client } from '../../lib/api/api.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { RoundIcon } from '../../ui/display/round-icon.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useEndSession } from './settings-mutations.ts'
import { sessionsQuery } from './settings-queries.ts'

const LOAD_FAILED = 'The devices could not be loaded.'
const END_FAILED = 'Could not sign this device out. Please try again.'

/** The browsers in which the person is signed in. */
export function SessionsCard() {
  const sessions = useQuery(sessionsQuery())
  const [isAsking, setAsking] = useState(false)

  return (
    <Card title="Where you are signed in" flush>
      {sessions.isError && !sessions.data && <LoadFailure query={sessions} failure={LOAD_FAILED} />}
      <ul aria-label="Devices" aria-busy={sessions.isPending}>
        {sessions.isPending && (
          <li className="row wrap gap-12 to-edge line-above">
            <Skeleton height={40} />
          </li>
        )}
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className="to-edge line-above">
        <Button variant="default" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      {isAsking && <SignOutEverywhere onClose={() => setAsking(false)} />}
    </Card>
  )
}

function SessionRow({ session }: { session: AccountSession }) {
  const timezone = useTimezone()
  const end = useEndSession()
  const device = describeDevice(session.user_agent)

  return (
    <li className="row wrap gap-12 to-edge line-above">
      <RoundIcon icon={isPhone(session.user_agent) ? IconDeviceMobile : IconDeviceDesktop} quiet />
      <div className="rest">
        <p className="row wrap tight">
          {device} {session.is_current && <Pill tone="accent">This device</Pill>}
        </p>
        <p className="row wrap gap-16 tight grey small digits">
          {session.ip_address && <span>IP address {session.ip_address}</span>}
          <span>{session.is_current ? 'In use' : `Last used ${formatDateTimeIn(timezone, session.last_used_at)}`}</span>
        </p>
      </div>
      {!session.is_current && (
        <Button
          variant="default"
          aria-label={`Sign out ${device}`}
          loading={end.isPending}
          onClick={() => end.mutateAsync({ id: session.id }).catch(console.error)}
        >
          Sign out
        </Button>
      )}
      {end.error && (
        <Box flex="1 0 100%">
          <Notice kind="error">{getErrorMessage(end.error, END_FAILED)}</Notice>
        </Box>
      )}
    </li>
  )
}

/** Ends all other sessions, then the own one, so that a failure of the second leaves the person signed in here only. */
function SignOutEverywhere({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const leave = async () => {
    await client.account.endOtherSessions()
    await signOut()
    await navigate({ to: '/login', replace: true })
    clearQueryCache()
  }
  return (
    <ConfirmDialog
      title="Sign out everywhere"
      subtitle="You sign in again on each device"
      action="Sign out everywhere"
      onConfirm={leave}
      onClose={onClose}
    >
      This signs you out on all devices, including this one.
    </ConfirmDialog>
  )
}
