import type { Logger } from 'pino'
import { CannotStart, getErrorMessage } from '../../db/errors.ts'
import { createEncryption, tryEncryption } from '../backup/encryption.ts'
import { findBackupFolder, listBackups } from '../backup/stored-backups.ts'
import type { Config } from '../config.ts'
import { createObjectStore } from '../storage/object-store.ts'
import { type Check, ok, problem } from './check.ts'
import { backupRole } from './checks/backup-role.ts'
import { fileStore } from './checks/file-store.ts'
import { mail } from './checks/mail.ts'

/** The place of backups answers. What is in it is up to doctor. */
const backupPlace: Check<'config'> = {
  name: 'place of backups',
  async run({ config }) {
    if (!config.backups) return ok('Nightly backups are off.')
    const store = await findBackupFolder(config)
    try {
      const obstacle = await store.findObstacle()
      if (!obstacle) await listBackups(store)
      return obstacle ? problem(`${obstacle}.`, REMEDY) : ok('It answers.')
    } catch (error) {
      return problem(getErrorMessage(error), REMEDY)
    }
  },
}
const REMEDY = 'Correct BACKUP_URL, or the rights of the place. Until then no backup is made.'

const CHECKS: Check<'config' | 'files'>[] = [mail, fileStore, backupPlace, backupRole]

/** Refuses a mistyped recipient, and an identity that is missing or wrong: nobody would notice before the first trial restore. */
export async function checkIdentity(config: Pick<Config, 'backupEncryptTo' | 'backupIdentityFile'>) {
  if (config.backupEncryptTo) await createEncryption(config.backupEncryptTo)
  await tryEncryption(config).catch((error) => {
    throw new CannotStart(`BACKUP_IDENTITY_FILE does not read the backups of BACKUP_ENCRYPT_TO. ${getErrorMessage(error)}`)
  })
}

/** Logs which of the places and servers of the variables do not answer. The server serves all the same: they may be back in a minute. */
export async function checkAtStart(config: Config, log: Logger) {
  const context = { config, files: createObjectStore(config) }
  await Promise.all(
    CHECKS.map(async (check) => {
      for (const outcome of [await check.run(context)].flat())
        if (outcome.status !== 'ok') log.warn({ event: 'not_usable', check: check.name }, `${outcome.sentence} ${outcome.remedy}`)
    }),
  )
}
