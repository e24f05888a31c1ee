import { ORPCError } from '@orpc/server'
import { dataErrors } from '../../../contract/shared/errors.ts'
import { ScopeRefused } from '../../../db/errors.ts'
import { toApiError } from '../../rpc/errors.ts'
import { signedIn } from '../../rpc/procedure.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'

const STREAMS_A_SESSION = 3
const STREAMS_A_BUSINESS = 50
/** Somebody who was signed out, disabled or demoted stops hearing within this time. */
const RECHECK_MS = 3_000

// Below the rung that opens a transaction: a stream lives for hours.
const createChanges = (live: LiveChannel) =>
  signedIn.live.changes.handler(async function* ({ context, signal, errors }) {
    const { person, auth } = context
    const stillIn = async () => {
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
    const businessid = await stillIn()
    let checkedAt = Date.now()
    const listening = live.sessionsOf(businessid)
    const mine = listening.filter((sessionId) => sessionId === person.sessionId)
    if (mine.length >= STREAMS_A_SESSION || listening.length >= STREAMS_A_BUSINESS) throw errors.TOO_MANY_STREAMS()

    const ended = AbortSignal.any([live.stopping, ...(signal ? [signal] : [])])
    // Told at once: what changed before this moment was told to nobody, and the browser knows from it that it is heard.
    let hasChanged = true
    let wake = () => {}
    const stopListening = live.listen({ businessid, sessionId: person.sessionId }, () => {
      hasChanged = true
      wake()
    })
    const wakeUp = () => wake()
    ended.addEventListener('abort', wakeUp)
    try {
      while (!ended.aborted) {
        if (!hasChanged) {
          await new Promise<void>((resolve) => {
            const timer = setTimeout(resolve, Math.max(0, checkedAt + RECHECK_MS - Date.now()))
            wake = () => {
              clearTimeout(timer)
              resolve()
            }
          })
        }
        if (ended.aborted) return
        // By the clock, not whenever it is quiet: in a busy shop it never is.
        if (Date.now() >= checkedAt + RECHECK_MS) {
          await stillIn()
          checkedAt = Date.now()
        }
        if (hasChanged) {
          hasChanged = false
          yield { changed: 'sales' as const }
        }
      }
    } finally {
      ended.removeEventListener('abort', wakeUp)
      stopListening()
    }
  })

export const createLive = (channel: LiveChannel) => ({ changes: createChanges(channel) })
