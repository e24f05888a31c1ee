import { mkdir, mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { testStore } from '../../db/testing/store.ts'
import { addBackupGauges } from '../gauges.ts'
import { createMetrics } from '../http/metrics.ts'
import { createBackgroundWork } from '../shared/background-work.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { createBackupBeforeMigration } from './back-up-before-migration.ts'
import { listErased } from './erased-marks.ts'
import { findLocation } from './find-location.ts'
import { findQuietHour } from './find-quiet-hour.ts'
import { makeBackup } from './make-backup.ts'
import { runBackupProcess, scheduleNightlyBackups } from './nightly-backup.ts'
import { findBackupFolder, findLastBackup, listBackups } from './stored-backups.ts'
import { tryRestoreMonthly } from './trial-restore.ts'

async function createShop() {
  const store = await testStore()
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-nightly-'))
  onTestFinished(async () => {
    await store.close()
    await rm(dataDir, { recursive: true })
  })
  await createFilledBusiness(store.ownerPool)
  const { host, port, user, password, database } = store.ownerPool.options
  return {
    config: { dataDir, backups: true, backupBeforeMigration: true, trialRestores: false },
    owner: { host, port, user, password, database, ssl: false },
  }
}

async function readBackupMetrics({ text }: ReturnType<typeof createMetrics>) {
  const lines = (await text()).matchAll(/^(winkel_[a-z_]*backup[a-z_]*) (\S+)$/gm)
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]))
}

test('nightly backup: its metrics have its time, size and duration, and say when it fails', async () => {
  const { config, owner } = await createShop()
  const log = pino({ level: 'silent' })
  // No backup was ever made: one is due at the first look.
  const schedule = (backupUrl?: string) => {
    const background = createBackgroundWork({ connection: owner, log, dailyCheckMs: 20 })
    onTestFinished(background.stop)
    const metrics = createMetrics()
    addBackupGauges(metrics, scheduleNightlyBackups({ config: { ...config, backupUrl }, database: owner, background, log }))
    return metrics
  }
  const metrics = schedule()
  expect(await readBackupMetrics(metrics)).toEqual({ winkel_backup_failed: 0, winkel_last_backup_timestamp_seconds: 0 })
  await waitUntil(async () =>
    expect(await readBackupMetrics(metrics)).toEqual({
      winkel_last_backup_timestamp_seconds: expect.any(Number),
      winkel_last_backup_size_bytes: expect.any(Number),
      winkel_last_backup_duration_seconds: expect.any(Number),
      winkel_backup_failed: 0,
    }),
  )
  // A folder that cannot be read says nothing about its backups; one that can be read and not written has none.
  for (const [place, times] of [
    ['/dev/null/x', {}],
    ['/proc/sys', { winkel_last_backup_timestamp_seconds: 0 }],
  ] as const) {
    // As if no server had made the backup of this night.
    const client = new Client(owner)
    await client.connect()
    await client.query('delete from winkel_migrations.last_backup')
    await client.end()
    const failing = schedule(place)
    await waitUntil(async () => expect(await readBackupMetrics(failing)).toEqual({ winkel_backup_failed: 1, ...times }))
  }
})

test('nightly backup: there are no metrics of backups where the server makes none', async () => {
  const { config, owner } = await createShop()
  await runBackupProcess({ config, database: owner, trialRestores: false }, new AbortController().signal)
  const log = pino({ level: 'silent' })
  const background = createBackgroundWork({ connection: owner, log })
  for (const none of [
    { config: { ...config, backups: false }, database: owner },
    { config, database: undefined },
  ]) {
    const metrics = createMetrics()
    addBackupGauges(metrics, scheduleNightlyBackups({ ...none, background, log }))
    expect(await readBackupMetrics(metrics)).toEqual({})
  }
})

test('nightly backup: is made by a process of its own, and is the last backup', async () => {
  const { config, owner } = await createShop()
  expect(await findLastBackup(config)).toBeUndefined()
  const outcome = await runBackupProcess({ config, database: owner, trialRestores: false }, new AbortController().signal)
  expect(outcome).toEqual({
    location: expect.stringContaining('-nightly.winkel-backup'),
    bytes: expect.any(Number),
    deleted: [],
    lost: [],
  })
  const last = await findLastBackup(config)
  expect(last).toMatchObject({ kind: 'nightly', bytes: 'bytes' in outcome && outcome.bytes })

  const log = pino({ level: 'silent' })
  const background = createBackgroundWork({ connection: owner, log })
  const metrics = createMetrics()
  addBackupGauges(metrics, scheduleNightlyBackups({ config, database: owner, background, log }))
  expect(await readBackupMetrics(metrics)).toEqual({
    winkel_last_backup_timestamp_seconds: Number(last?.madeAt) / 1000,
    winkel_last_backup_size_bytes: last?.bytes,
    winkel_backup_failed: 0,
  })
  await background.stop()
  expect(await findQuietHour(owner)).toBe(1)
})

test('nightly backup: of two servers with places of their own one makes it, and the other says where it is', async () => {
  const { config, owner } = await createShop()
  await runBackupProcess({ config, database: owner, trialRestores: false }, new AbortController().signal)
  const logged: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => void logged.push(JSON.parse(line)) })
  const background = createBackgroundWork({ connection: owner, log, dailyCheckMs: 20 })
  onTestFinished(background.stop)
  const other = { ...config, backupUrl: join(config.dataDir, 'other') }
  scheduleNightlyBackups({ config: other, database: owner, background, log })
  const location = (await findBackupFolder(config)).describe((await findLastBackup(config))?.name ?? '')
  await waitUntil(async () => expect(logged).toMatchObject([{ event: 'backup_places_differ', host: hostname(), location }]))
  await background.stop()
  expect(await findLastBackup(other)).toBeUndefined()
})

test('backup: what another server has erased is noted beside it first, once', async () => {
  const { config, owner } = await createShop()
  const client = new Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  const [byServer, byCommand] = [crypto.randomUUID(), crypto.randomUUID()]
  await client.query(
    `insert into operator_log (os_user, host, command, arguments, outcome, reason) values
       ('server', 'other', 'business erase', array[$1], 'done', null),
       ('root', 'other', 'business erase', array['--yes', upper($2)], 'done', null),
       ('root', 'other', 'business erase', array[$3], 'failed', 'away'),
       ('root', 'other', 'users reset', array[$3], 'done', null)`,
    [byServer, byCommand, crypto.randomUUID()],
  )
  const location = join(config.dataDir, 'stick/')
  for (const kind of ['nightly', 'manual'] as const) await makeBackup({ config, database: owner, kind, location })
  const marks = await listErased((await findLocation(location)).store)
  expect(marks.map(({ businessid }) => businessid).sort()).toEqual([byServer, byCommand].sort())
})

test('nightly backup: is restored in a trial once a month, and its result is kept', async () => {
  const { config, owner } = await createShop()
  const client = new Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  const run = () => runBackupProcess({ config, database: owner, trialRestores: true }, new AbortController().signal)
  const readKept = async () => (await client.query('select backup, problem from winkel_migrations.trial_restore')).rows
  const passMonth = () => client.query(`update winkel_migrations.trial_restore set tried_at = now() - interval '31 days'`)
  const { store } = await findLocation(join(config.dataDir, 'backups/'))

  await mkdir(join(config.dataDir, 'trial-restore-killed'))
  expect(await run()).toMatchObject({ trial: { seconds: expect.any(Number) } })
  expect(await readKept()).toEqual([{ backup: expect.stringContaining('-nightly.winkel-backup'), problem: null }])
  expect(await readdir(config.dataDir)).toEqual(['backups'])
  expect(await run()).not.toHaveProperty('trial')

  await passMonth()
  const [{ name = '' } = {}] = await listBackups(store)
  await truncate(join(config.dataDir, 'backups', name), 1000)
  const signal = new AbortController().signal
  expect(await tryRestoreMonthly({ database: owner, config, store, name, signal })).toEqual({
    problem: expect.stringContaining('cut off'),
  })
  expect(await readKept()).toEqual([{ backup: name, problem: expect.stringContaining('cut off') }])
  expect(await readdir(config.dataDir)).toEqual(['backups'])
  await passMonth()
  expect(await tryRestoreMonthly({ database: owner, config, store, name, signal: AbortSignal.abort() })).toBeUndefined()
})

test('nightly backup: that is stopped or fails leaves no file and says why', async () => {
  const { config, owner } = await createShop()
  await runBackupProcess({ config, database: owner, trialRestores: false }, AbortSignal.abort())
  expect(await readdir(join(config.dataDir, 'backups')).catch(() => [])).toEqual([])
  const outcome = await runBackupProcess(
    { config, database: { ...owner, database: 'nowhere' }, trialRestores: false },
    new AbortController().signal,
  )
  expect(outcome).toEqual({ problem: expect.stringContaining('"nowhere" does not exist') })
})

test('nightly backups: are off on an external PostgreSQL without BACKUP_DATABASE_URL and DATABASE_OWNER_URL, with one line in the log', async () => {
  const { config, owner } = await createShop()
  const logged: string[] = []
  const log = pino({}, { write: (line) => void logged.push(line) })
  const background = createBackgroundWork({ connection: owner, log })
  scheduleNightlyBackups({ config, database: undefined, background, log })
  scheduleNightlyBackups({ config: { ...config, backups: false }, database: undefined, background, log })
  expect(logged).toEqual([expect.stringContaining('nightly_backups_off')])
})

test('backup before a migration: is made unless it is turned off, and its failure says how to go on', async () => {
  const { config, owner } = await createShop()
  const made: string[] = []
  const onMade = (location: string) => made.push(location)
  await createBackupBeforeMigration({ ...config, backupBeforeMigration: false }, onMade)(owner)
  expect(made).toEqual([])
  await createBackupBeforeMigration(config, onMade)(owner)
  expect(made).toEqual([expect.stringContaining('-before-migration.winkel-backup')])
  await createBackupBeforeMigration(config, onMade)(owner)
  expect(made, 'the migration failed and is tried again').toHaveLength(1)
  const client = new Client(owner)
  await client.connect()
  onTestFinished(() => client.end())
  const passTime = () => client.query(`update winkel_migrations.backup_before_migration set made_at = now() - interval '2 hours'`)
  await passTime()
  await rm(made[0] ?? '') // the name has the second
  await createBackupBeforeMigration(config, onMade)(owner)
  expect(made).toHaveLength(2)
  await passTime()
  await expect(createBackupBeforeMigration({ ...config, backupUrl: '/dev/null/x' }, onMade)(owner)).rejects.toThrow(
    /^The backup before the migration failed: .* set BACKUP_BEFORE_MIGRATION=off\.$/,
  )
})
