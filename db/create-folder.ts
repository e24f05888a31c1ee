import { mkdir, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { getErrorCode } from './errors.ts'

/**
 * Creates a folder, which only its owner may enter, and those above it that are missing. Not with mkdir's `recursive`: below /proc, where no
 * folder can be made, Node.js tries for ever.
 */
export async function createFolder(folder: string): Promise<void> {
  const path = resolve(folder)
  const exists = await stat(path).then(
    (found) => found.isDirectory(),
    (error) => {
      if (getErrorCode(error) === 'ENOENT') return false
      throw error
    },
  )
  if (exists) return
  await createFolder(dirname(path))
  await mkdir(path, { mode: 0o700 }).catch(async (error) => {
    const isMade = await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    )
    if (!isMade) throw error
  })
}
