import { getErrorMessage } from '../../db/errors.ts'
import { type Check, type DoctorContext, type Finding, problem } from './check.ts'
import { backgroundWork } from './checks/background-work.ts'
import { backupEncryption } from './checks/backup-encryption.ts'
import { backupRole } from './checks/backup-role.ts'
import { barcodes } from './checks/barcodes.ts'
import { clock } from './checks/clock.ts'
import { closedBusinesses } from './checks/closed-businesses.ts'
import { configuration } from './checks/configuration.ts'
import { database } from './checks/database.ts'
import { disk } from './checks/disk.ts'
import { fileStore } from './checks/file-store.ts'
import { lastBackup } from './checks/last-backup.ts'
import { mail } from './checks/mail.ts'
import { pictures } from './checks/pictures.ts'
import { postgresSettings, postgresVersion } from './checks/postgres-settings.ts'
import { replica } from './checks/replica.ts'
import { rollUps } from './checks/roll-ups.ts'
import { sellers } from './checks/sellers.ts'
import { sequences } from './checks/sequences.ts'
import { stock } from './checks/stock.ts'
import { stockDocuments } from './checks/stock-documents.ts'
import { trialRestore } from './checks/trial-restore.ts'

const CHECKS: Check[] = [
  configuration,
  postgresVersion,
  postgresSettings,
  database,
  sequences,
  replica,
  disk,
  clock,
  fileStore,
  mail,
  backupRole,
  backupEncryption,
  lastBackup,
  trialRestore,
  backgroundWork,
  closedBusinesses,
  pictures,
  stock,
  stockDocuments,
  sellers,
  barcodes,
  rollUps,
]

/** Runs every check, the quick ones first. A check that fails is a finding, and the others run. Changes nothing in the database. */
export async function* runChecks(context: DoctorContext): AsyncGenerator<Finding> {
  for (const check of CHECKS) for (const outcome of await runCheck(check, context)) yield { check: check.name, ...outcome }
}

async function runCheck(check: Check, context: DoctorContext) {
  try {
    return [await check.run(context)].flat()
  } catch (error) {
    return [
      problem(`This could not be checked: ${getErrorMessage(error)}.`, 'Correct the findings above, then run doctor again.'),
    ]
  }
}
