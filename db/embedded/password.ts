import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getErrorCode } from '../errors.ts'

export const PASSWORD_FILE = 'postgres-password'

/** The password of a PostgreSQL that listens on TCP, kept in the data folder. */
export async function readOrCreatePassword(home: string) {
  const file = join(home, PASSWORD_FILE)
  await writeFile(file, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (getErrorCode(error) !== 'EEXIST') throw error
  })
  return readFile(file, 'utf8')
}
