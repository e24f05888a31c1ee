import type { Socket } from 'node:net'
import { Client, type ClientConfig, DatabaseError, type Pool, type PoolClient } from 'pg'

/** A connection whose statement got no answer for this long is suspect: a new connection asks the database about it. */
const SUSPECT_MS = 1_500
/** The time for a new connection to open, and again for its answer. When two fail, the database itself does not answer. */
const PROBE_MS = 1_000
const LOOK_MS = 250

type Watched = {
  isLent: boolean
  /** Bytes sent when the last statement was answered: more means that one is open. */
  sentAtRest: number
  bytes: number
  lastActivity: number
}

type Options = {
  login: ClientConfig
  /** The database itself cancels a statement after this time, so a longer wait means a dead connection. */
  longestStatementMs: number
}

/**
 * Closes dead connections, so that their calls fail at once instead of after minutes: the database host vanished, or a firewall
 * dropped the connection while new ones work. A statement that takes long is not affected, because the database reports it as
 * active. Returns how to stop.
 */
export function closeDeadConnections(pools: Pool[], { login, longestStatementMs }: Options) {
  const watched = new Map<PoolClient, Watched>()
  for (const pool of pools) {
    pool.on('connect', (client) => {
      const watch = { isLent: true, sentAtRest: getSocket(client).bytesWritten, bytes: 0, lastActivity: Date.now() }
      watched.set(client, watch)
      client.on('drain', () => {
        watch.sentAtRest = getSocket(client).bytesWritten
      })
      client.once('end', () => watched.delete(client))
    })
    pool.on('acquire', (client) => lend(client, true))
    pool.on('release', (_error, client) => lend(client, false))
  }
  const lend = (client: PoolClient, isLent: boolean) => {
    const watch = watched.get(client)
    if (watch) watch.isLent = isLent
  }

  const silent = (milliseconds: number) =>
    [...watched].filter(([client, watch]) => silentMilliseconds(client, watch) > milliseconds).map(([client]) => client)

  let isLooking = false
  const look = async () => {
    const suspects = silent(SUSPECT_MS)
    if (isLooking || suspects.length === 0) return
    isLooking = true
    const resting = await idleBackends(suspects, login)
    // Checked again, because answers may have arrived unread while this process was blocked.
    const stillSilent = silent(SUSPECT_MS)
    const overdue = silent(longestStatementMs + SUSPECT_MS)
    isLooking = false
    const lost = stillSilent.filter((client) => resting === 'no answer' || resting.includes(client) || overdue.includes(client))
    if (lost.length === 0) return
    for (const client of lost) getSocket(client).destroy()
    // Idle connections have most likely been dropped too.
    for (const [client, { isLent }] of watched) if (!isLent) getSocket(client).destroy()
    if (resting !== 'no answer') await terminateBackends(lost.filter((client) => resting.includes(client)).map(getPid), login)
  }
  const looking = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(looking)
}

const getSocket = (client: PoolClient) => client.connection.stream as Socket

const getPid = (client: Client) => (client as Client & { processID: number }).processID

/** For how long an open statement has had no answer, in milliseconds. */
function silentMilliseconds(client: PoolClient, watch: Watched) {
  const { bytesRead, bytesWritten } = getSocket(client)
  if (bytesRead + bytesWritten !== watch.bytes) {
    watch.bytes = bytesRead + bytesWritten
    watch.lastActivity = Date.now()
  }
  return bytesWritten === watch.sentAtRest ? 0 : Date.now() - watch.lastActivity
}

/** The suspects whose backend is idle or does not exist. 'no answer' when two new connections in turn get no answer. */
async function idleBackends(suspects: PoolClient[], login: ClientConfig) {
  const answer = (await probe(login, busyPids)) ?? (await probe(login, busyPids))
  if (!answer) return 'no answer'
  // Through a pooler the pids are not those of the database, so nothing can be concluded.
  if (answer === 'refused' || !answer.busy.has(answer.own)) return []
  return suspects.filter((client) => !answer.busy.has(getPid(client)))
}

async function busyPids(client: Client) {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
      where usename = session_user and (state not like 'idle%' or state_change > now() - interval '1 second')`,
  )
  return { own: getPid(client), busy: new Set(rows.map(({ pid }) => pid)) }
}

/** Ends their transactions too, which would otherwise hold their locks until the database notices the dead connections. */
const terminateBackends = (pids: number[], login: ClientConfig) =>
  probe(login, (client) => client.query('select pg_terminate_backend(pid) from unnest($1::integer[]) pid', [pids]))

/** The answer to a new connection; undefined when there is none. */
async function probe<T>(login: ClientConfig, ask: (client: Client) => Promise<T>) {
  const client = new Client({
    ...login,
    application_name: 'winkel: probing',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  })
  client.on('error', () => undefined) // connect and query reject with the same error
  try {
    await client.connect()
    return await ask(client)
  } catch (error) {
    return error instanceof DatabaseError ? 'refused' : undefined // 'too many connections' is an answer too
  } finally {
    client.end().catch(() => undefined)
  }
}
