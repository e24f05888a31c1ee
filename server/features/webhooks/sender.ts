import type { Logger } from 'pino'
import { WEBHOOK_PAUSES_MS } from '../../../contract/webhooks.ts'
import type { TenantScopes } from '../../../db/tenant-scope.ts'
import type { BackgroundWork } from '../../shared/background-work.ts'
import type { PostMessage } from './post-message.ts'
import { type ClaimedDelivery, claimDeliveries, noteAttempt, releaseDelivery } from './sender-queries.ts'
import { formatMessageId, signMessage } from './signature.ts'

/** Attempts of this server at the same time. */
const MAX_IN_FLIGHT = 50
/** Notifications that come within this time share one look. */
const COALESCE_MS = 250
/** For what no notification says: the end of a pause, and deliveries of a server that ended. */
const POLL_MS = 2_500
const GONE = 410

type Parts = {
  scopes: Pick<TenantScopes, 'asAuth'>
  background: BackgroundWork
  post: PostMessage
  log: Logger
  pausesMs?: number[]
  /** Called after each attempt that was noted. */
  onAttempt?: (result: 'delivered' | 'failed' | 'given_up') => void
}

/** Sends deliveries that are due. Any number of servers do: each claims its own. */
export function createWebhookSender({ scopes, background, post, log, pausesMs = WEBHOOK_PAUSES_MS, onAttempt }: Parts) {
  let inFlight = 0
  let isLooking = false
  let lookAgain = false
  let timer: NodeJS.Timeout | undefined
  let lastLook = -COALESCE_MS

  /** Claims what is due, and begins to send it. */
  async function look(signal: AbortSignal) {
    lookAgain = true
    if (isLooking) return
    isLooking = true
    try {
      while (lookAgain && !signal.aborted && inFlight < MAX_IN_FLIGHT) {
        lookAgain = false
        lastLook = performance.now()
        const room = MAX_IN_FLIGHT - inFlight
        for (const delivery of await scopes.asAuth((scope) => claimDeliveries(scope, room))) begin(delivery)
      }
    } finally {
      isLooking = false
    }
  }

  function begin(delivery: ClaimedDelivery) {
    inFlight++
    void background
      .run((signal) => attempt(delivery, signal))
      // The claim ends by itself: it is sent again, with the same id.
      .catch((err) => log.warn({ event: 'webhook_not_noted', err }, 'the result of a webhook could not be stored'))
      .finally(() => {
        inFlight--
        void background.run(look).catch(logFailure)
      })
  }

  async function attempt(delivery: ClaimedDelivery, signal: AbortSignal) {
    const { businessid: business, webhookid: webhook } = delivery
    const id = formatMessageId(delivery.messageid)
    const result = delivery.data === null ? DELETED : await post({ ...createRequest(id, delivery), signal })
    // A server that stops leaves it to another one at once, as an attempt that was not made.
    if (!result) return void (await scopes.asAuth((scope) => releaseDelivery(scope, delivery)))
    const isOver = result.status === GONE
    const pauseMs = delivery.data === null || isOver ? undefined : shorten(pausesMs[delivery.attempt - 1])
    const stopped = await scopes.asAuth((scope) => noteAttempt(scope, delivery, { ...result, pauseMs, isOver }))
    onAttempt?.(result.problem === null ? 'delivered' : pauseMs === undefined ? 'given_up' : 'failed')
    const entry = { business, webhook, message: id, status: result.status, problem: result.problem, attempt: delivery.attempt }
    if (result.problem === null) log.debug({ event: 'webhook_sent', ...entry }, 'a webhook was sent')
    else log.info({ event: 'webhook_failed', ...entry }, 'a webhook could not be sent')
    if (stopped) log.warn({ event: 'webhook_stopped', business, webhook, reason: stopped }, 'a webhook was stopped')
  }

  const logFailure = (err: unknown) => log.warn({ event: 'webhooks_not_claimed', err }, 'deliveries are claimed later')

  return {
    /** Call it when there may be something to send. */
    wake() {
      if (timer) return
      timer = setTimeout(
        () => {
          timer = undefined
          void background.run(look).catch(logFailure)
        },
        Math.max(0, lastLook + COALESCE_MS - performance.now()),
      ).unref()
    },
    /** Begins to look by itself. */
    start() {
      background.every(POLL_MS, 'search for webhooks that are due', look)
    },
  }
}

const DELETED = { status: null, duration_ms: 0, problem: 'What this message is about was deleted.', answer: null }

/** The pauses of many deliveries end at different times, and all of them within 24 hours. */
const shorten = (pauseMs: number | undefined) =>
  pauseMs === undefined ? undefined : Math.round(pauseMs * (0.8 + 0.2 * Math.random()))

function createRequest(id: string, { url, secrets, type, created_at, data }: ClaimedDelivery) {
  const body = JSON.stringify({ type, timestamp: created_at.toISOString(), data })
  return { url, body, headers: signMessage({ id, body, secrets }, new Date()) }
}
