import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { ReadableStream as WebStream } from 'node:stream/web'
import { CannotStart, getErrorMessage } from '../../db/errors.ts'
import { InvalidBackup } from './manifest.ts'

/** The first line of every file of age. */
const FIRST_LINE = Buffer.from('age-encryption.org/v1\n')

/** The type that Node gives its own class and the global one differ in what nobody uses here. */
const toWeb = (source: AsyncIterable<Uint8Array>) => WebStream.from(source) as unknown as ReadableStream<Uint8Array>

/**
 * Encrypts a stream for recipients of age: only who has the identity of one of them reads it, and not the server that writes it. Memory
 * stays flat. Throws CannotStart when a recipient is mistyped.
 */
export async function createEncryption(recipients: string[]) {
  // Loaded when it is needed: most installations do not encrypt.
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient)
    } catch {
      throw new CannotStart(`BACKUP_ENCRYPT_TO has ${recipient}, which is no recipient of age: copy it again.`)
    }
  }
  return async function* encrypt(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield* await encrypter.encrypt(toWeb(source))
  }
}

/**
 * Throws CannotStart when a recipient is mistyped, or when the identity of this server, if it has one, is missing, damaged or of nobody
 * among them.
 */
export async function tryEncryption({
  backupEncryptTo = [],
  backupIdentityFile,
}: {
  backupEncryptTo?: string[]
  backupIdentityFile?: string
}) {
  if (backupEncryptTo.length === 0) return
  const encrypt = await createEncryption(backupEncryptTo)
  if (!backupIdentityFile) return
  const encrypted = Readable.from(encrypt(Readable.from([Buffer.from('a backup')])))
  await buffer(decryptBackup(encrypted, backupIdentityFile))
}

/**
 * The content of a backup, encrypted or not, by what the file itself says. Its errors say which of both the reason is: the file, or an
 * identity that is missing or another one.
 */
export const decryptBackup = (source: Readable, identityFile: string | undefined): Readable =>
  Readable.from(readDecrypted(source, identityFile), { objectMode: false })

async function* readDecrypted(source: Readable, identityFile: string | undefined): AsyncGenerator<Uint8Array> {
  let sourceError: unknown
  source.once('error', (error) => {
    sourceError = error
  })
  const chunks: AsyncIterator<Buffer> = source[Symbol.asyncIterator]()
  try {
    let start = Buffer.alloc(0)
    while (start.length < FIRST_LINE.length) {
      const { value, done } = await chunks.next()
      if (done) break
      start = Buffer.concat([start, value])
    }
    const all = prepend(start, chunks)
    if (!start.subarray(0, FIRST_LINE.length).equals(FIRST_LINE)) {
      yield* all
      return
    }
    const decrypter = await createDecrypter(identityFile)
    try {
      yield* await decrypter.decrypt(toWeb(all))
    } catch (error) {
      throw sourceError ?? toSentence(error, identityFile)
    }
  } finally {
    source.destroy()
  }
}

async function* prepend(start: Buffer, chunks: AsyncIterator<Buffer>) {
  yield start
  for (;;) {
    const { value, done } = await chunks.next()
    if (done) return
    yield value
  }
}

/** Reads a file of age-keygen: one identity a line, and comments. */
async function createDecrypter(identityFile: string | undefined) {
  if (!identityFile)
    throw new CannotStart(
      'The backup is encrypted: name the file with its identity by --identity or BACKUP_IDENTITY_FILE. It begins with AGE-SECRET-KEY-.',
    )
  const text = await readFile(identityFile, 'utf8').catch((error) => {
    throw new CannotStart(`The identity of backups cannot be read: ${getErrorMessage(error)}.`)
  })
  const identities = text.split('\n').flatMap((line) => (line.trim() === '' || line.startsWith('#') ? [] : [line.trim()]))
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  try {
    for (const identity of identities) decrypter.addIdentity(identity)
  } catch {
    // Not the error itself: it may have the line.
    throw new CannotStart(`${identityFile} has a line that is no identity of age: it begins with AGE-SECRET-KEY-.`)
  }
  if (identities.length === 0) throw new CannotStart(`${identityFile} has no identity of age.`)
  return decrypter
}

function toSentence(error: unknown, identityFile: string | undefined) {
  return /no identity matched/.test(getErrorMessage(error))
    ? new CannotStart(`The backup is encrypted for another identity than that of ${identityFile}.`)
    : new InvalidBackup(`The backup is cut off or damaged: it cannot be decrypted. Use another copy of it.`)
}
