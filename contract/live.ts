import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors } from './shared/errors.ts'

/** What became stale; never the change itself, which the browser asks for. */
export const LiveChange = z.object({ changed: z.literal('sales') })

export const live = {
  changes: oc
    .route({ method: 'GET', path: '/live', summary: 'What becomes stale in the business, as it happens', tags: ['Live'] })
    .errors({
      ...dataErrors,
      TOO_MANY_STREAMS: { status: 429, message: 'Too many open windows. Figures refresh when you return to this one.' },
    })
    .output(eventIterator(LiveChange)),
}
