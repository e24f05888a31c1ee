import { Button, Skeleton } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountSession } from '../../../contract/account.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { getErrorMessage } from '../../lib/api/messages.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { Pill } from '../../ui/display/pill.tsx'
import { RoundIcon } from '../../ui/display/round-icon.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { useEndSession } from './account-mutations.ts'
import { sessionsQuery } from './account-queries.ts'
import { describeDevice, isPhone } from './describe-device.ts'
import classes from './sessions-card.module.css'
import { SignOutEverywhere } from './sign-out-everywhere.tsx'

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
          <li className={classes.row}>
            <Skeleton height={40} />
          </li>
        )}
        {sessions.data?.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </ul>
      <div className={classes.foot}>
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
    <li className={classes.row}>
      <RoundIcon icon={isPhone(session.user_agent) ? IconDeviceMobile : IconDeviceDesktop} tone="quiet" />
      <div className={classes.words}>
        <p className={classes.device}>
          {device} {session.is_current && <Pill tone="accent">This device</Pill>}
        </p>
        <p className={classes.facts}>
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
        <div className={classes.failure}>
          <Notice kind="error">{getErrorMessage(end.error, END_FAILED)}</Notice>
        </div>
      )}
    </li>
  )
}
