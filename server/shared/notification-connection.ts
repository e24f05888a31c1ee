import pg from 'pg'
import type { Logger } from 'pino'

const RECONNECT_MS = 500
/** A connection without notifications may be dead: it is checked this often, and has this long to answer. */
const HEARTBEAT_INTERVAL_MS = 2_000
const ANSWER_TIMEOUT_MS = 2_000

type Options = {
  /** What is called with the payload of each notification, by channel. */
  channels: Record<string, (payload: string) => void>
  /** Called when the connection listens, the first time and after each loss. */
  onConnect: () => void
  onDisconnect: () => void
}

/** A connection that listens on channels and reconnects when it is lost. */
export function createNotificationConnection(config: pg.ClientConfig, log: Logger, options: Options) {
  const { channels, onConnect, onDisconnect } = options
  let client: pg.Client | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect() {
    if (isClosed) return
    const connecting = new pg.Client({ ...config, query_timeout: ANSWER_TIMEOUT_MS })
    connecting.on('error', (error) =>
      log.warn({ event: 'live_connection_lost', err: error }, 'the connection for live updates was lost'),
    )
    connecting.on('end', connectLater)
    connecting.on('notification', ({ channel, payload }) => payload && channels[channel]?.(payload))
    try {
      await connecting.connect()
      for (const channel of Object.keys(channels)) await connecting.query(`listen ${channel}`)
      if (isClosed) return await connecting.end()
      client = connecting
      heartbeat = setInterval(() => connecting.query('select').catch(() => cut(connecting)), HEARTBEAT_INTERVAL_MS)
      onConnect()
    } catch (error) {
      log.warn({ event: 'live_connection_failed', err: error }, 'the connection for live updates could not be opened')
      cut(connecting)
      connectLater()
    }
  }

  /** Closes the socket without PostgreSQL's terminate message, which would wait on a dead connection. */
  const cut = ({ connection }: pg.Client) => connection.stream.destroy()

  function connectLater() {
    if (client) onDisconnect()
    client = undefined
    clearInterval(heartbeat)
    clearTimeout(retry)
    if (!isClosed) retry = setTimeout(connect, RECONNECT_MS)
  }

  return {
    connect,
    isConnected: () => client !== undefined,
    /** Sends one notification for each payload. */
    async notify(channel: string, payloads: string[]) {
      if (!client) throw new Error('There is no connection for live updates.')
      await client.query('select pg_notify($1, payload) from unnest($2::text[]) payload', [channel, payloads])
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      clearInterval(heartbeat)
      await client?.end().catch(() => {})
    },
  }
}
