import { createHash, randomBytes } from 'node:crypto'
import { chown, lstat, mkdir, readdir, readFile, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig, escapeLiteral } from 'pg'
import { CannotStart, codeOf, type Log, messageOf } from '../errors.ts'
import { findFreePort } from './free-port.ts'
import { createPgCtl, findBinaries, findRunAs, initdb } from './pg-ctl.ts'

/** Held by the one living server of a data folder, on a connection of its own: it ends with the server, however that ends. */
const INSTANCE_LOCK = 746_925_001

/** How long a new server waits for PostgreSQL to notice that the one before it was killed. */
const LAST_SERVER_GONE_MS = 2_000

const LONGEST_PAUSE_MS = 5_000

/** How long to go on trying: a killed PostgreSQL needs moments until its last process has gone, one that stops or repairs itself longer. */
const PATIENCE_MS = 6_000
const PATIENCE_WHILE_BUSY_MS = 60_000
const CANNOT_CONNECT_NOW = '57P03'
const LOCK_NOT_AVAILABLE = '55P03'

const POSTGRES_MAJOR = '18'
const SOCKET_PORT = 5432
const PASSWORD_FILE = 'postgres-password'
const DATABASE = 'winkel'
const OWNER = 'winkel_owner'
const LOGIN = 'winkel'

/**
 * For a small machine. What is not named stays as PostgreSQL ships it: fsync, full_page_writes and synchronous_commit above all.
 * Its log says that it started and stopped; failed statements are the server's to log, which knows what must stay out of a log.
 */
const SETTINGS = {
  max_connections: '60',
  shared_buffers: '64MB',
  work_mem: '8MB',
  effective_cache_size: '512MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

type Options = {
  dataDir: string
  say: Log
  /** Over and above SETTINGS. */
  settings?: Record<string, string>
  /** Listen on loopback TCP with a password, as Windows must, instead of a socket in a private folder. */
  loopback?: boolean
}

export type Embedded = {
  /** The superuser: makes databases. */
  admin: ClientConfig
  /** Owns database `winkel`, may make roles, is no superuser: what an operator would set up on a PostgreSQL of his own. */
  owner: ClientConfig
  /** What the server signs in as; migrating makes the role. */
  login: ClientConfig
  /** Stops PostgreSQL. Close every pool first, or its connections are cut. */
  stop(): Promise<void>
}

/**
 * Runs PostgreSQL on DATA_DIR/postgres, as the only living server of that folder, and keeps it running: killed, it is started again.
 * A PostgreSQL that a killed server left behind is used as it is.
 */
export async function startEmbedded({
  dataDir,
  say,
  settings = {},
  loopback = process.platform === 'win32',
}: Options): Promise<Embedded> {
  const binaries = await findBinaries()
  await mkdir(dataDir, { recursive: true, mode: 0o700 }).catch(refuseFolder(dataDir))
  const home = await realpath(dataDir)
  const folder = join(home, 'postgres')
  const password = loopback ? await readOrCreatePassword(home) : undefined

  if (!(await exists(join(folder, 'PG_VERSION')))) {
    const fresh = join(home, `postgres.new-${process.pid}`)
    await removeUnfinished(home)
    await mkdir(fresh, { mode: 0o700 }).catch(refuseFolder(dataDir))
    try {
      await initdb(binaries, await findRunAs(fresh, binaries), fresh, password && join(home, PASSWORD_FILE))
    } catch (error) {
      await rm(fresh, { recursive: true })
      throw error
    }
    // Whole or not at all; of two servers that start at once in a new folder one finds the other's there.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }))
  }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (version !== POSTGRES_MAJOR) {
    throw new CannotStart(
      `The database in ${folder} was made by PostgreSQL ${version}; this Winkel brings PostgreSQL ${POSTGRES_MAJOR}.`,
    )
  }

  const runAs = await findRunAs(folder, binaries)
  const postgres = createPgCtl(binaries, runAs, folder)
  let address: Endpoint | undefined
  let living: Client | undefined
  let recovery: Promise<void> | undefined
  let stopping = false

  const configFor = (user: string, database: string): ClientConfig => ({ ...address, user, database, password, ssl: false })

  async function start() {
    // The pools hold on to the address they were given, so PostgreSQL comes back where it was.
    const { host, port } =
      address ??
      (loopback
        ? { host: '127.0.0.1', port: await findFreePort() }
        : { host: await createSocketFolder(folder, runAs), port: SOCKET_PORT })
    const listen = loopback
      ? { listen_addresses: host, unix_socket_directories: '' }
      : { listen_addresses: '', unix_socket_directories: host }
    const lines = Object.entries({ ...SETTINGS, ...listen, port, ...settings }).map(([name, value]) => `${name} = '${value}'`)
    const why = '# Written anew at each start; what you change with "alter system set" stays.'
    await writeFile(join(folder, 'postgresql.conf'), [why, ...lines, ''].join('\n'))
    await postgres.start()
  }

  /** Connects and takes the lock, whatever state PostgreSQL is found in. */
  async function reach() {
    for (const began = Date.now(); ; await delay(200)) {
      try {
        if (!(await postgres.isRunning())) await start()
        address = await readEndpoint(folder)
        return await acquireInstanceLock(configFor('postgres', 'postgres'), folder)
      } catch (error) {
        const patience = codeOf(error) === CANNOT_CONNECT_NOW ? PATIENCE_WHILE_BUSY_MS : PATIENCE_MS
        if (error instanceof InstanceRunning || stopping || Date.now() - began > patience) throw error
      }
    }
  }

  function keep(client: Client) {
    living = client
    client.once('end', () => {
      living = undefined
      if (stopping) return
      say('warn', 'PostgreSQL went away; starting it again.')
      recovery = recover()
    })
  }

  async function recover() {
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        keep(await reach())
        return say('info', 'PostgreSQL runs again.')
      } catch (error) {
        say('error', 'PostgreSQL could not be started again yet.', error)
        await delay(pause)
      }
    }
  }

  async function stop() {
    stopping = true
    await recovery
    // Without the lock it is another server's PostgreSQL by now. The lock is held until PostgreSQL has ended, so that nobody comes between.
    if (!living) return
    await postgres.stop()
    if (address && !loopback) await rmdir(address.host).catch(() => undefined)
  }

  try {
    keep(await reach())
    await createDatabase(configFor('postgres', 'postgres'))
  } catch (error) {
    await stop()
    throw error instanceof CannotStart ? error : new CannotStart(`PostgreSQL on ${folder} cannot be used: ${messageOf(error)}.`)
  }

  return {
    admin: configFor('postgres', 'postgres'),
    owner: configFor(OWNER, DATABASE),
    login: configFor(LOGIN, DATABASE),
    stop,
  }
}

/**
 * The owner of the database, on a data folder whose PostgreSQL runs: for statements that are the operator's own, beside a server
 * that has no such rights.
 */
export async function findOwnerConnection(dataDir: string): Promise<ClientConfig> {
  const address = await readEndpoint(join(dataDir, 'postgres'))
  const password = isAbsolute(address.host) ? undefined : await readOrCreatePassword(dataDir)
  return { ...address, user: OWNER, database: DATABASE, password, ssl: false }
}

type Endpoint = { host: string; port: number }

class InstanceRunning extends CannotStart {}

async function acquireInstanceLock(config: ClientConfig, folder: string) {
  const client = new Client({ ...config, application_name: 'winkel: living server', lock_timeout: LAST_SERVER_GONE_MS })
  client.on('error', () => undefined) // 'end' follows, and does what is to be done
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [INSTANCE_LOCK])
    return client
  } catch (error) {
    await client.end()
    throw codeOf(error) === LOCK_NOT_AVAILABLE
      ? new InstanceRunning(`Another Winkel already runs on ${folder}: stop it, or set DATA_DIR to another folder.`)
      : error
  }
}

async function createDatabase(config: ClientConfig) {
  const client = new Client(config)
  await client.connect()
  try {
    const { rows } = await client.query(
      `select exists (select from pg_roles where rolname = '${OWNER}') as owner, exists (select from pg_database where datname = '${DATABASE}') as database`,
    )
    if (!rows[0].owner)
      await client.query(
        `create role ${OWNER} login createrole createdb password ${config.password ? escapeLiteral(String(config.password)) : 'null'}`,
      )
    if (!rows[0].database) await client.query(`create database ${DATABASE} owner ${OWNER}`)
  } finally {
    await client.end()
  }
}

/** Where the PostgreSQL that runs on `folder` listens: from the file that it keeps there while it runs. */
async function readEndpoint(folder: string): Promise<Endpoint> {
  const [, , , port, socketFolder, tcpHost] = (await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')
  const host = socketFolder || tcpHost
  if (!host) throw new Error(`${folder}/postmaster.pid is not complete yet`)
  return { host, port: Number(port) }
}

/**
 * The folder of the socket: its name follows from the data folder's, its path is short enough for a socket's 107 bytes, and
 * nobody else may enter it, since whoever reaches the socket is believed to be whom he says.
 */
async function createSocketFolder(folder: string, runAs: { uid?: number; gid?: number }) {
  const name = `winkel-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const path = join(tmpdir().length < 70 ? tmpdir() : '/tmp', name)
  const me = process.getuid?.()
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  const { uid, mode, isDirectory } = await lstat(path).then((it) => ({
    uid: it.uid,
    mode: it.mode,
    isDirectory: it.isDirectory(),
  }))
  if (!isDirectory || mode & 0o077 || (uid !== me && uid !== runAs.uid)) {
    throw new CannotStart(`${path} should be a folder that only the database may enter, but is somebody else's: remove it.`)
  }
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(path, runAs.uid, runAs.gid)
  return path
}

/** What a server that was killed while it made its cluster has left behind. */
async function removeUnfinished(home: string) {
  for (const name of await readdir(home)) {
    const pid = Number(name.match(/^postgres\.new-(\d+)$/)?.[1])
    if (pid && (pid === process.pid || !isAlive(pid))) await rm(join(home, name), { recursive: true })
  }
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

async function readOrCreatePassword(home: string) {
  const file = join(home, PASSWORD_FILE)
  await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}

const exists = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  )

const refuseFolder = (dataDir: string) => (error: unknown) => {
  throw new CannotStart(`DATA_DIR ${dataDir} cannot be written: ${messageOf(error)}.`)
}
