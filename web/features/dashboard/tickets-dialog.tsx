import { Button, Skeleton } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Ticket } from '../../../contract/dashboard.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { api } from '../../lib/api/api.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { formatDateIn, formatLongDay } from '../../lib/format/dates.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { EmptyState } from './empty-state.tsx'
import classes from './tickets-dialog.module.css'

const SKELETON_ROWS = 3

/** All tickets of the business, newest first. */
export function TicketsDialog({ onClose }: { onClose: () => void }) {
  const timezone = useTimezone()
  const tickets = useInfiniteQuery(
    api.dashboard.listTickets.infiniteOptions({
      input: (before: number | undefined) => ({ before }),
      initialPageParam: undefined,
      getNextPageParam: ({ rows, has_more }) => (has_more ? rows.at(-1)?.ticketid : undefined),
    }),
  )
  const rows = tickets.data?.pages.flatMap((page) => page.rows)

  return (
    <Dialog title="Support tickets" subtitle="What your business asked support" onClose={onClose} grows>
      {tickets.isPending && Array.from({ length: SKELETON_ROWS }, (_, row) => <Skeleton key={row} height={44} mb={8} />)}
      {tickets.isError && <LoadFailure query={tickets} failure="Failed to load the tickets" />}
      {rows?.length === 0 && <EmptyState icon={IconLifebuoy}>No tickets yet.</EmptyState>}
      {rows && rows.length > 0 && (
        <ul className={classes.tickets}>
          {rows.map((ticket) => (
            <TicketRow key={ticket.ticketid} ticket={ticket} timezone={timezone} />
          ))}
        </ul>
      )}
      {tickets.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt={12}
          loading={tickets.isFetchingNextPage}
          onClick={() => void tickets.fetchNextPage()}
        >
          Show older tickets
        </Button>
      )}
    </Dialog>
  )
}

function TicketRow({ ticket: { ticketid, subject, status, created_at }, timezone }: { ticket: Ticket; timezone: string }) {
  const isClosed = status?.trim().toLowerCase() === 'closed'
  return (
    <li>
      <div className={classes.words}>
        <p className={classes.subject}>{subject.trim() || 'No subject'}</p>
        <p className={classes.facts}>
          #{ticketid} · {formatLongDay(formatDateIn(timezone, created_at))}
        </p>
      </div>
      <Pill tone={isClosed ? 'grey' : 'green'} dot>
        {isClosed ? 'Closed' : capitalise(status?.trim() || 'open')}
      </Pill>
    </li>
  )
}
