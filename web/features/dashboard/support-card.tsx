import { Skeleton } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { formatCount } from '../../lib/format/money.ts'
import { RoundIcon } from '../../ui/display/round-icon.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import classes from './support-card.module.css'

/** A query of its own: if it fails, the figures stay. */
export function SupportCard({ query }: { query: UseQueryResult<{ open: number }, Error> }) {
  const titleId = useId()
  return (
    <section className={classes.card} aria-labelledby={titleId} aria-busy={query.isPending}>
      <RoundIcon icon={IconLifebuoy} />
      <div className={classes.words}>
        <h2 id={titleId}>Support</h2>
        {query.isError && !query.data ? (
          <LoadFailure query={query} failure="Failed to load support tickets" />
        ) : (
          <p>Open tickets</p>
        )}
      </div>
      {query.data && <span className={classes.figure}>{formatCount(query.data.open)}</span>}
      {query.isPending && <Skeleton height={24} width={24} ml="auto" />}
    </section>
  )
}
