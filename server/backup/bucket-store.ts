import { PassThrough, type Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { CannotStart, getErrorMessage } from '../../db/errors.ts'
import { createS3Options } from '../storage/s3-options.ts'
import type { BackupStore } from './backup-store.ts'

/** A part of 8 MB may take this time on a slow line. */
const REQUEST_MS = 300_000
const MAX_ATTEMPTS = 5
/** S3 takes at most 10,000 parts of one object. */
const MAX_PARTS = 9_000
const MIN_PART_BYTES = 8 * 1024 * 1024

export function createBucketStore(url: URL, bucket: string, prefix: string): BackupStore {
  const describe = (name: string) => `s3://${url.host}/${bucket}/${prefix}${name}`
  let opened: Promise<{ client: S3Client; sdk: typeof import('@aws-sdk/client-s3') }> | undefined
  /** Loaded when it is needed: it is a tenth of a second and some megabytes. */
  const connect = () => {
    opened ??= import('@aws-sdk/client-s3').then((sdk) => ({
      sdk,
      client: new sdk.S3Client(createS3Options(url, { requestMs: REQUEST_MS, maxAttempts: MAX_ATTEMPTS })),
    }))
    return opened
  }
  const objectOf = (name: string) => ({ Bucket: bucket, Key: prefix + name })
  const toSentence = (error: unknown) =>
    error instanceof Error && ('$metadata' in error || 'code' in error)
      ? new CannotStart(`The bucket of ${describe('')} cannot be used: ${getErrorMessage(error)}.`, { cause: error })
      : error

  return {
    describe,
    async list() {
      const { client, sdk } = await connect()
      const found = []
      let next: string | undefined
      do {
        const page = await client
          .send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, Delimiter: '/', ContinuationToken: next }))
          .catch((error) => {
            throw toSentence(error)
          })
        for (const { Key = '', Size = 0 } of page.Contents ?? []) found.push({ name: Key.slice(prefix.length), bytes: Size })
        next = page.NextContinuationToken
      } while (next)
      return found
    },
    async write(name, work, { expectedBytes = 0 } = {}) {
      const { client } = await connect()
      const { Upload } = await import('@aws-sdk/lib-storage')
      const body = new PassThrough()
      const upload = new Upload({
        client,
        params: { ...objectOf(name), Body: body, ContentType: 'application/x-tar' },
        queueSize: 1,
        partSize: Math.max(MIN_PART_BYTES, Math.ceil(expectedBytes / MAX_PARTS)),
      })
      const uploaded = upload.done()
      let uploadError: unknown
      uploaded.catch((error) => {
        // An upload whose stream was destroyed before its end fails because of that.
        if (body.readableEnded || !body.destroyed) uploadError = error
        body.destroy(error)
      })
      try {
        const result = await work(body)
        await uploaded
        return result
      } catch (error) {
        // It says more than that its stream was destroyed.
        const cause = uploadError === undefined ? error : toSentence(uploadError)
        await upload.abort()
        body.destroy()
        await uploaded.catch(() => undefined)
        throw cause
      }
    },
    async open(name) {
      const { client, sdk } = await connect()
      const { Body } = await client.send(new sdk.GetObjectCommand(objectOf(name))).catch((error) => {
        throw error.name === 'NoSuchKey' ? new CannotStart(`There is no file ${describe(name)}.`) : toSentence(error)
      })
      return Body as Readable
    },
    async remove(name) {
      const { client, sdk } = await connect()
      await client.send(new sdk.DeleteObjectCommand(objectOf(name))).catch((error) => {
        throw toSentence(error)
      })
    },
    findObstacle: async () => undefined,
    findFreeBytes: async () => undefined,
  }
}
