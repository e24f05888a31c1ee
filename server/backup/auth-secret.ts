import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createFolder } from '../../db/create-folder.ts'
import { getErrorCode } from '../../db/errors.ts'

const FILE = 'auth-secret'

/** The secret that signs sessions and encrypts the keys of two-step sign-in; undefined where neither the variable nor the file is. */
export async function findAuthSecret(dataDir: string, variable: string | undefined) {
  const generated = await readFile(join(dataDir, FILE), 'utf8').catch(ignoreMissing)
  const value = variable || generated
  return value === undefined ? undefined : { value, isGenerated: value === generated }
}

const fileOfBackup = (dataDir: string) => join(dataDir, `${FILE}.of-backup`)

/**
 * Stores the secret of a backup as the generated one. One that is there already is kept under another name. Where the variable has another
 * secret, which is the one in use, that of the backup becomes a file beside it, for the operator.
 */
export async function saveAuthSecret(dataDir: string, secret: string, variable: string | undefined) {
  if (secret === variable) return
  const file = variable ? fileOfBackup(dataDir) : join(dataDir, FILE)
  if ((await readFile(file, 'utf8').catch(ignoreMissing)) === secret) return
  await createFolder(dataDir)
  await rename(file, `${file}.before-restore`).catch(ignoreMissing)
  await writeFile(file, secret, { mode: 0o600, flag: 'wx', flush: true })
}

/** The file with the secret of the restored backup, which is not the one in use; undefined when there is none. */
export async function findSecretOfBackup(dataDir: string, isIt: (secret: string) => boolean) {
  const file = fileOfBackup(dataDir)
  const secret = await readFile(file, 'utf8').catch(ignoreMissing)
  return secret !== undefined && isIt(secret) ? file : undefined
}

const ignoreMissing = (error: unknown) => {
  if (getErrorCode(error) !== 'ENOENT') throw error
  return undefined
}
