import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { testStore } from '../../db/testing/store.ts'
import { makeBackup } from './make-backup.ts'
import { countRows } from './manifest.ts'
import { runBackupProcess } from './nightly-backup.ts'

// As docs/operating.md says: the role of backups signs in by itself, and the server does not know the owner.
const store = await testStore()
const { host, port, user, database } = store.ownerPool.options
const owner: ClientConfig = { host, port, user, database, ssl: false }
const reader: ClientConfig = { ...owner, user: 'winkel_backup' }
const dataDir = await mkdtemp(join(tmpdir(), 'winkel-backup-role-'))
afterAll(async () => {
  await store.close()
  await rm(dataDir, { recursive: true })
})
const { businessid } = await createFilledBusiness(store.ownerPool)
await createFilledBusiness(store.ownerPool)

async function connect(config: ClientConfig) {
  const client = new Client(config)
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const backUp = (config: ClientConfig, name: string) =>
  makeBackup({ config: { dataDir }, database: config, kind: 'manual', location: join(dataDir, name) })

// The process of the trial has a low priority: it gives way to all other tests.
test('backup role: its backup has the rows and numbers that a superuser sees, and is restored in a trial', {
  timeout: 300_000,
}, async () => {
  const { manifest } = await backUp(reader, 'reader.winkel-backup')
  const client = await connect(store.admin)
  const rows: Record<string, number> = {}
  for (const { schema, name } of manifest.tables) {
    const counted = await client.query(`select count(*)::integer as rows from ${schema}."${name}"`)
    rows[`${schema}.${name}`] = counted.rows[0].rows
  }
  expect(Object.fromEntries(manifest.tables.map(({ schema, name, rows }) => [`${schema}.${name}`, rows]))).toEqual(rows)
  expect(countRows(manifest)).toBeGreaterThan(20)
  const sequences = await client.query(
    `select schemaname as schema, sequencename as name, last_value::text from pg_sequences where schemaname in ('auth', 'public') order by 1, 2`,
  )
  expect(manifest.sequences).toEqual(sequences.rows)
  expect(manifest.sequences.some(({ last_value }) => last_value !== null)).toBe(true)

  const outcome = await runBackupProcess(
    { config: { dataDir }, database: reader, trialRestores: true },
    new AbortController().signal,
  )
  expect(outcome).toMatchObject({ lost: [], trial: { seconds: expect.any(Number) } })
  const kept = await client.query('select problem from winkel_migrations.trial_restore')
  expect(kept.rows).toEqual([{ problem: null }])
})

test.each([
  'delete from sales',
  `update business set name = 'x'`,
  `insert into auth."user" (name, email, "emailVerified") values ('x', 'x@shop.example', true)`,
  'truncate saleitems cascade',
  'drop table sales cascade',
  'alter table sales disable row level security',
  'create table public.x ()',
  'drop schema auth cascade',
  `select nextval('sales_saleid_seq')`,
  `select undo_sales_import(1, 1)`,
  'delete from winkel_migrations.trial_restore',
  'set role winkel_owner',
  'set role winkel_tenant',
  'set role winkel_auth',
  'alter role winkel_backup createrole',
])('backup role: a leaked connection cannot %s', async (statement) => {
  const client = await connect(reader)
  await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test.each([
  {
    name: 'a policy is missing',
    damage: 'drop policy site__backup on site',
    undo: 'create policy site__backup on site for select to winkel_backup using (true)',
  },
  {
    name: 'a policy hides rows',
    damage: `create policy fewer on site as restrictive for select using (businessid <> '${businessid}')`,
    undo: 'drop policy fewer on site',
  },
  {
    name: 'a sequence is hidden',
    damage: 'revoke select on site_siteid_seq from winkel_backup',
    undo: 'grant select on site_siteid_seq to winkel_backup',
  },
])('backup role: no backup is made that would lack something without an error: $name', async ({ damage, undo }) => {
  await store.ownerPool.query(damage)
  onTestFinished(async () => void (await store.ownerPool.query(undo)))
  for (const config of [reader, owner])
    await expect(backUp(config, 'damaged.winkel-backup')).rejects.toThrow(/^The role winkel_backup cannot read all of site/)
  expect((await readdir(dataDir)).filter((file) => file.startsWith('damaged'))).toEqual([])
})

test('backup role: a role without its rights makes no backup', async () => {
  await expect(backUp({ ...owner, user: 'winkel' }, 'login.winkel-backup')).rejects.toThrow(/permission denied/)
})
