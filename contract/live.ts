import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors } from './shared/errors.ts'

/** Says which data is stale. The browser fetches the data itself. */
export const LiveChange = z.object({ changed: z.literal('sales') })

export const live = {
  changes: oc
    .route({ method: 'GET', path: '/live', summary: 'A stream of events that name stale data', tags: ['Live'] })
    .errors({
      ...dataErrors,
      TOO_MANY_STREAMS: { status: 429, message: 'Live updates are paused in this tab.' },
    })
    .output(eventIterator(LiveChange)),
}
