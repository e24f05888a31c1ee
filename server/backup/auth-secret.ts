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

/** Stores the secret of a backup as the generated one. One that is there already is kept under another name. */
export async function saveAuthSecret(dataDir: string, secret: string) {
  const file = join(dataDir, FILE)
  if ((await readFile(file, 'utf8').catch(ignoreMissing)) === secret) return
  await createFolder(dataDir)
  await rename(file, `${file}.before-restore`).catch(ignoreMissing)
  await writeFile(file, secret, { mode: 0o600, flag: 'wx', flush: true })
}

const ignoreMissing = (error: unknown) => {
  if (getErrorCode(error) !== 'ENOENT') throw error
  return undefined
}
