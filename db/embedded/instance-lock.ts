import { Client, type ClientConfig } from 'pg'
import { CannotStart, getErrorCode } from '../errors.ts'
import { DATABASE_LOCKS, takeLock } from '../locks.ts'

/** How long PostgreSQL may take to notice that the previous server was killed. */
const LOCK_TIMEOUT_MS = 2_000
const LOCK_NOT_AVAILABLE = '55P03'

export class InstanceRunning extends CannotStart {}

/** The connection that holds the lock: its own, so that the lock ends with the server. Throws InstanceRunning when another server holds it. */
export async function acquireInstanceLock(config: ClientConfig, folder: string) {
  const client = new Client({ ...config, application_name: 'winkel: instance lock', lock_timeout: LOCK_TIMEOUT_MS })
  client.on('error', () => undefined) // 'end' follows
  await client.connect()
  try {
    await takeLock(client, DATABASE_LOCKS.instance)
    return client
  } catch (error) {
    await client.end()
    throw getErrorCode(error) === LOCK_NOT_AVAILABLE
      ? new InstanceRunning(`Another Winkel already runs on ${folder}: stop it, or set DATA_DIR to another folder.`)
      : error
  }
}
