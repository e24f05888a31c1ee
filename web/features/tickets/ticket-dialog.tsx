import { Box, Skeleton, Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Ticket, TicketMessage, type TicketThread } from '../../../contract/tickets.ts'
import { api } from '../../lib/api/api.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { useMarkRead, useReply } from './ticket-mutations.ts'

const WIDE = { 'data-wide': true }

type Props = { ticket: Ticket; timezone: string; onClose: () => void }

/** The messages of a ticket, and a field to write to support again. Its answers are then no longer new. */
export function TicketDialog({ ticket: { ticketid, subject, has_new_answer }, timezone, onClose }: Props) {
  const thread = useQuery(api.tickets.get.queryOptions({ input: { ticketid } }))
  const reply = useReply()
  const form = useForm({
    initialValues: { message: '' },
    validate: schemaResolver(TicketMessage, { sync: true }),
    transformValues: TicketMessage.parse,
  })

  const { mutate: markRead } = useMarkRead()
  const showsNewAnswer = has_new_answer && thread.data !== undefined
  useEffect(() => {
    if (showsNewAnswer) markRead(ticketid)
  }, [showsNewAnswer, markRead, ticketid])

  return (
    <FormDialog
      title={subject.trim() || 'No subject'}
      subtitle={`Ticket #${ticketid}`}
      form={form}
      onSave={({ message }) => reply.mutateAsync({ ticketid, message })}
      onClose={onClose}
      save="Send"
    >
      <div data-wide>
        {thread.isPending && <Skeleton height={64} />}
        {thread.isError && <LoadFailure query={thread} failure="Failed to load the ticket" />}
        {thread.data && <Messages {...thread.data} timezone={timezone} />}
      </div>
      <Textarea size="md" wrapperProps={WIDE} label="Your message" rows={4} {...form.getInputProps('message')} />
    </FormDialog>
  )
}

function Messages({ messages, timezone }: TicketThread & { timezone: string }) {
  if (messages.length === 0) return <p className="tiny grey digits">No messages yet.</p>
  return (
    <ol className="stack gap-12" aria-label="Messages">
      {messages.map(({ messageid, is_from_support, author, message, created_at }) => (
        <Box
          component="li"
          key={messageid}
          p="10px 14px"
          bd={`1px solid var(--${is_from_support ? 'tint-2' : 'line'})`}
          bdrs="lg"
          {...(is_from_support && { bg: 'var(--tint)' })}
        >
          <p className="tiny grey digits">
            {is_from_support ? 'Support' : (author ?? 'Your business')} · {formatDateTimeIn(timezone, created_at)}
          </p>
          <Box component="p" className="break" mt={2} style={{ whiteSpace: 'pre-wrap' }}>
            {message}
          </Box>
        </Box>
      ))}
    </ol>
  )
}
