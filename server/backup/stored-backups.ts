import { join } from 'node:path'
import { type BackupStore, ENCRYPTED_EXTENSION, EXTENSION } from './backup-store.ts'
import { findLocation } from './find-location.ts'

const DAYS_KEPT = 7
const WEEKS_KEPT = 4
const BEFORE_MIGRATION_KEPT = 4
const BEFORE_MIGRATION_DAYS = 28
/** What was deleted this many days ago is in no backup, but in those that an operator made: a test proves it of findOldBackups. */
export const BACKUPS_KEPT_DAYS = 30
const DAY_MS = 24 * 3600 * 1000

/** Why a backup was made. Only those that an operator made are never deleted. */
export type BackupKind = 'manual' | 'nightly' | 'before-migration'

export type KnownBackup = {
  name: string
  kind: BackupKind
  madeAt: Date
  bytes: number
  /** Whether pictures are missing in it. A file of the same name with LOST_EXTENSION names them. */
  lacksPictures?: boolean
}

export const LOST_EXTENSION = '.missing-pictures.txt'

/** Where backups go when nobody says otherwise: BACKUP_URL, or DATA_DIR/backups. */
export const findBackupFolder = async ({ dataDir, backupUrl }: { dataDir: string; backupUrl?: string }) =>
  (
    await findLocation(
      backupUrl ? `${backupUrl.replace(/\/+(\?|$)/, '$1').replace(/(\?|$)/, '/$1')}` : `${join(dataDir, 'backups')}/`,
    )
  ).store

/** winkel-2026-11-22T013000Z-nightly.winkel-backup; by hand without the kind, encrypted with '.age' after it. */
export function createBackupName(madeAt: Date, kind: BackupKind, isEncrypted = false) {
  const time = madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')
  return `winkel-${time}${kind === 'manual' ? '' : `-${kind}`}${isEncrypted ? ENCRYPTED_EXTENSION : EXTENSION}`
}

const NAME = /^winkel-(\d{4}-\d\d-\d\dT)(\d\d)(\d\d)(\d\d)Z(?:-(nightly|before-migration))?\.winkel-backup(?:\.age)?$/

/** The backups of a folder that have our names, newest first. */
export async function listBackups(store: Pick<BackupStore, 'list'>): Promise<KnownBackup[]> {
  const files = await store.list()
  const names = new Set(files.map(({ name }) => name))
  const found = files.flatMap(({ name, bytes }) => {
    const [, day, hours, minutes, seconds, kind = 'manual'] = NAME.exec(name) ?? []
    const madeAt = new Date(`${day}${hours}:${minutes}:${seconds}Z`)
    return Number.isNaN(madeAt.getTime())
      ? []
      : [{ name, bytes, madeAt, kind: kind as BackupKind, lacksPictures: names.has(name + LOST_EXTENSION) }]
  })
  return found.sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
}

/** The newest backup, of whatever kind, in BACKUP_URL or DATA_DIR/backups; undefined when there is none. */
export async function findLastBackup(config: { dataDir: string; backupUrl?: string }): Promise<KnownBackup | undefined> {
  return (await listBackups(await findBackupFolder(config)))[0]
}

/** Deletes the backups that are no longer needed; returns their names. */
export async function deleteOldBackups(store: BackupStore) {
  const old = findOldBackups(await listBackups(store))
  for (const { name, lacksPictures } of old) {
    await store.remove(name)
    if (lacksPictures) await store.remove(name + LOST_EXTENSION)
  }
  return old.map(({ name }) => name)
}

/**
 * All but the newest of each of the last 7 days and 4 weeks that have a nightly one, and the last 4 from before a migration that are not
 * older than 28 days before the newest nightly one.
 */
export function findOldBackups(newestFirst: KnownBackup[]) {
  const ofKind = (kind: BackupKind) => newestFirst.filter((backup) => backup.kind === kind)
  const nightly = ofKind('nightly')
  const kept = new Set([
    ...newestOfEach(nightly, ({ madeAt }) => Math.floor(madeAt.getTime() / DAY_MS), DAYS_KEPT),
    // 1970-01-01 was a Thursday: this counts weeks from Monday.
    ...newestOfEach(nightly, ({ madeAt }) => Math.floor((madeAt.getTime() / DAY_MS + 3) / 7), WEEKS_KEPT),
    ...ofKind('before-migration')
      .slice(0, BEFORE_MIGRATION_KEPT)
      .filter(({ madeAt }) => !nightly[0] || nightly[0].madeAt.getTime() - madeAt.getTime() < BEFORE_MIGRATION_DAYS * DAY_MS),
    ...ofKind('manual'),
  ])
  return newestFirst.filter((backup) => !kept.has(backup))
}

/** The newest backup of each of the first `count` periods. */
function newestOfEach(newestFirst: KnownBackup[], periodOf: (backup: KnownBackup) => number, count: number) {
  const newest = new Map<number, KnownBackup>()
  for (const backup of newestFirst) {
    const period = periodOf(backup)
    if (!newest.has(period)) newest.set(period, backup)
  }
  return [...newest.values()].slice(0, count)
}
