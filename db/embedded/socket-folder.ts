import { createHash } from 'node:crypto'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CannotStart, getErrorCode } from '../errors.ts'

/**
 * Creates the folder of the socket. Its name follows from the data folder's, and its path is short enough for a socket's 107
 * bytes. PostgreSQL asks for no password on the socket, so no other user may enter the folder.
 */
export async function createSocketFolder(folder: string, runAs: { uid?: number; gid?: number }) {
  const name = `winkel-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const path = join(tmpdir().length < 70 ? tmpdir() : '/tmp', name)
  const me = process.getuid?.()
  await mkdir(path, { mode: 0o700 }).catch((error) => {
    if (getErrorCode(error) !== 'EEXIST') throw error
  })
  const { uid, mode, isDirectory } = await lstat(path).then((stats) => ({
    uid: stats.uid,
    mode: stats.mode,
    isDirectory: stats.isDirectory(),
  }))
  if (!isDirectory || mode & 0o077 || (uid !== me && uid !== runAs.uid)) {
    throw new CannotStart(`${path} should be a folder that only the database may enter, but is somebody else's: remove it.`)
  }
  if (runAs.uid !== undefined && runAs.gid !== undefined) await chown(path, runAs.uid, runAs.gid)
  return path
}
