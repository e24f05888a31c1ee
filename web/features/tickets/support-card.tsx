import { Box, Skeleton } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { api, refetchPolicy } from '../../lib/api/api.ts'
import { formatCount, pluralize } from '../../lib/format/money.ts'
import { Pill } from '../../ui/display/pill.tsx'
import { RoundIcon } from '../../ui/display/round-icon.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { QuietButton } from '../../ui/layout/quiet-link.tsx'
import { TicketsDialog } from './tickets-dialog.tsx'

const REFRESH_MS = 60_000

/** How many tickets are open. Opens the list of all tickets. */
export function SupportCard() {
  const query = useQuery(api.tickets.count.queryOptions({ refetchInterval: refetchPolicy({ everyMs: REFRESH_MS }) }))
  const titleId = useId()
  const [isListOpen, setListOpen] = useState(false)
  return (
    <Box
      component="section"
      className="panel row gap-16 opens"
      p="var(--side)"
      aria-labelledby={titleId}
      aria-busy={query.isPending}
    >
      <RoundIcon icon={IconLifebuoy} />
      <Box className="row wrap gap-16 tight" miw={0}>
        <div>
          <h2 id={titleId}>Support</h2>
          {query.isError && !query.data ? (
            <LoadFailure query={query} failure="Failed to load support tickets" />
          ) : (
            <p className="grey">
              <QuietButton stretched aria-haspopup="dialog" onClick={() => setListOpen(true)}>
                Open tickets
              </QuietButton>
            </p>
          )}
        </div>
        {!!query.data?.new_answers && <Pill tone="accent">{pluralize(query.data.new_answers, 'new answer')}</Pill>}
      </Box>
      {query.data && (
        <Box component="span" className="bold digits" ml="auto" fz={28} lh="34px" lts="-0.02em">
          {formatCount(query.data.open)}
        </Box>
      )}
      {query.isPending && <Skeleton height={24} width={24} ml="auto" />}
      {isListOpen && <TicketsDialog onClose={() => setListOpen(false)} />}
    </Box>
  )
}
