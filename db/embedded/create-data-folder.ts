import { mkdir, realpath } from 'node:fs/promises'
import { CannotStart, getErrorMessage } from '../errors.ts'

/** Creates DATA_DIR if it is missing; returns its real path. */
export async function createDataFolder(dataDir: string) {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    return await realpath(dataDir)
  } catch (error) {
    throw toFolderError(dataDir, error)
  }
}

export const toFolderError = (dataDir: string, error: unknown) =>
  new CannotStart(`DATA_DIR ${dataDir} cannot be written: ${getErrorMessage(error)}.`)
