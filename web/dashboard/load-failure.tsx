import { Button } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../lib/messages.ts'
import classes from './load-failure.module.css'

/** What went wrong with one of the dashboard's calls, and another try. */
export function LoadFailure({ query }: { query: Pick<UseQueryResult<unknown, Error>, 'error' | 'refetch' | 'isFetching'> }) {
  return (
    <div className={classes.failure}>
      <p role="alert">Error: {messageOf(query.error, 'Failed to load dashboard')}</p>
      <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}
