import type pg from 'pg'
import type { Logger } from 'pino'
import { createLiveListeners } from './live-listeners.ts'
import { createNotificationConnection } from './notification-connection.ts'
import { logOperatorEntry, OPERATOR_CHANNEL } from './operator-log.ts'

/** One NOTIFY a business in this time at most, however many sales arrive. */
const COALESCE_MS = 250

export type LiveChannel = ReturnType<typeof createLiveChannel>

/**
 * Notifies the listeners of every server when the sales of a business changed, and when the access of a user may have ended, which
 * triggers of the database announce. It has a connection of its own, because NOTIFY takes a lock at commit that a sale must not wait
 * for. Also logs the commands of operators. After the connection was lost, every listener is notified.
 */
export function createLiveChannel(config: pg.ClientConfig, log: Logger) {
  const sales = createLiveListeners()
  const access = createLiveListeners()
  const wakeListeners = new Set<() => void>()
  const wake = () => {
    for (const listener of wakeListeners) listener()
  }
  const stopping = new AbortController()
  const connection = createNotificationConnection(config, log, {
    channels: {
      winkel_sales(businessid) {
        sales.notify(businessid)
        wake()
      },
      winkel_webhooks: wake,
      winkel_access: access.notify,
      [OPERATOR_CHANNEL]: (payload) => logOperatorEntry(log, payload),
    },
    onConnect() {
      access.notifyAll()
      sales.notifyAll()
      wake()
      void send()
    },
    // Without a database, a stream ends.
    onDisconnect: access.notifyAll,
  })

  /** Businesses that were notified less than `COALESCE_MS` ago. `again`: their sales have changed since. */
  const recent = new Map<string, { again: boolean; timer: NodeJS.Timeout }>()
  /** Businesses whose notification has not been sent yet. */
  const unsent = new Set<string>()
  let isSending = false

  /** Sends one statement for all businesses that wait; after a failure they are sent with the next connection. */
  async function send() {
    if (!connection.isConnected() || isSending || unsent.size === 0) return
    const businesses = [...unsent]
    unsent.clear()
    isSending = true
    try {
      await connection.notify('winkel_sales', businesses)
    } catch (error) {
      for (const businessid of businesses) unsent.add(businessid)
      return log.warn({ event: 'notify_failed', err: error }, 'a notification is sent later')
    } finally {
      isSending = false
    }
    void send()
  }

  /** Notifies that the business's sales changed. Call it after COMMIT. The first notification is sent at once. */
  function announce(businessid: string) {
    const earlier = recent.get(businessid)
    if (earlier) {
      earlier.again = true
      return
    }
    unsent.add(businessid)
    void send()
    const timer = setTimeout(() => {
      const { again } = recent.get(businessid) ?? {}
      recent.delete(businessid)
      // One more notification covers what was announced during the wait.
      if (again) announce(businessid)
    }, COALESCE_MS)
    recent.set(businessid, { again: false, timer })
  }

  return {
    start: connection.connect,
    announce,
    /** Calls a listener when the sales of a business changed, until the returned function is called. */
    onSales: sales.add,
    /** As onSales, when the access of a user may have ended. */
    onAccess: access.add,
    /** Calls a listener when there may be webhooks to send, for any business. */
    onWebhooks: (listener: () => void) => void wakeListeners.add(listener),
    /** The windows that listen to the sales of a business. */
    getWindows: sales.getWindows,
    /** How many windows listen to sales. */
    countStreams: sales.count,
    /** Aborted when the server stops, so that every stream ends. */
    stopping: stopping.signal,
    endStreams: () => stopping.abort(),
    async close() {
      stopping.abort()
      for (const { timer } of recent.values()) clearTimeout(timer)
      await connection.close()
    },
  }
}
