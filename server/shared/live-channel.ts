import pg from 'pg'
import type { Logger } from 'pino'

const CHANNEL = 'winkel_sales'
/** One NOTIFY a business in this time at most, however many sales arrive. */
const COALESCE_MS = 250
const RECONNECT_MS = 500
/** A connection without notifications may be dead: it is checked this often, and has this long to answer. */
const HEARTBEAT_INTERVAL_MS = 2_000
const ANSWER_TIMEOUT_MS = 2_000

export type LiveChannel = ReturnType<typeof createLiveChannel>

/**
 * Notifies the listeners of every server when the sales of a business changed. It has a connection of its own, because NOTIFY takes
 * a lock at commit that a sale must not wait for. After the connection was lost, every listener is notified.
 */
export function createLiveChannel(connection: pg.ClientConfig, log: Logger) {
  /** The listeners of each business, with their session. */
  const listeners = new Map<string, Map<() => void, string>>()
  const pending = new Map<string, { again: boolean; timer: NodeJS.Timeout }>()
  /** Businesses whose notification has not been sent yet. */
  const unsent = new Set<string>()
  let isSending = false
  let client: pg.Client | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let isClosed = false
  const stopping = new AbortController()
  let retry: NodeJS.Timeout | undefined

  const notify = (businessid: string) => {
    for (const listener of listeners.get(businessid)?.keys() ?? []) listener()
  }
  const notifyAll = () => {
    for (const businessid of listeners.keys()) notify(businessid)
  }

  async function connect() {
    if (isClosed) return
    const connecting = new pg.Client({ ...connection, query_timeout: ANSWER_TIMEOUT_MS })
    connecting.on('error', (error) =>
      log.warn({ event: 'live_connection_lost', err: error }, 'the connection for live updates was lost'),
    )
    connecting.on('end', connectLater)
    connecting.on('notification', ({ payload }) => payload && notify(payload))
    try {
      await connecting.connect()
      await connecting.query(`listen ${CHANNEL}`)
      if (isClosed) return await connecting.end()
      client = connecting
      heartbeat = setInterval(() => connecting.query('select').catch(() => cut(connecting)), HEARTBEAT_INTERVAL_MS)
      notifyAll()
      void send()
    } catch (error) {
      log.warn({ event: 'live_connection_failed', err: error }, 'the connection for live updates could not be opened')
      cut(connecting)
      connectLater()
    }
  }

  /** Closes the socket without PostgreSQL's terminate message, which would wait on a dead connection. */
  const cut = ({ connection }: pg.Client) => connection.stream.destroy()

  function connectLater() {
    client = undefined
    clearInterval(heartbeat)
    clearTimeout(retry)
    if (!isClosed) retry = setTimeout(connect, RECONNECT_MS)
  }

  /** Sends one statement for all businesses that wait; after a failure they are sent with the next connection. */
  async function send() {
    if (!client || isSending || unsent.size === 0) return
    const businesses = [...unsent]
    unsent.clear()
    isSending = true
    try {
      await client.query('select pg_notify($1, businessid) from unnest($2::text[]) businessid', [CHANNEL, businesses])
    } catch (error) {
      for (const businessid of businesses) unsent.add(businessid)
      return log.warn({ event: 'notify_failed', err: error }, 'a notification is sent later')
    } finally {
      isSending = false
    }
    void send()
  }

  return {
    start: connect,
    /** Notifies that the business's sales changed. Call it after COMMIT. The first notification is sent at once. */
    announce(businessid: string) {
      const waiting = pending.get(businessid)
      if (waiting) {
        waiting.again = true
        return
      }
      unsent.add(businessid)
      void send()
      const wait = {
        again: false,
        timer: setTimeout(() => {
          pending.delete(businessid)
          // One more notification covers what was announced during the wait.
          if (wait.again) this.announce(businessid)
        }, COALESCE_MS),
      }
      pending.set(businessid, wait)
    },
    /** Calls `listener` at each change until the returned function is called. */
    listen({ businessid, sessionId }: { businessid: string; sessionId: string }, listener: () => void) {
      const group = listeners.get(businessid) ?? new Map()
      listeners.set(businessid, group.set(listener, sessionId))
      return () => {
        group.delete(listener)
        if (group.size === 0) listeners.delete(businessid)
      }
    },
    /** Aborted when the server stops, so that every stream ends. */
    stopping: stopping.signal,
    /** The session of each listener. */
    getSessions: (businessid: string) => [...(listeners.get(businessid)?.values() ?? [])],
    async close() {
      isClosed = true
      stopping.abort()
      clearTimeout(retry)
      clearInterval(heartbeat)
      for (const { timer } of pending.values()) clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
