import { ORPCError } from '@orpc/server'
import { dataErrors } from '../../../contract/shared/errors.ts'
import { ScopeRefused } from '../../../db/errors.ts'
import { toApiError } from '../../rpc/errors.ts'
import { signedIn } from '../../rpc/procedure.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'

const MAX_STREAMS_PER_SESSION = 3
const MAX_STREAMS_PER_BUSINESS = 50
/** The stream of a person who was signed out, disabled or demoted ends within this time. */
const ACCESS_CHECK_MS = 3_000

// `signedIn`, because a stream lives for hours and must not hold a transaction open.
const createChanges = (live: LiveChannel) =>
  signedIn.live.changes.handler(async ({ context, signal, errors }) => {
    const { person, auth } = context
    const checkAccess = async () => {
      const isAlive = await auth.isAlive(person.sessionId)
      const businessid = await runInBusiness(context, async (_scope, entered) => entered.businessid).catch((error) => {
        // The session of a person who was demoted, disabled or removed has ended too; the role is the reason.
        throw !isAlive && error instanceof ScopeRefused
          ? new ORPCError('ROLE_REFUSED', dataErrors.ROLE_REFUSED)
          : toApiError(error, context)
      })
      if (!isAlive) throw new ORPCError('UNAUTHORIZED', dataErrors.UNAUTHORIZED)
      return businessid
    }
    // Before the stream begins, so that a refusal has the status of its error.
    const businessid = await checkAccess()
    const listening = live.getSessions(businessid)
    const ofSession = listening.filter((sessionId) => sessionId === person.sessionId)
    if (ofSession.length >= MAX_STREAMS_PER_SESSION || listening.length >= MAX_STREAMS_PER_BUSINESS)
      throw errors.TOO_MANY_STREAMS()

    const ended = AbortSignal.any([live.stopping, ...(signal ? [signal] : [])])
    // The first event is sent at once: changes before this moment were not announced to this stream, and it proves that the stream works.
    let hasChanged = true
    let wake = () => {}
    const stopListening = live.listen({ businessid, sessionId: person.sessionId }, () => {
      hasChanged = true
      wake()
    })
    const onEnd = () => {
      stopListening()
      wake()
    }
    ended.addEventListener('abort', onEnd)
    if (ended.aborted) onEnd()
    return createEvents()

    async function* createEvents() {
      let checkedAt = Date.now()
      try {
        while (!ended.aborted) {
          if (!hasChanged) {
            await new Promise<void>((resolve) => {
              const timer = setTimeout(resolve, Math.max(0, checkedAt + ACCESS_CHECK_MS - Date.now()))
              wake = () => {
                clearTimeout(timer)
                resolve()
              }
            })
          }
          if (ended.aborted) return
          // By the clock, because in a busy shop there is always a change.
          if (Date.now() >= checkedAt + ACCESS_CHECK_MS) {
            await checkAccess()
            checkedAt = Date.now()
          }
          if (hasChanged) {
            hasChanged = false
            yield { changed: 'sales' as const }
          }
        }
      } finally {
        ended.removeEventListener('abort', onEnd)
        stopListening()
      }
    }
  })

export const createLive = (channel: LiveChannel) => ({ changes: createChanges(channel) })
