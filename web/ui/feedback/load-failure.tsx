import { Button } from '@mantine/core'
import { messageOf } from '../../lib/api/messages.ts'
import classes from './load-failure.module.css'

type Props = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Said when the server gave no reason. */
  failure: string
}

/** What went wrong with a call whose answer would stand here, and another try. */
export function LoadFailure({ query, failure }: Props) {
  return (
    <div className={classes.failure}>
      <p role="alert">Error: {messageOf(query.error, failure)}</p>
      <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}
