import { realpath } from 'node:fs/promises'
import { createFolder } from '../create-folder.ts'
import { CannotStart, getErrorMessage } from '../errors.ts'

/** Creates DATA_DIR if it is missing; returns its real path. */
export async function createDataFolder(dataDir: string) {
  try {
    await createFolder(dataDir)
    return await realpath(dataDir)
  } catch (error) {
    throw toFolderError(dataDir, error)
  }
}

export const toFolderError = (dataDir: string, error: unknown) =>
  new CannotStart(`DATA_DIR ${dataDir} cannot be written: ${getErrorMessage(error)}.`)
