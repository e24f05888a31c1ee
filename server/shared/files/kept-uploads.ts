import { randomUUID } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { openNamelessFile, readFromStart } from './nameless-file.ts'

const LIMITS = {
  /** Of the files of all businesses, as they were sent. The oldest one makes room. */
  maxBytes: 512 * 1024 * 1024,
  /** Each window of a person has a file of its own. */
  maxFilesOfPerson: 2,
  maxAgeMs: 60 * 60_000,
}

type Kept = {
  owner: string
  file: FileHandle
  size: number
  encoding: string | undefined
  readers: number
  isRemoved: boolean
}

/** Reads the body of a request, as it was sent. */
type Work<T> = (body: Request['body'], encoding: string | undefined) => Promise<T>

export type KeptUploads = ReturnType<typeof createKeptUploads>

/**
 * Keeps uploads for their owner, so that a file that is read several times is sent once. They are a cache: one that made room for
 * another, or that another server has, is sent again.
 */
export function createKeptUploads(folder: string, limits: Partial<typeof LIMITS> = {}) {
  const { maxBytes, maxFilesOfPerson, maxAgeMs } = { ...LIMITS, ...limits }
  /** The oldest first. */
  const uploads = new Map<string, Kept>()

  /** Closes the file as soon as nobody reads it. */
  async function remove(uploadid: string) {
    const upload = uploads.get(uploadid)
    if (!upload) return
    uploads.delete(uploadid)
    upload.isRemoved = true
    if (upload.readers === 0) await upload.file.close()
  }

  async function makeRoom(owner: string, size: number) {
    const own = [...uploads].filter(([, upload]) => upload.owner === owner).map(([uploadid]) => uploadid)
    for (const uploadid of own.slice(0, Math.max(0, own.length - maxFilesOfPerson + 1))) await remove(uploadid)
    const countBytes = () => [...uploads.values()].reduce((sum, upload) => sum + upload.size, size)
    for (const uploadid of uploads.keys()) if (countBytes() > maxBytes) await remove(uploadid)
  }

  async function keep(owner: string, file: FileHandle, encoding: string | undefined) {
    const { size } = await file.stat()
    await makeRoom(owner, size)
    const uploadid = randomUUID()
    uploads.set(uploadid, { owner, file, size, encoding, readers: 0, isRemoved: false })
    setTimeout(() => void remove(uploadid), maxAgeMs).unref()
    return uploadid
  }

  return {
    /** Calls `work` with the body of a request. It is kept when the work is done. */
    async receive<T>(owner: string, body: Request['body'], encoding: string | undefined, work: Work<T>) {
      const file = await openNamelessFile(folder)
      const copy = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        async transform(chunk, controller) {
          await file.writeFile(chunk)
          controller.enqueue(chunk)
        },
      })
      try {
        const result = await work(body?.pipeThrough(copy) ?? null, encoding)
        return { result, uploadid: await keep(owner, file, encoding) }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    /** Calls `work` with an upload of this owner. Undefined when there is none. */
    async reuse<T>(owner: string, uploadid: string, work: Work<T>) {
      const upload = uploads.get(uploadid)
      if (upload?.owner !== owner) return undefined
      upload.readers++
      try {
        return { result: await work(toStream(upload.file), upload.encoding), uploadid }
      } finally {
        upload.readers--
        if (upload.isRemoved && upload.readers === 0) await upload.file.close()
      }
    },

    async remove(owner: string, uploadid: string) {
      if (uploads.get(uploadid)?.owner === owner) await remove(uploadid)
    },

    close: () => Promise.all([...uploads.keys()].map(remove)),
  }
}

function toStream(file: FileHandle) {
  const chunks = readFromStart(file)
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
