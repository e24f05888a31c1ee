import { appendFile, copyFile, mkdtemp, open, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../db/testing/store.ts'
import { createBackgroundWork } from '../shared/background-work.ts'
import { createObjectStore } from '../storage/object-store.ts'
import { bucketServer } from '../testing/bucket.ts'
import { createOwner } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'
import { createEncryption, decryptBackup } from './encryption.ts'
import { findLocation } from './find-location.ts'
import { makeBackup } from './make-backup.ts'
import { runBackupProcess, scheduleNightlyBackups } from './nightly-backup.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { findBackupFolder, listBackups } from './stored-backups.ts'

/** Of a file of age: what is encrypted at once, with its tag. */
const CHUNK_BYTES = 65_536 + 16
const NONCE_BYTES = 16

const server = await testServer()
afterAll(server.close)
const { host, port, user, database } = server.ownerPool.options
const owner = { host, port, user, database, ssl: false }
const { dataDir } = server.config
const folder = await mkdtemp(join(tmpdir(), 'winkel-encryption-'))
afterAll(() => rm(folder, { recursive: true }))

async function createIdentity(name: string) {
  const identity = await generateIdentity()
  const file = join(folder, name)
  await writeFile(file, `# created: today\n# public key: …\n\n${identity}\n`, { mode: 0o600 })
  return { file, recipient: await identityToRecipient(identity) }
}
const operator = await createIdentity('operator')
const safe = await createIdentity('safe')
const stranger = await createIdentity('stranger')
const backupEncryptTo = [operator.recipient, safe.recipient]
const file = join(folder, 'encrypted.winkel-backup')

beforeAll(async () => {
  const thandi = await createOwner(server)
  const { productid } = await thandi.api.products.create({
    siteid: thandi.siteid,
    productname: 'Bread of Thandi',
    barcode: '6001',
    price: 18.99,
    purchaseprice: 12,
    stock: 100,
  })
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'red', noise } })
    .png()
    .toBuffer()
  await thandi.fetch(`/api/v1/products/${productid}/picture`, {
    method: 'PUT',
    body: new Uint8Array(picture),
    headers: { 'content-type': 'image/png' },
  })
  await writeFile(join(dataDir, 'auth-secret'), server.config.authSecret)
  await makeBackup({ config: { dataDir, backupEncryptTo }, database: owner, kind: 'manual', location: file })
})

async function openFile(path: string, identityFile?: string) {
  const { store, name = '' } = await findLocation(path)
  return decryptBackup(await store.open(name), identityFile)
}
const check = (path: string, identityFile?: string) => checkBackup(() => openFile(path, identityFile))

/** A copy of the encrypted backup that was changed. */
async function damage(change: (path: string) => Promise<unknown>) {
  const path = join(await mkdtemp(join(folder, 'damaged-')), 'x.winkel-backup')
  await copyFile(file, path)
  await change(path)
  return path
}

/** Where the encrypted content begins. */
async function findPayload() {
  const content = await readFile(file, 'latin1')
  return content.indexOf('\n', content.indexOf('\n--- ') + 1) + 1 + NONCE_BYTES
}

test('encrypted backup: shows nothing of its content, and each recipient restores it', async () => {
  const content = await readFile(file)
  expect(content.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  for (const text of ['winkel', 'pictures', 'tables', 'manifest', 'WEBP', 'Bread', server.config.authSecret])
    expect(content.includes(text), text).toBe(false)
  for (const identity of [operator, safe]) {
    const { owner, login, drop } = await emptyDatabase()
    const home = await mkdtemp(join(folder, 'restored-'))
    onTestFinished(() => drop())
    const openSource = () => openFile(file, identity.file)
    const manifest = await checkBackup(openSource)
    let secret = ''
    await restoreBackup({
      ...{ owner, manifest, openSource, login: { name: String(login.user) }, files: createObjectStore({ dataDir: home }) },
      saveSecret: async (saved) => {
        secret = saved
      },
    })
    expect(secret).toBe(server.config.authSecret)
    const client = new Client(owner)
    await client.connect()
    const { rows } = await client.query('select productname, businessid, picture from product').finally(() => client.end())
    expect(rows).toMatchObject([{ productname: 'Bread of Thandi' }])
    const picture = `files/pictures/${rows[0].businessid}/${rows[0].picture}-full.webp`
    expect(await readFile(join(home, picture))).toEqual(await readFile(join(dataDir, picture)))
  }
})

test('encrypted backup: without its identity, or with another one, it is not read, and the sentence says why', async () => {
  await expect(check(file)).rejects.toThrow(/^The backup is encrypted: name the file with its identity by --identity or/)
  await expect(check(file, stranger.file)).rejects.toThrow(`for another identity than that of ${stranger.file}.`)
  await expect(check(file, join(folder, 'nowhere'))).rejects.toThrow(/^The identity of backups cannot be read: .*ENOENT/)
  const [empty, wrong] = [join(folder, 'empty'), join(folder, 'wrong')]
  await writeFile(empty, '# nothing\n')
  await expect(check(file, empty)).rejects.toThrow(`${empty} has no identity of age.`)
  await writeFile(wrong, 'AGE-SECRET-KEY-1MISTYPED\n')
  await expect(check(file, wrong)).rejects.toThrow(/^(?!.*MISTYPED).*has a line that is no identity of age/)
})

test('encrypted backup: one that is cut off or changed anywhere is refused', async () => {
  const { size } = await stat(file)
  const payload = await findPayload()
  expect(size).toBeGreaterThan(payload + 2 * CHUNK_BYTES)
  const cuts = [30, payload - NONCE_BYTES, payload, payload + CHUNK_BYTES, payload + 2 * CHUNK_BYTES, size - 1]
  const flip = async (path: string, position: number) => {
    const opened = await open(path, 'r+')
    const byte = Buffer.alloc(1)
    await opened.read(byte, 0, 1, position)
    await opened.write(Buffer.from([(byte[0] ?? 0) ^ 1]), 0, 1, position)
    await opened.close()
  }
  const damaged = [
    ...cuts.map((length) => damage((path) => truncate(path, length))),
    ...[payload - 1, payload, payload + CHUNK_BYTES + 5, size - 1].map((position) => damage((path) => flip(path, position))),
    damage((path) => appendFile(path, 'more')),
  ]
  for (const path of await Promise.all(damaged))
    await expect(check(path, operator.file)).rejects.toThrow(
      'The backup is cut off or damaged: it cannot be decrypted. Use another copy of it.',
    )
  // A part of the header: who it is for was changed.
  const header = await damage((path) => flip(path, payload - NONCE_BYTES - 2))
  await expect(check(header, operator.file)).rejects.toThrow(/cannot be decrypted/)
  await expect(check(await damage((path) => truncate(path, 10)), operator.file)).rejects.toThrow(
    'This is not a backup of Winkel.',
  )
})

test('encrypted backup: stands beside those that are not, which need no identity', async () => {
  const backupUrl = join(folder, 'mixed')
  const config = { dataDir, backupUrl }
  const signal = new AbortController().signal
  await runBackupProcess({ config, database: owner, trialRestores: false }, signal)
  await makeBackup({ config: { ...config, backupEncryptTo }, database: owner, kind: 'before-migration' })
  const store = await findBackupFolder(config)
  const names = (await listBackups(store)).map(({ name }) => name)
  expect(names).toHaveLength(2)
  for (const name of names) await check(join(backupUrl, name), operator.file)
  await check(join(backupUrl, names.find((name) => name.includes('nightly')) ?? ''), join(folder, 'nowhere'))
})

// The process of the trial has a low priority: it gives way to all other tests.
test('encrypted backup: a trial restore reads it with the identity, and says so when it is another one', {
  timeout: 300_000,
}, async () => {
  const client = new Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  const config = { dataDir, backupUrl: join(folder, 'nightly'), backupEncryptTo }
  const run = async (backupIdentityFile: string) => {
    await client.query('delete from winkel_migrations.trial_restore')
    const task = { config: { ...config, backupIdentityFile }, database: owner, trialRestores: true }
    const outcome = await runBackupProcess(task, new AbortController().signal)
    for (const { name } of await listBackups(await findBackupFolder(config))) await rm(join(folder, 'nightly', name))
    return outcome
  }
  expect(await run(operator.file)).toMatchObject({ trial: { seconds: expect.any(Number) } })
  expect(await run(stranger.file)).toMatchObject({ trial: { problem: expect.stringContaining('for another identity') } })
  const { rows } = await client.query('select problem from winkel_migrations.trial_restore')
  expect(rows).toEqual([{ problem: expect.stringContaining('for another identity') }])
})

test('encrypted backup: a server that cannot read it tries no restore, and says so in the log', async () => {
  const logged: string[] = []
  const log = pino({}, { write: (line) => void logged.push(line) })
  const background = createBackgroundWork({ connection: owner, log })
  onTestFinished(background.stop)
  const config = { dataDir, backups: true, trialRestores: true, backupEncryptTo }
  scheduleNightlyBackups({ config, database: owner, background, log })
  expect(logged).toEqual([expect.stringContaining('trial_restores_off')])
  scheduleNightlyBackups({ config: { ...config, backupIdentityFile: operator.file }, database: owner, background, log })
  scheduleNightlyBackups({ config: { ...config, trialRestores: false }, database: owner, background, log })
  expect(logged).toHaveLength(1)
})

test('encrypted backup: a mistyped recipient is a sentence, and nothing is written', async () => {
  const mistyped = operator.recipient.replace(/.$/, (last) => (last === 'q' ? 'p' : 'q'))
  const config = { dataDir, backupEncryptTo: [mistyped], backupUrl: join(folder, 'mistyped') }
  await expect(makeBackup({ config, database: owner, kind: 'manual' })).rejects.toThrow(
    `BACKUP_ENCRYPT_TO has ${mistyped}, which is no recipient of age: copy it again.`,
  )
  expect(await listBackups(await findBackupFolder(config))).toEqual([])
})

test('encrypted backup: that is stopped, or whose disk is full, leaves no file', async () => {
  const into = join(folder, 'stopped')
  const stopping = new AbortController()
  const options = {
    config: { dataDir, backupEncryptTo },
    database: owner,
    kind: 'manual',
    location: join(into, 'x.winkel-backup'),
  } as const
  const stopped = makeBackup({ ...options, signal: stopping.signal, onProgress: () => stopping.abort() })
  await expect(stopped).rejects.toThrow('aborted')
  expect(await readdir(into)).toEqual([])
  if (process.platform !== 'linux') return
  await symlink('/dev/full', join(into, 'x.winkel-backup.partial'))
  await expect(makeBackup(options)).rejects.toThrow(`The disk of ${into} is full.`)
  expect(await readdir(into)).toEqual([])
})

test('encrypted backup: is made in a bucket and read from it', async () => {
  const bucket = await bucketServer()
  onTestFinished(async () => void (await bucket.close()))
  const location = `${bucket.filesUrl}/winkel/x.winkel-backup`
  await makeBackup({ config: { dataDir, backupEncryptTo }, database: owner, kind: 'manual', location })
  await check(location, safe.file)
  await expect(check(location)).rejects.toThrow(/^The backup is encrypted/)
})

test('encryption: reads no further ahead than a few chunks, in both directions', async () => {
  const chunks = 200
  let read = 0
  async function* count(source: Iterable<Buffer>) {
    for (const chunk of source) {
      read++
      yield chunk
    }
  }
  const encrypt = await createEncryption(backupEncryptTo)
  const plain = Array.from({ length: chunks }, () => Buffer.alloc(1024 * 1024, 'x'))
  const encrypting = encrypt(count(plain))
  for (let nth = 0; nth < 20; nth++) await encrypting.next()
  expect(read).toBeLessThan(10)
  await encrypting.return(undefined)

  const encrypted: Buffer[] = []
  for await (const chunk of encrypt(Readable.from(plain.slice(0, 40)))) encrypted.push(Buffer.from(chunk))
  read = 0
  const decrypted = decryptBackup(Readable.from(count(encrypted)), operator.file)
  const content = decrypted[Symbol.asyncIterator]()
  for (let nth = 0; nth < 5; nth++) await content.next()
  expect(read).toBeLessThan(100)
  expect(encrypted.length).toBeGreaterThan(500)
  decrypted.destroy()
  expect((await buffer(decryptBackup(Readable.from(encrypted), safe.file))).length).toBe(40 * 1024 * 1024)
})
