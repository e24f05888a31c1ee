import { mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { bucketServer } from '../testing/bucket.ts'
import { listErased, markErased } from './erased-marks.ts'
import { findLocation } from './find-location.ts'
import { createFolderStore } from './folder-store.ts'
import { checkSpace } from './make-backup.ts'
import { createBackupName, deleteOldBackups, findBackupFolder, findLastBackup, listBackups } from './stored-backups.ts'

const MEGABYTE = 1024 * 1024

test('backups in a bucket: are listed beyond the first page, and the old ones are deleted in their folder only', async () => {
  const bucket = await bucketServer()
  onTestFinished(() => void bucket.close())
  const nights = Array.from({ length: 40 }, (_, days) =>
    createBackupName(new Date(Date.UTC(2026, 10, 22, 1) - days * 24 * 3600 * 1000), 'nightly'),
  )
  const others = ['/shop/winkel/README.txt', `/shop/winkel/copies/${nights[39]}`, `/shop/${nights[39]}`]
  for (const path of [...nights.map((name) => `/shop/winkel/${name}`), ...others]) bucket.objects.set(path, Buffer.from('rows'))

  const config = { dataDir: '/nowhere', backupUrl: `${bucket.filesUrl}/winkel?region=af-south-1` }
  const store = await findBackupFolder(config)
  expect((await listBackups(store)).map(({ name }) => name)).toEqual(nights)
  expect(await findLastBackup(config)).toMatchObject({ name: nights[0], kind: 'nightly', bytes: 4 })
  const deleted = await deleteOldBackups(store)
  expect(deleted).toHaveLength(30)
  expect([...bucket.objects.keys()]).toEqual([
    ...nights.filter((name) => !deleted.includes(name)).map((name) => `/shop/winkel/${name}`),
    ...others,
  ])
})

test('space for a backup: half the database for the first, one and a half times the last one after it, and 256 MB beyond', async () => {
  const check = (freeMegabytes: number | undefined, backups: number[], keptMegabytes = 256, databaseMegabytes = 1_000) =>
    checkSpace(
      {
        describe: () => '/backups/',
        findFreeBytes: async () => freeMegabytes && freeMegabytes * MEGABYTE,
        list: async () =>
          backups.map((megabytes, day) => ({
            name: createBackupName(new Date(Date.UTC(2026, 10, 22 - day)), 'nightly'),
            bytes: megabytes * MEGABYTE,
          })),
      },
      databaseMegabytes * MEGABYTE,
      keptMegabytes * MEGABYTE,
    )
  await check(756, [])
  await expect(check(755, [])).rejects.toThrow(
    'There is too little space for a backup in /backups/: 755 MB are free and 756 MB are needed. Free some, or choose another place.',
  )
  await check(406, [100, 900])
  await expect(check(405, [100, 900])).rejects.toThrow('405 MB are free and 406 MB are needed')
  // A place that the operator names may be filled.
  await check(150, [100, 900], 0)
  // A bucket has no limit.
  await check(undefined, [])
})

test('encrypted backups have a suffix of their own, and those of before are still found', async () => {
  const madeAt = new Date(Date.UTC(2026, 10, 22, 1))
  const names = [
    createBackupName(madeAt, 'nightly', true),
    createBackupName(madeAt, 'manual', true),
    createBackupName(madeAt, 'manual'),
  ]
  expect(names).toEqual([
    'winkel-2026-11-22T010000Z-nightly.winkel-backup.age',
    'winkel-2026-11-22T010000Z.winkel-backup.age',
    'winkel-2026-11-22T010000Z.winkel-backup',
  ])
  const found = await listBackups({ list: async () => names.map((name) => ({ name, bytes: 1 })) })
  expect(found).toMatchObject(names.map((name) => ({ name, madeAt })))
  const { name } = await findLocation('s3://key:secret@host/bucket/folder/x.winkel-backup.age')
  expect(name).toBe('x.winkel-backup.age')
})

test('folder of backups: a disk that is nearly full ends the writing, and leaves no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-store-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = (keepFreeBytes: number) =>
    createFolderStore(folder).write(
      'a.winkel-backup',
      async (output) => {
        for (let megabytes = 0; megabytes < 64; megabytes++)
          await new Promise((done) => output.write(Buffer.alloc(MEGABYTE), done))
        output.end()
      },
      { keepFreeBytes },
    )
  await expect(write(Number.MAX_SAFE_INTEGER)).rejects.toThrow(`The disk of ${folder} is nearly full.`)
  expect(await readdir(folder)).toEqual([])
  await write(1)
  expect(await readdir(folder)).toEqual(['a.winkel-backup'])
})

// Linux has files and folders that nobody can write, not even root.
test.runIf(process.platform === 'linux')(
  'folder of backups: a place that cannot be written is refused with a sentence before the work begins',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'winkel-store-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await writeFile(join(folder, 'file'), '')
    const work = () => Promise.reject(new Error('the work began'))
    for (const place of [
      '/proc/x',
      '/proc/x/y',
      '/proc',
      join(folder, 'file'),
      join(folder, 'file', 'x'),
      join(folder, 'x'.repeat(300)),
    ])
      await expect(createFolderStore(place).write('a.winkel-backup', work)).rejects.toThrow(`${place} cannot be written: `)

    await symlink('/dev/full', join(folder, 'a.winkel-backup.partial'))
    const fill = (output: NodeJS.WritableStream) => pipeline(Readable.from([Buffer.alloc(MEGABYTE)]), output)
    await expect(createFolderStore(folder).write('a.winkel-backup', fill)).rejects.toThrow(`The disk of ${folder} is full.`)
    expect(await readdir(folder)).toEqual(['file'])
  },
)

test('notes of erased businesses: stand beside the backups of a folder or bucket, which do not count them as backups', async () => {
  const bucket = await bucketServer()
  onTestFinished(() => void bucket.close())
  const folder = await mkdtemp(join(tmpdir(), 'winkel-erased-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const erased = { businessid: crypto.randomUUID(), erasedAt: new Date('2026-11-22T01:30:00Z') }
  for (const config of [{ dataDir: folder }, { dataDir: '/nowhere', backupUrl: `${bucket.filesUrl}/winkel?region=af-south-1` }]) {
    const store = await findBackupFolder(config)
    expect(await listErased(store)).toEqual([])
    await markErased(store, erased)
    expect(await listErased(store)).toEqual([erased])
    expect(await listBackups(store)).toEqual([])
    expect(await deleteOldBackups(store)).toEqual([])
  }
  expect([...bucket.objects.keys()]).toEqual([`/shop/winkel/erased-2026-11-22T013000Z-${erased.businessid}.txt`])
})
