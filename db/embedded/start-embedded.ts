import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { CannotStart, DamagedDatabase, getErrorMessage, isDamage } from '../errors.ts'
import type { Log } from '../log.ts'
import { createCluster } from './create-cluster.ts'
import { createDataFolder } from './create-data-folder.ts'
import { createDatabase, DATABASE, OWNER } from './create-database.ts'
import { type Endpoint, readEndpoint } from './endpoint.ts'
import { findFreePort } from './free-port.ts'
import { acquireInstanceLock, InstanceRunning } from './instance-lock.ts'
import { PASSWORD_FILE, readOrCreatePassword } from './password.ts'
import { createPgCtl, findBinaries, findRunAs } from './pg-ctl.ts'
import { writeSettings } from './settings.ts'
import { createSocketFolder } from './socket-folder.ts'
import { createSupervisor } from './supervisor.ts'

const LOGIN = 'winkel'
const SOCKET_PORT = 5432

type Options = {
  dataDir: string
  log: Log
  /** These take precedence over the settings of settings.ts. */
  settings?: Record<string, string>
  /** Listen on loopback TCP with a password, as on Windows, instead of on a socket in a private folder. */
  loopback?: boolean
}

export type Embedded = {
  /** The superuser, who may create databases. */
  admin: ClientConfig
  /** Owns the database and may create roles, but is no superuser: as an operator sets it up on a PostgreSQL of their own. */
  owner: ClientConfig
  /** The role that the server signs in as. Migrating creates it. */
  login: ClientConfig
  /** Stops PostgreSQL. Close every pool first, or its connections are cut. */
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL on DATA_DIR/postgres, as the only server of that folder, and restarts it when it ends. A PostgreSQL that a
 * killed server left behind is used as it is.
 */
export async function startEmbedded(options: Options): Promise<Embedded> {
  const { dataDir, loopback = process.platform === 'win32' } = options
  const binaries = await findBinaries()
  const home = await createDataFolder(dataDir)
  const folder = join(home, 'postgres')
  const password = loopback ? await readOrCreatePassword(home) : undefined
  await createCluster(binaries, { dataDir, home, folder, passwordFile: password && join(home, PASSWORD_FILE) })

  const runAs = await findRunAs(folder, binaries)
  const postgres = createPgCtl(binaries, runAs, folder)
  let endpoint: Endpoint | undefined
  const configFor = (user: string, database: string): ClientConfig => ({ ...endpoint, user, database, password, ssl: false })

  async function start() {
    // The pools keep the endpoint that they were given, so a restarted PostgreSQL has to have the same.
    const listenOn =
      endpoint ??
      (loopback
        ? { host: '127.0.0.1', port: await findFreePort() }
        : { host: await createSocketFolder(folder, runAs), port: SOCKET_PORT })
    await writeSettings(folder, { endpoint: listenOn, loopback, settings: options.settings ?? {} })
    await postgres.start()
  }

  const supervisor = createSupervisor(options.log, async () => {
    const isStarted = !(await postgres.isRunning())
    if (isStarted) await start()
    endpoint = await readEndpoint(folder)
    return acquireInstanceLock(configFor('postgres', 'postgres'), folder).catch(async (error) => {
      // It cannot be used, and nobody else uses it.
      if (isStarted && !(error instanceof InstanceRunning)) await postgres.stop().catch(() => undefined)
      throw error
    })
  })
  async function stop() {
    // Without the lock PostgreSQL may belong to another server by now. The lock is held until PostgreSQL has ended.
    if (!(await supervisor.stop())) return
    await postgres.stop()
    if (endpoint && !loopback) await rmdir(endpoint.host).catch(() => undefined)
  }

  try {
    await supervisor.start()
    await createDatabase(configFor('postgres', 'postgres'))
  } catch (error) {
    await stop()
    if (error instanceof CannotStart) throw error
    if (isDamage(error)) throw new DamagedDatabase(folder, getErrorMessage(error))
    throw new CannotStart(`PostgreSQL on ${folder} cannot be used: ${getErrorMessage(error)}.`)
  }
  return {
    admin: configFor('postgres', 'postgres'),
    owner: configFor(OWNER, DATABASE),
    login: configFor(LOGIN, DATABASE),
    stop,
  }
}
