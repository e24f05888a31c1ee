import { findLocation } from '../../server/backup/find-location.ts'
import { CannotRun } from './cannot-run.ts'

/** Opens a backup by its file or its address in a bucket. */
export async function openBackupSource(place: string) {
  const { store, name } = await findLocation(place)
  if (name === undefined) throw new CannotRun('Name the file of the backup, and not the folder that it is in.')
  return store.open(name)
}

/** 'shop.winkel-backup of 2026-11-22T01:00:03.120Z' without a secret of its address. */
export const describePlace = async (place: string) => {
  const { store, name = '' } = await findLocation(place)
  return store.describe(name)
}
