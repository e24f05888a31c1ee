import pg from 'pg'
import type { Logger } from 'pino'

const CHANNEL = 'winkel_sales'
/** One NOTIFY a business in this time at most, however many sales arrive. */
const COALESCE_MS = 250
const RECONNECT_MS = 500
/** The connection says nothing for hours in a quiet shop; asked this often, and answered this soon, it is alive. */
const HEARTBEAT_MS = 2_000
const ANSWER_MS = 2_000

export type LiveChannel = ReturnType<typeof createLiveChannel>

/**
 * Carries 'sales changed' from the node that stored a sale to every node whose browsers care. It has its own connection,
 * since NOTIFY takes a lock at commit that a sale must not wait for; while that is away nothing is lost but promptness,
 * and listeners are told to look again when it is back.
 */
export function createLiveChannel(connection: pg.ClientConfig, log: Logger) {
  /** Of each business, with the session that each is for. */
  const listeners = new Map<string, Map<() => void, string>>()
  const pending = new Map<string, { again: boolean; timer: NodeJS.Timeout }>()
  /** Changes that no node could be told of yet. */
  const unsent = new Set<string>()
  let isSending = false
  let client: pg.Client | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let isClosed = false
  const stopping = new AbortController()
  let retry: NodeJS.Timeout | undefined

  const tell = (businessid: string) => {
    for (const listener of listeners.get(businessid)?.keys() ?? []) listener()
  }
  const tellAll = () => {
    for (const businessid of listeners.keys()) tell(businessid)
  }

  async function connect() {
    if (isClosed) return
    const connecting = new pg.Client({ ...connection, query_timeout: ANSWER_MS })
    connecting.on('error', (error) => log.warn({ err: error }, 'live updates lost their connection'))
    connecting.on('end', connectLater)
    connecting.on('notification', ({ payload }) => payload && tell(payload))
    try {
      await connecting.connect()
      await connecting.query(`listen ${CHANNEL}`)
      if (isClosed) return await connecting.end()
      client = connecting
      heartbeat = setInterval(() => connecting.query('select').catch(() => cut(connecting)), HEARTBEAT_MS)
      tellAll()
      void send()
    } catch (error) {
      log.warn({ err: error }, 'live updates cannot reach the database')
      cut(connecting)
      connectLater()
    }
  }

  /** Without a goodbye, which a connection that leads nowhere would wait for. */
  const cut = ({ connection }: pg.Client) => connection.stream.destroy()

  function connectLater() {
    client = undefined
    clearInterval(heartbeat)
    clearTimeout(retry)
    if (!isClosed) retry = setTimeout(connect, RECONNECT_MS)
  }

  /** All that is unsent, in one statement at a time; what fails is sent when the connection is back. */
  async function send() {
    if (!client || isSending || unsent.size === 0) return
    const businesses = [...unsent]
    unsent.clear()
    isSending = true
    try {
      await client.query('select pg_notify($1, businessid) from unnest($2::text[]) businessid', [CHANNEL, businesses])
    } catch (error) {
      for (const businessid of businesses) unsent.add(businessid)
      return log.warn({ err: error }, 'a change is announced later')
    } finally {
      isSending = false
    }
    void send()
  }

  return {
    start: connect,
    /** Says that the business's sales changed; call it after COMMIT. The first one goes out at once. */
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
          // What was announced meanwhile is told by one more, so the last sale is never missed.
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
    /** Aborted when the server stops: every stream ends, or it would hold the server open. */
    stopping: stopping.signal,
    /** The sessions that listen, each as often as it does. */
    sessionsOf: (businessid: string) => [...(listeners.get(businessid)?.values() ?? [])],
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
