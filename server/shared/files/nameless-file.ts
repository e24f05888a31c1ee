import { randomUUID } from 'node:crypto'
import { type FileHandle, open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../../../db/create-folder.ts'

const CHUNK_BYTES = 256 * 1024

/**
 * Opens a file for reading and writing that has no name any more. The system deletes it when it is closed, also when the server is
 * killed. Creates the folder.
 */
export async function openNamelessFile(folder: string): Promise<FileHandle> {
  await createFolder(folder)
  const path = join(folder, randomUUID())
  const file = await open(path, 'wx+', 0o600)
  try {
    await rm(path, { force: true })
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Deletes what servers left that were killed between the two steps of `openNamelessFile`. No file in use has a name. */
export async function removeNamedFiles(folder: string) {
  for (const name of await readdir(folder).catch(() => [])) await rm(join(folder, name), { recursive: true, force: true })
}

/** The content from the beginning, or of a part of the file. Throws when the signal is aborted. */
export async function* readFromStart(
  file: FileHandle,
  signal?: AbortSignal,
  { start, end } = { start: 0, end: Number.POSITIVE_INFINITY },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (let position = start; ; ) {
    signal?.throwIfAborted()
    const length = Math.min(CHUNK_BYTES, end - position)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}
