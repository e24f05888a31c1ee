import { access, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart, DamagedDatabase, getErrorCode } from '../errors.ts'
import { toFolderError } from './create-data-folder.ts'
import { type Binaries, findRunAs, initdb } from './pg-ctl.ts'
import { checkSettings, writeFirstSettings } from './settings.ts'

const POSTGRES_MAJOR = '18'

/** Without one of these PostgreSQL does not start, or restarts itself for ever. */
const REQUIRED_FILES = ['PG_VERSION', 'global/pg_control', 'global/pg_filenode.map']

type Options = {
  dataDir: string
  /** The real path of dataDir. */
  home: string
  /** The folder of the cluster, in `home`. */
  folder: string
  passwordFile: string | undefined
}

/** Creates the cluster, if there is none; refuses a folder of another program or of another version of PostgreSQL. */
export async function createCluster(binaries: Binaries, { dataDir, home, folder, passwordFile }: Options) {
  if (await isEmpty(folder)) {
    const fresh = join(home, `postgres.new-${process.pid}`)
    await removeUnfinished(home)
    await mkdir(fresh, { mode: 0o700 }).catch((error) => {
      throw toFolderError(dataDir, error)
    })
    try {
      await initdb(binaries, await findRunAs(fresh, binaries), fresh, passwordFile)
      await writeFirstSettings(fresh)
    } catch (error) {
      await rm(fresh, { recursive: true })
      throw error
    }
    // Renamed when it is complete. When two servers start at once in a new folder, the second one finds the cluster of the first.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }))
  }
  for (const name of REQUIRED_FILES) {
    await access(join(folder, name)).catch((error) => {
      throw new DamagedDatabase(folder, `${name} cannot be read (${getErrorCode(error)})`)
    })
  }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (version !== POSTGRES_MAJOR) {
    throw new CannotStart(
      `The database in ${folder} was made by PostgreSQL ${version}, and this Winkel brings PostgreSQL ${POSTGRES_MAJOR}, which cannot read it. Nothing was changed. Make a backup with the Winkel that ran before, move ${folder} aside, and restore the backup with this one: docs/operating.md has the steps.`,
    )
  }
  await checkSettings(folder)
}

/** Removes what a server left behind that was killed while it created its cluster. */
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
    return getErrorCode(error) === 'EPERM'
  }
}

/** Whether there is no such folder, or nothing in it. */
const isEmpty = (folder: string) =>
  readdir(folder).then(
    (names) => names.length === 0,
    (error) => getErrorCode(error) === 'ENOENT',
  )
