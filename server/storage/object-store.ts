import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DriverContract } from 'flydrive/types'
import { createS3Options } from './s3-options.ts'

const REQUEST_MS = 10_000

/** The store itself failed. The call may be right. */
export class StorageUnavailable extends Error {}

export type ObjectStore = ReturnType<typeof createObjectStore>

type Opened = { driver: DriverContract; put: object; getBytes(key: string): Promise<Uint8Array> }

type Options = { dataDir: string; filesUrl?: string }

/** Where pictures are kept: a folder of DATA_DIR, or the bucket of FILES_URL. Keys are paths without a leading slash. */
export function createObjectStore({ dataDir, filesUrl }: Options) {
  // Loaded when they are needed: the one for buckets is a tenth of a second and some megabytes.
  const opening = filesUrl ? () => bucket(new URL(filesUrl)) : () => folder(join(dataDir, 'files'))
  let opened: Promise<Opened> | undefined
  const store = () => {
    opened ??= opening()
    return opened
  }

  return {
    /** Answers when the file is on the disk or in the bucket. */
    put: async (key: string, bytes: Uint8Array) => {
      const { driver, put } = await store()
      await driver.put(key, bytes, put).catch(away)
    },
    /** Undefined when there is no such file. */
    get: async (key: string): Promise<Uint8Array<ArrayBuffer> | undefined> => {
      const { getBytes } = await store()
      return getBytes(key).then(
        (bytes) => new Uint8Array(bytes),
        (error) => (isMissing(error) ? undefined : away(error)),
      )
    },
    /** The keys of all files below a folder. */
    list: async function* (folder: string): AsyncGenerator<string> {
      const { driver } = await store()
      let paginationToken: string | undefined
      do {
        const page = await driver
          .listAll(folder, { recursive: true, paginationToken })
          .catch((error) => (isMissing(error) ? { objects: [], paginationToken: undefined } : away(error)))
        for (const object of page.objects) if (object.isFile) yield object.key
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    /** Nothing is wrong when it is not there. */
    remove: async (key: string) => {
      const { driver } = await store()
      await driver.delete(key).catch((error) => (isMissing(error) ? undefined : away(error)))
    },
  }
}

async function folder(location: string): Promise<Opened> {
  const { FSDriver } = await import('flydrive/drivers/fs')
  // fsync: what was answered for is there after a power cut.
  return {
    driver: new FSDriver({ location, visibility: 'private' }),
    put: { flush: true },
    // The driver's own returns 64 kB of the process's memory for an empty file.
    getBytes: (key) => readFile(join(location, key)),
  }
}

async function bucket(url: URL): Promise<Opened> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const driver = new S3Driver({
    ...createS3Options(url, { requestMs: REQUEST_MS, maxAttempts: 2 }),
    bucket: url.pathname.slice(1),
    visibility: 'private',
    supportsACL: false, // not every store that speaks S3 knows them
  })
  return { driver, put: {}, getBytes: (key) => driver.getBytes(key) }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === 'ENOENT') ||
    error.name === 'NoSuchKey' ||
    error.name === 'NotFound' ||
    isMissing(error.cause))

const away = (error: unknown): never => {
  throw new StorageUnavailable('the file store does not answer', { cause: error })
}
