import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { testStore } from '../../db/testing/store.ts'
import { lastBackup } from '../doctor/checks/last-backup.ts'
import { createDoctorContext } from '../doctor/create-context.ts'
import { createBackgroundWork } from '../shared/background-work.ts'
import { createObjectStore } from '../storage/object-store.ts'
import { pictureKey } from '../storage/picture-files.ts'
import { bucketServer } from '../testing/bucket.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { findLocation } from './find-location.ts'
import { makeBackup } from './make-backup.ts'
import { scheduleNightlyBackups } from './nightly-backup.ts'
import { readBackup } from './read-backup.ts'
import { checkBackup } from './restore-backup.ts'
import { deleteOldBackups, findBackupFolder, findLastBackup } from './stored-backups.ts'
import { findStillNamed } from './write-pictures.ts'

const picture = (number: number) => number.toString(16).padStart(32, '0')

/** A business whose product number n has the picture n, with both files. */
async function createShop(products = 1) {
  const store = await testStore()
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-lost-'))
  onTestFinished(async () => {
    await store.close()
    await rm(dataDir, { recursive: true })
  })
  const { businessid, siteid } = await createFilledBusiness(store.ownerPool)
  const files = createObjectStore({ dataDir })
  const keys: string[] = []
  for (let number = 1; number <= products; number++) {
    await store.ownerPool.query(
      `insert into product (businessid, siteid, productname, price, picture) values ($1, $2, $3, 1, $4)`,
      [businessid, siteid, `Product ${number}`, picture(number)],
    )
    keys.push(...(['full', 'thumb'] as const).map((size) => pictureKey({ businessid, picture: picture(number) }, size)))
  }
  for (const key of keys) await files.put(key, new Uint8Array([1, 2, 3]))
  const { host, port, user, password, database } = store.ownerPool.options
  const owner = { host, port, user, password, database, ssl: false }
  return { store, owner, businessid, config: { dataDir, backups: true, trialRestores: false }, files, keys }
}

type Shop = Awaited<ReturnType<typeof createShop>>

/** Neither root nor anybody else can read a folder as a file. */
async function makeUnreadable({ config }: Shop, key = '') {
  const path = join(config.dataDir, 'files', key)
  await rm(path)
  await mkdir(path)
}

const diagnose = async ({ config, store }: Shop) => {
  const environment = { DATA_DIR: config.dataDir }
  const operator = {
    ...config,
    backupBeforeMigration: true,
    trialRestores: false,
    port: 3000,
    host: '',
    publicUrl: 'http://localhost',
    signUp: true,
    trustedProxies: 0,
    stopWaitSeconds: 0,
    webhooks: false,
    webhookAllowPrivate: false,
  }
  const client = new Client(store.admin)
  await client.connect()
  const context = createDoctorContext({ client, isEmbedded: true, config: { ...operator, metricsHost: '' }, environment })
  const found = await lastBackup.run(context)
  await client.end()
  return [found].flat()
}

test('backup: an unreadable, an empty and a missing picture are named, and all else is backed up', async () => {
  const shop = await createShop(2)
  const { config, owner, keys, files } = shop
  await makeUnreadable(shop, keys[0])
  await files.put(keys[1] ?? '', new Uint8Array())
  await files.remove(keys[3] ?? '')
  const { location, manifest, lost } = await makeBackup({ config, database: owner, kind: 'manual' })
  expect(lost).toEqual([
    { file: keys[0], reason: expect.stringContaining('EISDIR') },
    { file: keys[1], reason: 'empty' },
    { file: keys[3], reason: 'missing' },
  ])
  expect(manifest.pictures).toMatchObject({ files: 1, missing: 3 })
  const open = async () => {
    const { store, name = '' } = await findLocation(location)
    return store.open(name)
  }
  const pictures: string[] = []
  await readBackup(await open(), { onPicture: async (name) => void pictures.push(name) })
  expect(pictures).toEqual([keys[2]])
  expect(await checkBackup(open)).toEqual(manifest)

  const note = await readFile(`${location}.missing-pictures.txt`, 'utf8')
  expect(note.trimEnd().split('\n').slice(1)).toEqual(lost.map(({ file, reason }) => `${file} (${reason})`))
  expect(await diagnose(shop)).toMatchObject([
    { status: 'ok' },
    { status: 'warning', sentence: expect.stringMatching(/^Pictures are missing in the last backup: .*\.missing-pictures\.txt/) },
  ])
  for (const key of keys) await rm(join(config.dataDir, 'files', key), { recursive: true, force: true })
  for (const key of keys) await files.put(key, new Uint8Array([1]))
  const again = await makeBackup({
    config: { ...config, backupUrl: join(config.dataDir, 'whole') },
    database: owner,
    kind: 'manual',
  })
  expect(again.lost).toEqual([])
  expect(await readdir(join(config.dataDir, 'whole'))).toHaveLength(1)
})

test('nightly backup: without a picture counts as made, with a warning in the log; its note is deleted with it', async () => {
  const shop = await createShop()
  const { config, owner, keys } = shop
  await makeUnreadable(shop, keys[1])
  const logged: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
  const background = createBackgroundWork({ connection: owner, log, dailyCheckMs: 20 })
  const { readFailed } = scheduleNightlyBackups({ config, database: owner, background, log })
  await waitUntil(() => expect(logged.map(({ event }) => event)).toEqual(['backup_made', 'backup_incomplete']))
  expect(logged[1]).toMatchObject({ level: 40, files: [expect.stringContaining(`${keys[1]} (`)] })
  expect(await readFailed()).toBe(false)
  await background.stop()

  const folder = await findBackupFolder(config)
  const last = await findLastBackup(config)
  expect(last).toMatchObject({ kind: 'nightly', lacksPictures: true })
  // Newer ones, so that the retention deletes it.
  for (let day = 1; day <= 40; day++) {
    const madeAt = new Date(Number(last?.madeAt) + day * 24 * 3600 * 1000).toISOString().slice(0, 10)
    await folder.write(`winkel-${madeAt}T000000Z-nightly.winkel-backup`, async (output) => void output.end('x'))
  }
  expect(await deleteOldBackups(folder)).toContain(last?.name)
  expect((await folder.list()).filter(({ name }) => name.startsWith(last?.name ?? ''))).toEqual([])
})

test('backup: a store of pictures that is away costs no time for each picture, and the rows are backed up', async () => {
  const shop = await createShop(40)
  const bucket = await bucketServer()
  await bucket.close()
  const { manifest, lost } = await makeBackup({
    config: { ...shop.config, filesUrl: bucket.filesUrl },
    database: shop.owner,
    kind: 'manual',
  })
  expect(lost).toHaveLength(80)
  expect(lost[0]?.reason).toContain('ECONNREFUSED')
  expect(lost.filter(({ reason }) => reason.startsWith('not tried')).length).toBeGreaterThanOrEqual(64)
  expect(manifest.tables.find(({ name }) => name === 'product')?.rows).toBeGreaterThan(40)
})

test('backup: a picture that was changed while it ran is not missing', async () => {
  const { store, businessid, keys } = await createShop(2)
  const lost = [1, 2].map((number) => ({
    businessid,
    picture: picture(number),
    file: keys[2 * number - 2] ?? '',
    reason: 'missing',
  }))
  await store.ownerPool.query('update product set picture = null where picture = $1', [picture(1)])
  const client = new Client(store.ownerPool.options)
  await client.connect()
  expect(await findStillNamed(client, lost)).toEqual([{ file: keys[2], reason: 'missing' }])
  await client.end()
})

test('backup: an error of the database or of a bucket is a sentence that says which of them it was', async () => {
  const { config, owner, store } = await createShop()
  const bucket = await bucketServer()
  onTestFinished(() => void bucket.close())
  const stranger = { ...owner, ...(({ user, password }) => ({ user, password }))(store.listenConfig) }
  for (const backupUrl of [undefined, `${bucket.filesUrl}/winkel`])
    await expect(makeBackup({ config: { ...config, backupUrl }, database: stranger, kind: 'manual' })).rejects.toThrow(
      /^The backup could not be made: permission denied to set role .*\.$/,
    )
  expect(bucket.objects.size).toBe(0)
  await expect(makeBackup({ config, database: { ...owner, port: 1 }, kind: 'manual' })).rejects.toThrow(
    /^The database does not answer: /,
  )
})
