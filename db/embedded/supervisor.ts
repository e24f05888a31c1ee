import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import { getErrorCode } from '../errors.ts'
import type { Log } from '../log.ts'
import { InstanceRunning } from './instance-lock.ts'

const RETRY_MS = 200
/** How long to try to connect: a killed PostgreSQL takes a moment to end its last process. */
const CONNECT_TIMEOUT_MS = 6_000
/** The same while PostgreSQL starts, recovers or stops. */
const CONNECT_TIMEOUT_WHILE_BUSY_MS = 60_000
const CANNOT_CONNECT_NOW = '57P03'

const MIN_RESTART_PAUSE_MS = 100
const MAX_RESTART_PAUSE_MS = 5_000

/**
 * Keeps a connection to PostgreSQL, whose end says that PostgreSQL ended. `connect` starts PostgreSQL where it does not run and
 * returns the connection.
 */
export function createSupervisor(log: Log, connect: () => Promise<Client>) {
  let connection: Client | undefined
  let recovery: Promise<void> | undefined
  let isStopping = false

  async function connectWithRetries() {
    for (const started = Date.now(); ; await delay(RETRY_MS)) {
      try {
        return await connect()
      } catch (error) {
        const timeout = getErrorCode(error) === CANNOT_CONNECT_NOW ? CONNECT_TIMEOUT_WHILE_BUSY_MS : CONNECT_TIMEOUT_MS
        if (error instanceof InstanceRunning || isStopping || Date.now() - started > timeout) throw error
      }
    }
  }

  function watch(client: Client) {
    connection = client
    client.once('end', () => {
      connection = undefined
      if (isStopping) return
      log.warn({ event: 'postgres_ended' }, 'PostgreSQL ended; it is started again')
      recovery = recover()
    })
  }

  async function recover() {
    for (let pause = MIN_RESTART_PAUSE_MS; !isStopping; pause = Math.min(pause * 2, MAX_RESTART_PAUSE_MS)) {
      try {
        watch(await connectWithRetries())
        return log.info({ event: 'postgres_restarted' }, 'PostgreSQL runs again')
      } catch (error) {
        log.error({ event: 'postgres_restart_failed', err: error }, 'PostgreSQL could not be started again yet')
        await delay(pause)
      }
    }
  }

  return {
    start: async () => watch(await connectWithRetries()),
    /** Ends the restarts; whether there is still a connection. */
    async stop() {
      isStopping = true
      await recovery
      return connection !== undefined
    },
  }
}
