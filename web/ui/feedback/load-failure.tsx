import { Box, Button } from '@mantine/core'
import { getErrorMessage } from '../../lib/api/messages.ts'

type Props = {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  /** The message when the server gives no reason. */
  failure: string
  /** On the page, and not in a card or a dialog. */
  asCard?: boolean
}

/** The error of a query in place of its data, with a button to try again. */
export function LoadFailure({ query, failure, asCard = false }: Props) {
  return (
    <Box className={`row wrap gap-12 ${asCard ? 'panel to-edge' : 'rest'}`} mih={44} mb={asCard ? 'md' : undefined} data-failure>
      <Box component="p" className="break" c="var(--red)" role="alert">
        Error: {getErrorMessage(query.error, failure)}
      </Box>
      <Button variant="default" size="xs" loading={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Box>
  )
}
