import { stat } from 'node:fs/promises'
import { getErrorMessage } from '../../../db/errors.ts'
import { tryEncryption } from '../../backup/encryption.ts'
import { type Check, ok, problem } from '../check.ts'

const OF_OTHERS = 0o077

/** The recipients are right, and an identity on this server is one of them and nobody else's to read. */
export const backupEncryption: Check<'config'> = {
  name: 'backup encryption',
  async run({ config: { backupEncryptTo, backupIdentityFile } }) {
    if (!backupEncryptTo) return ok('Backups are not encrypted (BACKUP_ENCRYPT_TO).')
    try {
      await tryEncryption({ backupEncryptTo, backupIdentityFile })
    } catch (error) {
      return problem(getErrorMessage(error), 'Set BACKUP_IDENTITY_FILE to the identity of a recipient of BACKUP_ENCRYPT_TO.')
    }
    if (!backupIdentityFile) return ok('Backups are encrypted, and this server cannot read them.')
    const { mode } = await stat(backupIdentityFile)
    if (process.platform !== 'win32' && mode & OF_OTHERS)
      return problem('Others can read the identity of backups.', `chmod 600 ${backupIdentityFile}`)
    return ok('Backups are encrypted, and BACKUP_IDENTITY_FILE reads them.')
  },
}
