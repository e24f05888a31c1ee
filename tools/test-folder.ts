import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux keeps it in memory. */
const MEMORY = '/dev/shm'
/** A run of all tests needs up to 0.6 GB at once. */
const ROOM_BYTES = 4 * 2 ** 30

/**
 * Temporary files of tests, above all their databases, are in memory where there is room: to create a database takes a quarter of the
 * processor time of one on a disk. `TMPDIR` names another place. Processes that are started inherit the choice.
 */
export function keepTestFilesInMemory() {
  if (process.env['TMPDIR'] || !hasRoom()) return
  const folder = mkdtempSync(join(MEMORY, 'winkel-test-'))
  // A PostgreSQL of another user can pass through it.
  chmodSync(folder, 0o711)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}
