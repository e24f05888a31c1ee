import { randomUUID } from 'node:crypto'
import { getErrorMessage, getRootCause } from '../../../db/errors.ts'
import { type Check, ok, problem } from '../check.ts'

/** Writes, reads and deletes a file where pictures are kept. */
export const fileStore: Check<'config' | 'files'> = {
  name: 'file store',
  async run({ config: { filesUrl, dataDir }, files }) {
    const place = filesUrl ? `The bucket of FILES_URL (${new URL(filesUrl).host})` : `The folder ${dataDir}/files`
    const key = `doctor/${randomUUID()}`
    const bytes = new TextEncoder().encode(key)
    try {
      await files.put(key, bytes)
      const read = await files.get(key)
      await files.remove(key)
      if (read && Buffer.compare(read, bytes) === 0) return ok(`${place} can be written and read.`)
      return problem(`${place} does not return what was written.`, 'Look at the file store. Pictures may be lost.')
    } catch (error) {
      return problem(
        `${place} cannot be used: ${getErrorMessage(getRootCause(error))}.`,
        filesUrl ? 'Correct FILES_URL, the network, or the rights of the key.' : 'Give the folder to the user of the server.',
      )
    }
  },
}
