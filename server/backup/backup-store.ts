import type { Readable, Writable } from 'node:stream'

export const EXTENSION = '.winkel-backup'
/** As age itself names what it encrypts. Files of before have the first one alone. */
export const ENCRYPTED_EXTENSION = `${EXTENSION}.age`

export type StoredBackup = { name: string; bytes: number }

export type WriteOptions = {
  /** About how many bytes are going to be written. */
  expectedBytes?: number
  /** Bytes of the disk that stay free: writing stops with an error before. A bucket has no such limit. */
  keepFreeBytes?: number
}

/** A folder or a prefix of a bucket with backups in it. */
export type BackupStore = {
  /** Where a backup is, for people: without a key or a secret. */
  describe(name: string): string
  list(): Promise<StoredBackup[]>
  /** The name has the whole content, on disk or in the bucket, when this answers, and does not exist when it throws. */
  write<T>(name: string, work: (output: Writable) => Promise<T>, options?: WriteOptions): Promise<T>
  open(name: string): Promise<Readable>
  remove(name: string): Promise<void>
  /** Why nothing can be written to the folder; undefined for a bucket, which is asked when it is used. */
  findObstacle(): Promise<string | undefined>
  /** Undefined for a bucket. */
  findFreeBytes(): Promise<number | undefined>
}
