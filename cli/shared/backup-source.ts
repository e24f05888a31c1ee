import type { Command } from 'commander'
import { decryptBackup } from '../../server/backup/encryption.ts'
import { findLocation } from '../../server/backup/find-location.ts'
import { CannotRun } from './cannot-run.ts'

export type IdentityOption = { identity?: string }

export const addIdentityOption = (command: Command) =>
  command.option('--identity <file>', 'the identity of age for an encrypted backup; BACKUP_IDENTITY_FILE by default')

/** Opens a backup by its file or its address in a bucket. `identity`: the file that reads an encrypted one. */
export async function openBackupSource(place: string, { identity }: IdentityOption) {
  const { store, name } = await findLocation(place)
  if (name === undefined) throw new CannotRun('Name the file of the backup, and not the folder that it is in.')
  return decryptBackup(await store.open(name), identity ?? (process.env['BACKUP_IDENTITY_FILE'] || undefined))
}

/** 'shop.winkel-backup of 2026-11-22T01:00:03.120Z' without a secret of its address. */
export const describePlace = async (place: string) => {
  const { store, name = '' } = await findLocation(place)
  return store.describe(name)
}
