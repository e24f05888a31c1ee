import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig, Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { findCatalogueDifferences } from './catalogue/record-catalogue.ts'
import { CannotStart } from './errors.ts'
import { DATABASE_LOCKS } from './locks.ts'
import { checkOwnerSchema, checkSchema, migrate } from './migrate.ts'
import { asAdmin, emptyDatabase, testCluster } from './testing/store.ts'

async function createFolder(files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

async function createDatabase() {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  return database
}

function createPool(config: ClientConfig) {
  const pool = new Pool(config)
  onTestFinished(() => pool.end())
  return pool
}

const login = { name: 'winkel' }

const SHOP = {
  '01-shop.sql': 'create table shop (name text); create table opened (at timestamptz)',
  '02-till.sql': 'create table till (name text)',
}

test('migrate: each file runs once, in the order of the numbers, and migrating again does nothing', async () => {
  const { owner } = await createDatabase()
  const folder = await createFolder({ ...SHOP, '03-one.sql': "insert into shop values ('one')" })
  await migrate({ owner, login, folder })
  await migrate({ owner, login, folder })
  expect((await createPool(owner).query('select name, schema_version() from shop')).rows).toEqual([
    { name: 'one', schema_version: '03-one' },
  ])
})

test('migrate: runs until a given file', async () => {
  const { owner } = await createDatabase()
  await migrate({ owner, login, folder: await createFolder({ ...SHOP, '03-bad.sql': 'bad' }), until: '02-till' })
  expect((await createPool(owner).query('select schema_version()')).rows).toEqual([{ schema_version: '02-till' }])
})

test('migrate: functions are created after the migrations, in any order, and again when their file changed', async () => {
  const { owner } = await createDatabase()
  const folder = await createFolder(SHOP)
  const first = 'create or replace function first() returns int language sql begin atomic select second(); end'
  const second = (value: number) =>
    `insert into opened select now(); create or replace function second() returns int language sql return ${value}`
  const functions = await createFolder({ 'first.sql': first, 'second.sql': second(1) })
  let backups = 0
  const run = () => migrate({ owner, login, folder, functions, beforeUpgrade: async () => void backups++ })
  for (let start = 0; start < 2; start++) await run()
  await writeFile(join(functions, 'second.sql'), second(2))
  for (let start = 0; start < 2; start++) await run()
  const pool = createPool(owner)
  const read = async () => (await pool.query('select first(), count(*)::int as runs from opened')).rows
  expect(await read()).toEqual([{ first: 2, runs: 2 }])
  expect(backups).toBe(1)
  expect(await findCatalogueDifferences(pool, login.name)).toEqual({ missing: [], unexpected: [] })
  await writeFile(join(functions, 'first.sql'), first.replace('second', 'third'))
  await writeFile(join(functions, 'second.sql'), second(3))
  await expect(run()).rejects.toThrow(
    /The file db\/functions\/first.sql failed, all functions are as they were before: function third/,
  )
  expect(await read()).toEqual([{ first: 2, runs: 2 }])
})

test('migrate: calls for a backup before it changes an older database, and changes nothing when that fails', async () => {
  const { owner } = await createDatabase()
  const folder = await createFolder(SHOP)
  const pool = createPool(owner)
  let calls = 0
  const beforeUpgrade = async () => {
    calls++
    const { rows } = await pool.query('select pg_try_advisory_lock($1) as free', [DATABASE_LOCKS.backup])
    expect(rows).toEqual([{ free: false }])
  }
  for (let start = 0; start < 2; start++) await migrate({ owner, login, folder, beforeUpgrade })
  expect(calls).toBe(0)

  const newer = await createFolder({ ...SHOP, '03-one.sql': "insert into shop values ('one')" })
  const failed = migrate({ owner, login, folder: newer, beforeUpgrade: () => Promise.reject(new CannotStart('no space')) })
  await expect(failed).rejects.toThrow('no space')
  expect((await pool.query('select schema_version()')).rows).toEqual([{ schema_version: '02-till' }])
  await migrate({ owner, login, folder: newer, beforeUpgrade })
  expect(calls).toBe(1)
})

test('migrate: a database that was changed by hand is found, also by a start that migrates, and is not upgraded', async () => {
  const { owner, login: config } = await createDatabase()
  const folder = await createFolder(SHOP)
  const newer = await createFolder({ ...SHOP, '03-one.sql': "insert into shop values ('one')" })
  const [pool, server] = [createPool(owner), createPool(config)]
  await migrate({ owner, login, folder })
  expect(await findCatalogueDifferences(server)).toEqual({ missing: [], unexpected: [] })

  // As if another version had read it by another query.
  await pool.query(`update winkel_migrations.catalogue set query = query || ' order by 1'`)
  await pool.query('drop table till')
  await migrate({ owner, login, folder })
  expect((await findCatalogueDifferences(server)).missing.map(({ kind }) => kind)).toEqual(['column', 'grant', 'table'])
  await expect(migrate({ owner, login, folder: newer })).rejects.toThrow(
    'The database lacks 1 column, 1 table (the first is column name of public.till). It was not migrated. Restore the database',
  )

  await pool.query('create table till (name text); revoke execute on function schema_version() from winkel')
  await migrate({ owner, login, folder: newer })
  expect(await findCatalogueDifferences(server)).toEqual({ missing: [], unexpected: [] })
})

test('migrate: what only makes reads fast or belongs to a role of the operator stops no upgrade, and the upgrade does not make it ours', async () => {
  const reader = `reports_${randomBytes(4).toString('hex')}`
  onTestFinished(() => asAdmin(`drop role ${reader}`))
  const { owner } = await createDatabase()
  const shop = {
    ...SHOP,
    '02-till.sql': `${SHOP['02-till.sql']}; create index till__name on till (name); create index till__other on till (name)`,
  }
  const folder = await createFolder(shop)
  const newer = await createFolder({ ...shop, '03-one.sql': "insert into shop values ('one')" })
  const pool = createPool(owner)
  await migrate({ owner, login, folder })
  await asAdmin(`create role ${reader}`)
  await pool.query(`
    drop index till__name;
    create index on till (name);
    create table notes (id int);
    create policy reports on till for select to ${reader} using (true);
    create policy writes on till for update to ${reader} using (true)`)
  await migrate({ owner, login, folder: newer })
  const differences = {
    missing: [{ kind: 'index', name: 'till__name' }],
    unexpected: [{ kind: 'policy', name: 'writes' }],
  }
  expect(await findCatalogueDifferences(pool, login.name)).toMatchObject(differences)
  await pool.query('drop table notes; drop index till_name_idx; drop policy reports on till')
  expect(await findCatalogueDifferences(pool, login.name)).toMatchObject(differences)
})

test('migrate: the role of backups reads the tables of the owner, and an extension in their schema is left alone', async () => {
  const { owner, admin } = await createDatabase()
  const [pool, superuser] = [createPool(owner), createPool(admin)]
  const folder = await createFolder(SHOP)
  await superuser.query('create table of_extension ()')
  for (let start = 0; start < 2; start++) await migrate({ owner, login, folder })
  const { rows } = await pool.query(
    `select oid::regclass::text as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and has_table_privilege('winkel_backup', oid, 'select') order by 1`,
  )
  expect(rows).toEqual([{ name: 'opened' }, { name: 'shop' }, { name: 'till' }])
  expect(await findCatalogueDifferences(pool, login.name)).toEqual({ missing: [], unexpected: [] })
})

test('migrate: a login role that had more rights before is found', async () => {
  const { owner } = await createDatabase()
  const name = `winkel_${randomBytes(4).toString('hex')}`
  await asAdmin(`create role ${name} login bypassrls`)
  await migrate({ owner, login: { name }, folder: await createFolder(SHOP) })
  const { missing } = await findCatalogueDifferences(createPool(owner), name)
  expect(missing).toMatchObject([{ kind: 'role', object: 'login' }])
})

test('migrate: servers that start at once run each file once', async () => {
  const { owner } = await createDatabase()
  const folder = await createFolder({ ...SHOP, '03-one.sql': "insert into shop values ('one'); select pg_sleep(0.1)" })
  await Promise.all(Array.from({ length: 5 }, () => migrate({ owner, login, folder })))
  expect((await createPool(owner).query('select name from shop')).rows).toEqual([{ name: 'one' }])
})

test('migrate: databases of one cluster that are migrated at once create and grant the same roles without an error', async () => {
  const name = `winkel_${randomBytes(4).toString('hex')}`
  const databases = await Promise.all(Array.from({ length: 4 }, createDatabase))
  const folder = await createFolder(SHOP)
  await Promise.all(databases.map(({ owner }) => migrate({ owner, login: { name, password: 'pässword' }, folder })))
  for (const { drop } of databases) await drop()
  await asAdmin(`drop role ${name}`)
})

test('migrate: a file that fails leaves nothing of itself and of the files before it', async () => {
  const { owner } = await createDatabase()
  const folder = await createFolder({ ...SHOP, '03-broken.sql': 'create table half (); create table shop ()' })
  await expect(migrate({ owner, login, folder })).rejects.toThrow(
    /^Migration 03-broken failed, nothing of it was kept: relation "shop" already exists\. The database is as it was before/,
  )
  expect((await createPool(owner).query("select to_regclass('half') as half, to_regclass('shop') as shop")).rows).toEqual([
    { half: null, shop: null },
  ])
})

test('migrate: a database of a newer version is refused', async () => {
  const { owner, login: config } = await createDatabase()
  await migrate({ owner, login, folder: await createFolder({ ...SHOP, '03-newer.sql': 'create table newer ()' }) })
  const older = await createFolder(SHOP)
  await expect(migrate({ owner, login, folder: older })).rejects.toThrow(
    /another version of Winkel \(to 03-newer, this one knows up to 02-till\)/,
  )
  await expect(checkSchema(createPool(config), older)).rejects.toThrow(/start that version/)
})

test('migrate: a database of a Winkel before 1.0 is refused with a sentence that says what to do', async () => {
  const { owner } = await createDatabase()
  const folder = await createFolder(SHOP)
  await migrate({ owner, login, folder })
  await createPool(owner).query('drop table winkel_migrations.checksum; drop function oldest_version()')
  await expect(migrate({ owner, login, folder })).rejects.toThrow(
    /^The database was made by a Winkel before 1\.0, which this version cannot/,
  )
})

test('migrate: a file that was changed after it ran is refused, and nothing is migrated', async () => {
  const { owner } = await createDatabase()
  await migrate({ owner, login, folder: await createFolder(SHOP) })
  const changed = { ...SHOP, '02-till.sql': 'create table till (name text, price numeric)', '03-one.sql': 'create table one ()' }
  await expect(migrate({ owner, login, folder: await createFolder(changed) })).rejects.toThrow(
    new CannotStart(
      'The file db/migrations/02-till.sql is not the one that this database was migrated with. Nothing was changed. Install this version of Winkel again and change no file of it.',
    ),
  )
  expect((await createPool(owner).query('select schema_version()')).rows).toEqual([{ schema_version: '02-till' }])
})

const NEXT = { ...SHOP, '03-next.sql': 'create table next ()' }
const RELEASED = { '1.0.0': { '01-shop': '', '02-till': '' }, '1.1.0': { '03-next': '' } }

test('a release goes on with a database that the next one has migrated, and no command of it does', async () => {
  const { owner, login: config } = await createDatabase()
  const first = await createFolder(SHOP)
  await migrate({ owner, login, folder: first, released: RELEASED })
  await migrate({ owner, login, folder: await createFolder(NEXT), released: RELEASED })
  const [pool, server] = [createPool(owner), createPool(config)]

  await checkSchema(server, first)
  await migrate({
    owner,
    login,
    folder: first,
    released: RELEASED,
    beforeUpgrade: () => Promise.reject(new Error('is no upgrade')),
  })
  expect((await pool.query('select schema_version(), oldest_version()')).rows).toEqual([
    { schema_version: '03-next', oldest_version: '02-till' },
  ])
  expect(await findCatalogueDifferences(server)).toEqual({ missing: [], unexpected: [] })
  const client = await pool.connect()
  await expect(checkOwnerSchema(client, first)).rejects.toThrow(/another version of Winkel \(to 03-next/)
  client.release()

  await migrate({
    owner,
    login,
    folder: await createFolder({ ...NEXT, '04-last.sql': 'create table last ()' }),
    released: RELEASED,
  })
  await expect(checkSchema(server, first)).rejects.toThrow(/another version of Winkel \(to 04-last/)
  await expect(migrate({ owner, login, folder: first, released: RELEASED })).rejects.toThrow(/to 04-last/)
  await checkSchema(server, await createFolder(NEXT))
})

test('upgrade: a login with a password that is 30 days old has a proven address, and no other one', async () => {
  const { owner } = await createDatabase()
  await migrate({ owner, login, until: '31-changes' })
  const pool = createPool(owner)
  await pool.query(`
    with people (email, days, password) as (values ('old', 31, 'x'), ('new', 29, 'x'), ('imported', 31, null)),
         users as (insert into auth."user" (name, email, "emailVerified", "createdAt")
                   select email, email, false, now() - make_interval(days => days) from people returning id, email)
    insert into auth.account ("userId", "accountId", "providerId", password, "updatedAt")
    select id, id, 'credential', password, now() from users join people using (email)`)
  await migrate({ owner, login })
  expect((await pool.query('select email from auth."user" where "emailVerified"')).rows).toEqual([{ email: 'old' }])
})

test('migrate: a table that somebody reads is waited for, and tills are let through', async () => {
  const { owner } = await createDatabase()
  await migrate({ owner, login, folder: await createFolder(SHOP) })
  const pool = createPool(owner)
  const reader = await pool.connect()
  await reader.query('begin; select from shop')
  const migrated = migrate({
    owner,
    login,
    folder: await createFolder({ ...SHOP, '03-more.sql': 'alter table shop add column address text' }),
  })
  await expect
    .poll(
      async () =>
        (await pool.query(`select from pg_stat_activity where datname = current_database() and pg_blocking_pids(pid) <> '{}'`))
          .rowCount,
    )
    .toBe(1)
  await pool.query('insert into shop values ($1)', ['sold'])
  await reader.query('commit')
  reader.release()
  await migrated
  expect((await pool.query('select * from shop')).rows).toEqual([{ name: 'sold', address: null }])
})

test('check schema: a server without the rights of the owner refuses a database that is not migrated', async () => {
  const { owner, login: config } = await createDatabase()
  const folder = await createFolder(SHOP)
  await expect(checkSchema(createPool(config), folder)).rejects.toThrow(/npm run migrate/)
  await migrate({ owner, login, folder })
  await checkSchema(createPool(config), folder)
  await writeFile(join(folder, '03-more.sql'), 'create table more ()')
  await expect(checkSchema(createPool(config), folder)).rejects.toThrow(/npm run migrate/)
})

test('check schema: the owner and a superuser are refused as login, because row security would not apply to them', async () => {
  const { owner, login: config } = await createDatabase()
  const folder = await createFolder(SHOP)
  await migrate({ owner, login, folder })
  await expect(checkSchema(createPool(owner), folder)).rejects.toThrow(/row-level security/)
  await expect(checkSchema(createPool({ ...config, user: testCluster().admin.user }), folder)).rejects.toThrow(
    /row-level security/,
  )
})

test('migrate: the login role has no rights of its own, and those of the role that it switches to', async () => {
  const { owner, login: config } = await createDatabase()
  await migrate({
    owner,
    login,
    folder: await createFolder({ ...SHOP, '03-grants.sql': 'grant select on shop to winkel_tenant' }),
  })
  const client = new Client(config)
  await client.connect()
  onTestFinished(() => client.end())
  await expect(client.query('select from shop')).rejects.toThrow('permission denied for table shop')
  await expect(client.query('create table mine ()')).rejects.toThrow('permission denied for schema public')
  await client.query('set role winkel_tenant')
  await client.query('select from shop')
  await expect(client.query('select from till')).rejects.toThrow('permission denied for table till')
  await client.query('set role winkel_auth')
  await expect(client.query('select from shop')).rejects.toThrow('permission denied for table shop')
})
