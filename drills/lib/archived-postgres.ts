import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { findFreePort } from '../../db/embedded/free-port.ts'
import { createPgCtl, findRunAs, runProgram } from '../../db/embedded/pg-ctl.ts'
import { createWinkelDatabase } from './external-postgres.ts'
import { fillTemplate, findProgram, getProgram, waitFor } from './programs.ts'
import { createFolder, type DrillPlace } from './server-process.ts'

const POSTGRES = '/usr/lib/postgresql/15/bin'
const BINARIES = { initdb: join(POSTGRES, 'initdb'), pg_ctl: join(POSTGRES, 'pg_ctl') }
const HOST = '127.0.0.1'

export type ArchivedPostgres = Awaited<ReturnType<typeof startArchivedPostgres>>

/** What a drill with this PostgreSQL says where a program is missing. */
export function findArchivingObstacle() {
  const missing = ['pgbackrest', 'rsync'].find((name) => !findProgram(name))
  if (missing) return `This drill needs ${missing}: apt-get install pgbackrest rsync postgresql-15`
  return existsSync(POSTGRES) ? undefined : `This drill needs PostgreSQL 15 in ${POSTGRES}.`
}

/** A PostgreSQL that is archived as deploy/pgbackrest says, with the owner and the database of Winkel. It is stopped when the drill ends. */
export async function startArchivedPostgres(context: DrillPlace) {
  const home = join(await createFolder(context), 'home')
  const inHome = (name: string) => join(home, name)
  const folder = inHome('postgres')
  for (const path of ['', 'postgres', 'socket', 'repository', 'spool', 'log', 'lock']) await mkdir(inHome(path), { mode: 0o700 })
  const config = inHome('pgbackrest.conf')
  const port = await findFreePort()
  const values = {
    repository: inHome('repository'),
    cipher_pass: randomBytes(32).toString('base64'),
    spool: inHome('spool'),
    log: inHome('log'),
    lock: inHome('lock'),
    data_dir: folder,
    socket: inHome('socket'),
    port: String(port),
  }
  await writeFile(config, await fillTemplate('pgbackrest/pgbackrest.conf', values), { mode: 0o600 })
  const runAs = await findRunAs(home, BINARIES)
  await runProgram(runAs, BINARIES.initdb, [
    ...['-D', folder, '--username=postgres', '--data-checksums', '--auth-local=trust', '--auth-host=scram-sha-256'],
  ])
  await appendFile(
    join(folder, 'postgresql.conf'),
    `port = ${port}\nlisten_addresses = '${HOST}'\nunix_socket_directories = '${values.socket}'\n${await fillTemplate('pgbackrest/postgresql.conf', { config })}`,
  )
  const postgres = createPgCtl(BINARIES, runAs, folder)

  /** A command of pgBackRest. Returns what it prints. */
  const pgbackrest = async (...args: string[]) => {
    const program = getProgram('pgbackrest')
    const { stdout } = await runProgram(runAs, program, [`--config=${config}`, '--stanza=winkel', ...args]).catch((error) => {
      throw new Error(`pgbackrest ${args.join(' ')}: ${error.stdout}${error.stderr}`)
    })
    return stdout
  }
  const connect = async (user = 'postgres', database = 'postgres') => {
    const client = new Client({ host: values.socket, port, user, database })
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const isRecovering = async () => {
    const client = await connect()
    const { rows } = await client.query('select pg_is_in_recovery() as is_recovering').finally(() => client.end())
    return rows[0].is_recovering === true
  }
  /** Until it takes changes. Rejects when it ends before, because the archive does not reach to the moment. */
  const start = async () => {
    await postgres.start()
    const state = await waitFor('the end of the recovery', async () => {
      if (!(await postgres.isRunning())) return 'ended'
      return (await isRecovering()) ? undefined : 'ready'
    })
    if (state === 'ended') throw new Error(await readFile(join(folder, 'server.log'), 'utf8'))
  }
  let starting = start()
  context.onFinished(async () => {
    await starting.catch(() => undefined)
    if (await postgres.isRunning()) await postgres.stop()
    // What still copies segments.
    await pgbackrest('--force', 'stop')
  })
  await starting
  const password = randomBytes(16).toString('hex')
  const admin = await connect()
  await createWinkelDatabase(admin, password).finally(() => admin.end())
  await pgbackrest('stanza-create')

  let restores = 0
  return {
    environment: {
      DATABASE_URL: `postgres://winkel:${randomBytes(16).toString('hex')}@${HOST}:${port}/winkel`,
      DATABASE_OWNER_URL: `postgres://winkel_owner:${password}@${HOST}:${port}/winkel`,
    },
    repository: values.repository,
    pgbackrest,
    /** As the owner of the database. */
    connect: () => connect('winkel_owner', 'winkel'),
    /** Ends it as the loss of its machine does: nothing more is archived. */
    lose: () => runProgram(runAs, BINARIES.pg_ctl, ['-D', folder, '-s', '-m', 'immediate', 'stop']),
    /** Stops it, and starts it again from the repository in a new folder. Rejects with what PostgreSQL says when it does not start. */
    restore: async (...args: string[]) => {
      if (await postgres.isRunning()) {
        // Also what is in the segment that is not full yet.
        await pgbackrest('check')
        await postgres.stop()
      }
      await rename(folder, inHome(`postgres-before-${++restores}`))
      await runProgram(runAs, '/bin/mkdir', ['-m', '700', folder])
      await pgbackrest(...args, 'restore')
      starting = start()
      await starting
    },
  }
}
