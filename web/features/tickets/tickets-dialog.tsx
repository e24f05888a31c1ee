import { Box, Button, Skeleton } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Ticket } from '../../../contract/tickets.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { api } from '../../lib/api/api.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { formatDateIn, formatLongDay } from '../../lib/format/dates.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { EmptyState } from '../../ui/display/empty-state.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { QuietButton } from '../../ui/layout/quiet-link.tsx'

const SKELETON_ROWS = 3

const NewTicketDialog = lazyDialog('New ticket', async () => (await import('./new-ticket-dialog.tsx')).NewTicketDialog)
const TicketDialog = lazyDialog('Support ticket', async () => (await import('./ticket-dialog.tsx')).TicketDialog)

/** All tickets of the business, newest first. Another dialog in front shows a ticket, or asks support. */
export function TicketsDialog({ onClose }: { onClose: () => void }) {
  const timezone = useTimezone()
  const tickets = useInfiniteQuery(
    api.tickets.list.infiniteOptions({
      input: (before: number | undefined) => ({ before }),
      initialPageParam: undefined,
      getNextPageParam: ({ rows, has_more }) => (has_more ? rows.at(-1)?.ticketid : undefined),
    }),
  )
  const rows = tickets.data?.pages.flatMap((page) => page.rows)
  const [opened, setOpened] = useState<Ticket | 'new' | null>(null)
  const close = () => setOpened(null)

  return (
    <>
      <Dialog
        title="Support tickets"
        subtitle="Your questions to support"
        onClose={onClose}
        grows
        footer={<Button onClick={() => setOpened('new')}>New ticket</Button>}
      >
        {tickets.isPending && Array.from({ length: SKELETON_ROWS }, (_, row) => <Skeleton key={row} height={44} mb={8} />)}
        {tickets.isError && <LoadFailure query={tickets} failure="Failed to load the tickets" />}
        {rows?.length === 0 && <EmptyState icon={IconLifebuoy}>No tickets yet.</EmptyState>}
        {rows && rows.length > 0 && (
          <ul className="ruled">
            {rows.map((ticket) => (
              <TicketRow key={ticket.ticketid} ticket={ticket} timezone={timezone} onOpen={() => setOpened(ticket)} />
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
      {opened === 'new' && <NewTicketDialog onClose={close} />}
      {opened !== null && opened !== 'new' && <TicketDialog ticket={opened} timezone={timezone} onClose={close} />}
    </>
  )
}

type RowProps = { ticket: Ticket; timezone: string; onOpen: () => void }

function TicketRow({ ticket: { ticketid, subject, status, created_at, has_new_answer }, timezone, onOpen }: RowProps) {
  const isClosed = status?.trim().toLowerCase() === 'closed'
  return (
    <Box
      component="li"
      className="row gap-12"
      pos="relative"
      py={10}
      style={{ '--stretched-inset': '0 -8px', '--stretched-radius': '8px' }}
    >
      <div className="rest">
        <p className="break">
          <QuietButton stretched aria-haspopup="dialog" onClick={onOpen}>
            {subject.trim() || 'No subject'}
          </QuietButton>
        </p>
        <p className="tiny grey digits">
          #{ticketid} · {formatLongDay(formatDateIn(timezone, created_at))}
        </p>
      </div>
      {has_new_answer && <Pill tone="accent">New answer</Pill>}
      <Pill tone={isClosed ? 'grey' : 'green'} dot>
        {isClosed ? 'Closed' : capitalise(status?.trim() || 'open')}
      </Pill>
    </Box>
  )
}
