import { Button } from '@mantine/core'
import { getErrorMessage } from '../../lib/api/messages.ts'
import classes from './load-failure.module.css'

type Props = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The message when the server gives no reason. */
  failure: string
}

/** The error of a query in place of its data, with a button to try again. */
export function LoadFailure({ query, failure }: Props) {
  return (
    <div className={classes.failure}>
      <p role="alert">Error: {getErrorMessage(query.error, failure)}</p>
      <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  )
}
