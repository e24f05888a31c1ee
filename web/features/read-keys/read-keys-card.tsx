import { Box, Button, Skeleton } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReadKey } from '../../../contract/read-keys.ts'
import { RIGHT_NAMES } from '../../../contract/shared/names.ts'
import { useSession } from '../../auth/session.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { formatDateIn, formatDateTimeIn, formatLongDay } from '../../lib/format/dates.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { AddButton } from '../../ui/form/add-button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import type { NewKey } from './read-key-dialog.tsx'
import { readKeysQuery } from './read-key-queries.ts'

const ReadKeyDialog = lazyDialog('Create read key', async () => (await import('./read-key-dialog.tsx')).ReadKeyDialog)
const NewKeyDialog = lazyDialog('Read key created', async () => (await import('./read-key-dialog.tsx')).NewKeyDialog)
const RevokeDialog = lazyDialog('Revoke key', async () => (await import('./read-key-dialog.tsx')).RevokeDialog)

/** The keys with which other programs read the business. */
export function ReadKeysCard() {
  // Only the owner creates and revokes keys.
  const canChange = useSession()?.role === 'owner'
  const keys = useQuery(readKeysQuery())
  const [isAdding, setAdding] = useState(false)
  const [created, setCreated] = useState<NewKey | null>(null)
  const [revoked, setRevoked] = useState<ReadKey | null>(null)
  return (
    <>
      <Card title="Read keys" aside={canChange && <AddButton onClick={() => setAdding(true)}>Create key</AddButton>} flush>
        <p className="to-edge grey">Read-only API access</p>
        {keys.isError && !keys.data && <LoadFailure query={keys} failure="Failed to load keys" />}
        {keys.data?.length === 0 && (
          <EmptyState icon={IconKey}>
            No keys yet. A key lets accounting or warehouse software read your sales, stock and reports.
            {!canChange && ' Only the owner creates keys.'}
          </EmptyState>
        )}
        <ul aria-label="Read keys" aria-busy={keys.isPending}>
          {keys.isPending && (
            <li className="to-edge line-above">
              <Skeleton height={60} />
            </li>
          )}
          {keys.data?.map((key) => (
            <KeyRow key={key.keyid} readKey={key} onRevoke={canChange ? () => setRevoked(key) : undefined} />
          ))}
        </ul>
      </Card>
      {isAdding && <ReadKeyDialog onCreated={setCreated} onClose={() => setAdding(false)} />}
      {created && <NewKeyDialog text={created.key} onClose={() => setCreated(null)} />}
      {revoked && <RevokeDialog readKey={revoked} onClose={() => setRevoked(null)} />}
    </>
  )
}

function KeyRow({ readKey, onRevoke }: { readKey: ReadKey; onRevoke: (() => void) | undefined }) {
  const timezone = useTimezone()
  const { name, key_start, right, sitenames, state, last_used_at, expires_at, revoked_at, created_by } = readKey
  const formatDay = (instant: Date) => formatLongDay(formatDateIn(timezone, instant))
  const scope = right.siteids === null ? 'all sites' : sitenames.join(', ') || 'no site'
  const end = revoked_at
    ? `Revoked ${formatDay(revoked_at)}`
    : `${state === 'expired' ? 'Expired' : 'Expires'} ${formatDay(expires_at)}`
  return (
    <li className="row gap-12 to-edge line-above wrap">
      <Box flex="1 1 240px" miw={0}>
        <p className="medium break">
          {name} <span className="grey small">{key_start}…</span>
        </p>
        <p className="grey small break">
          {RIGHT_NAMES[right.name]} of {scope}
          {!right.sees_costs && ', without costs'}
        </p>
        <p className="grey small">
          {last_used_at ? `Last used ${formatDateTimeIn(timezone, last_used_at)}` : 'Never used'} · {end}
          {created_by && ` · Created by ${created_by}`}
        </p>
      </Box>
      {state === 'active' ? <Pill tone="green">Active</Pill> : <Pill>{state === 'expired' ? 'Expired' : 'Revoked'}</Pill>}
      {state === 'active' && onRevoke && (
        <Button variant="default" size="xs" aria-label={`Revoke ${name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  )
}
