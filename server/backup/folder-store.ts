import { createReadStream } from 'node:fs'
import { access, constants, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createFolder } from '../../db/create-folder.ts'
import { CannotStart, getErrorCode, getErrorMessage, isDiskFull } from '../../db/errors.ts'
import type { BackupStore, WriteOptions } from './backup-store.ts'

const SUFFIX_OF_UNFINISHED = '.partial'
const SPACE_CHECK_BYTES = 32 * 1024 * 1024

export function createFolderStore(folder: string): BackupStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    describe: pathOf,
    async list() {
      const names = await readdir(folder).catch((error) => {
        if (getErrorCode(error) === 'ENOENT') return []
        throw toSentence(folder, error)
      })
      const found = await Promise.all(
        names.map((name) =>
          stat(pathOf(name)).then(
            (file) => (file.isFile() ? [{ name, bytes: file.size }] : []),
            () => [], // deleted since
          ),
        ),
      )
      return found.flat()
    },
    async write(name, work, options = {}) {
      const path = pathOf(name)
      const unfinished = path + SUFFIX_OF_UNFINISHED
      const exists = await stat(path).then(Boolean, () => false)
      if (exists) throw new CannotStart(`${path} already exists: choose another name. Nothing was changed.`)
      try {
        await createFolder(folder)
        const result = await writeFile(unfinished, folder, work, options)
        await rename(unfinished, path)
        await flushFolder(folder)
        return result
      } catch (error) {
        await rm(unfinished, { force: true }).catch(() => undefined)
        throw toSentence(folder, error)
      }
    },
    async open(name) {
      const path = pathOf(name)
      await access(path, constants.R_OK).catch((error) => {
        throw new CannotStart(
          getErrorCode(error) === 'ENOENT' ? `There is no file ${path}.` : `${path} cannot be read: ${getErrorMessage(error)}.`,
        )
      })
      return createReadStream(path, { highWaterMark: 1024 * 1024 })
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    findObstacle: () => findFolderObstacle(folder),
    async findFreeBytes() {
      await createFolder(folder).catch((error) => {
        throw toSentence(folder, error)
      })
      return readFreeBytes(folder)
    },
  }
}

/** Nothing is created: doctor may run as another user than the server. */
async function findFolderObstacle(folder: string): Promise<string | undefined> {
  const error = await access(folder, constants.W_OK).then(
    () => undefined,
    (error) => error,
  )
  if (!error) return undefined
  if (getErrorCode(error) === 'ENOENT' && dirname(folder) !== folder) return findFolderObstacle(dirname(folder))
  return `${folder} cannot be written: ${getErrorMessage(error)}`
}

async function readFreeBytes(folder: string) {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Writes a file and syncs it to disk. */
async function writeFile<T>(
  path: string,
  folder: string,
  work: (output: Transform) => Promise<T>,
  { keepFreeBytes = 0 }: WriteOptions,
) {
  let unchecked = 0
  const watch = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      unchecked += chunk.length
      if (unchecked < SPACE_CHECK_BYTES || keepFreeBytes === 0) return done(null, chunk)
      unchecked = 0
      readFreeBytes(folder).then(
        (free) => (free < keepFreeBytes ? done(new CannotStart(`The disk of ${folder} is nearly full.`)) : done(null, chunk)),
        done,
      )
    },
  })
  // Opened first: where no file can be made, the work does not begin.
  const file = await open(path, 'w', 0o600)
  const piped = pipeline(watch, file.createWriteStream({ flush: true }))
  piped.catch(() => undefined) // work fails too, and its error may be another one
  try {
    const result = await work(watch)
    await piped
    return result
  } catch (error) {
    watch.destroy()
    // The disk's own error says more than that the stream ended.
    await piped.catch((cause) => {
      if (cause instanceof CannotStart || isDiskFull(cause)) throw cause
    })
    throw error
  }
}

const ERRORS_OF_FOLDERS = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT', 'ENAMETOOLONG', 'ELOOP']

const toSentence = (folder: string, error: unknown) => {
  if (isDiskFull(error)) return new CannotStart(`The disk of ${folder} is full.`)
  // A connection to PostgreSQL has such codes too, without a path.
  const isOfFolder = ERRORS_OF_FOLDERS.includes(getErrorCode(error) ?? '') && error instanceof Error && 'path' in error
  return isOfFolder ? new CannotStart(`${folder} cannot be written: ${getErrorMessage(error)}.`) : error
}

/** Windows cannot open a folder; it writes the name together with the file. */
async function flushFolder(path: string) {
  if (process.platform === 'win32') return
  const folder = await open(path)
  await folder.sync().finally(() => folder.close())
}
