import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { CannotStart } from '../../db/errors.ts'
import { type BackupStore, ENCRYPTED_EXTENSION, EXTENSION } from './backup-store.ts'
import { createBucketStore } from './bucket-store.ts'
import { createFolderStore } from './folder-store.ts'

/** `name` is undefined when the location is a folder. */
type Location = { store: BackupStore; name?: string }

const isBucketUrl = (location: string) => /^s3(\+http)?:/i.test(location)

/** A file, a folder, or s3://key:secret@host/bucket/prefix?region=… of either. A name that ends in .winkel-backup or .winkel-backup.age is a file. */
export async function findLocation(location: string): Promise<Location> {
  if (isBucketUrl(location)) return findInBucket(location)
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) {
    const [kind] = location.split('://')
    throw new CannotStart(`A backup is in a file, a folder or a bucket (s3://…), and not at ${kind}://….`)
  }
  const path = resolve(location)
  const isFolder =
    /[/\\]$/.test(location) ||
    (await stat(path).then(
      (found) => found.isDirectory(),
      () => false,
    ))
  return isFolder ? { store: createFolderStore(path) } : { store: createFolderStore(dirname(path)), name: basename(path) }
}

function findInBucket(location: string): Location {
  const url = URL.canParse(location) ? new URL(location) : undefined
  const [bucket = '', ...folders] = url?.pathname.slice(1).split('/').filter(Boolean).map(decodeURIComponent) ?? []
  if (!url?.username || !url.password || !url.host || !bucket) {
    throw new CannotStart('The address of a bucket has the form s3://key:secret@host/bucket/folder?region=af-south-1.')
  }
  const last = folders.at(-1)
  const name = last?.endsWith(EXTENSION) || last?.endsWith(ENCRYPTED_EXTENSION) ? folders.pop() : undefined
  return { store: createBucketStore(url, bucket, folders.map((folder) => `${folder}/`).join('')), name }
}
