import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { asAdmin, testStore } from '../../db/testing/store.ts'
import { readOperatorConfig } from '../config.ts'
import { assessClock, measureDifference } from './checks/clock.ts'
import { assessSpace } from './checks/disk.ts'
import { assessLastBackup } from './checks/last-backup.ts'
import { createDoctorContext } from './create-context.ts'
import { runChecks } from './run-checks.ts'

const store = await testStore()
const client = new Client({ ...store.admin, user: 'winkel_owner', types: store.pool.options.types })
await client.connect()
const dataDir = await mkdtemp(join(tmpdir(), 'winkel-doctor-'))
await writeFile(join(dataDir, 'auth-secret'), 'x'.repeat(40), { mode: 0o600 })
afterAll(async () => {
  await client.end()
  await store.close()
  await rm(dataDir, { recursive: true })
})
const shop = await createFilledBusiness(store.ownerPool)
const picture = '0123456789abcdef0123456789abcdef'

/** The lines that are not ok. */
async function findFaults(variables: Record<string, string> = {}) {
  const environment = { DATA_DIR: dataDir, BACKUPS: 'off', ...variables }
  const context = createDoctorContext({ client, isEmbedded: true, config: readOperatorConfig(environment), environment })
  const lines: string[] = []
  for await (const finding of runChecks(context))
    if (finding.status !== 'ok') lines.push(`${finding.status} ${finding.check}: ${finding.sentence} ${finding.remedy}`)
  // The cluster of the tests is not made to survive a power cut.
  return lines.filter((line) => !/PostgreSQL settings: (fsync|full_page_writes|synchronous_commit) is off/.test(line))
}

test('doctor: a database in order has no findings', async () => {
  expect(await findFaults()).toEqual([])
})

test('doctor: settings that can lose an answered sale are problems', async () => {
  const environment = { DATA_DIR: dataDir }
  const context = createDoctorContext({ client, isEmbedded: true, config: readOperatorConfig(environment), environment })
  const sentences: string[] = []
  for await (const { check, sentence } of runChecks(context)) if (check === 'PostgreSQL settings') sentences.push(sentence)
  expect(sentences).toEqual([
    'fsync is off: a power cut can destroy the database.',
    'full_page_writes is off: a power cut can destroy the database.',
    'synchronous_commit is off: an answered sale can be lost at a power cut.',
  ])
})

type Fault = { name: string; statement: string; undo: string; line: RegExp }

const FAULTS: Fault[] = [
  {
    name: 'sales of a seller are not of the employee whom a person chose',
    statement: 'update unknown_sellers set employeeid = null',
    undo: 'update unknown_sellers u set employeeid = s.employeeid from seller_sales join sales s using (businessid, saleid) where u.sellerid = seller_sales.sellerid',
    line: /^problem sellers: 1 sale of 1 seller of the business '.*' is of another employee than the chosen one\. Take the sellers back/,
  },
  {
    name: 'a closed business was not erased on its day',
    statement: `update business set closed_at = now() - interval '32 days', erase_at = now() - interval '2 days'`,
    undo: 'update business set closed_at = null, erase_at = null',
    line: /^problem closed businesses: 1 closed business should have been erased, the first is [\da-f-]{36}\. Start a server, or run `business erase ID`/,
  },
  {
    name: 'files of what was erased could not be deleted',
    statement: `update file_removals set queued_at = now() - interval '2 days'`,
    undo: 'update file_removals set queued_at = now()',
    line: /^warning closed businesses: 1 folder of what was erased could not be deleted, the first is pictures\/[\da-f-]{36}\/\. Start a server/,
  },
  {
    name: 'a policy is missing',
    statement: 'drop policy site__tenant on site',
    undo: 'create policy site__tenant on site to winkel_tenant using (businessid = (select current_business())) with check (businessid = (select current_business()))',
    line: /^problem roles, rights and rules: The database lacks 1 policy \(policy site__tenant of public\.site\)\. Run as the owner: create policy site__tenant on public\.site .*;$/,
  },
  {
    name: 'a business could read the log of the operator',
    statement: 'grant select on operator_log to winkel_tenant',
    undo: 'revoke select on operator_log from winkel_tenant',
    line: /^warning roles, rights and rules: .* Run as the owner: revoke select on public\.operator_log from winkel_tenant;$/,
  },
  {
    name: 'a backup could not read a table',
    statement: 'revoke select on sales from winkel_backup',
    undo: 'grant select on sales to winkel_backup',
    line: /^warning roles, rights and rules: .* Run as the owner: grant select on public\.sales to winkel_backup;$/,
  },
  {
    name: 'an index is missing',
    statement: 'drop index employee__by_site',
    undo: 'create index employee__by_site on employee (businessid, siteid)',
    line: /^warning roles, rights and rules: The database lacks 1 index \(index employee__by_site of public\.employee\)\. Run as the owner: drop index if exists public\.employee__by_site; CREATE INDEX CONCURRENTLY employee__by_site ON public\.employee USING btree \(businessid, siteid\);$/,
  },
  {
    name: 'a sequence is behind its column',
    statement: `select setval('product_productid_seq', 1, false)`,
    undo: `select setval('product_productid_seq', (select max(productid) from product))`,
    line: /^problem sequences: The next number of public\.product\.productid is 1, and the column already has \d+\. Run as the owner: select setval\('public\.product_productid_seq', \d+\);$/,
  },
  {
    name: 'a stock differs from its movements',
    statement: `update product set stock = stock + 1`,
    undo: `update product set stock = stock - 1`,
    line: /^problem stock: The stock of 1 product of the business '.+' differs from the movements: Bread \(product \d+\)\. /,
  },
  {
    name: 'a stock document differs from its movements',
    statement: `update stock_documents set kind = 'delivery', state = 'received' where kind = 'order'`,
    undo: `update stock_documents set kind = 'order', state = 'sent' where kind = 'delivery'`,
    line: /^problem stock documents: 1 stock document of the business '.+' \(delivery 1\) moved other quantities than the lines say\. /,
  },
  {
    name: 'a barcode is scanned with other units than its product has',
    statement: 'update product_barcodes set units = 12',
    undo: 'update product_barcodes set units = 24',
    line: /^problem barcodes: 1 product of the business '.+' \(Bread\) are scanned by other barcodes than they have\. /,
  },
  {
    name: 'a roll-up differs from the sales',
    statement: 'update site_daily set revenue_cents = revenue_cents + 100',
    undo: 'update site_daily set revenue_cents = revenue_cents - 100',
    line: /^problem roll-ups: 1 sum of the business '.+' differs from its sales \(site_daily\)\. Run doctor --repair\./,
  },
  {
    name: 'an import stopped',
    statement: `update sales_imports set state = 'importing', new_sales = 7, stored_sales = 2`,
    undo: `update sales_imports set state = 'preview', new_sales = 0, stored_sales = 0`,
    line: /^warning background work: The import of 'sales\.csv' into the business '.+' stopped, with 2 of 7 sales stored\. Search the log for import_failed and take_over_failed\./,
  },
  {
    name: 'an export was left by three servers',
    statement: `update business_exports set active_until = now() - interval '1 second', restarts = 3`,
    undo: `update business_exports set active_until = now() + interval '10 minutes', restarts = 0`,
    line: /^warning background work: The file of all data of the business '.+' was not made: /,
  },
  {
    name: 'a picture has no file',
    statement: `update product set picture = '${picture}'`,
    undo: 'update product set picture = null',
    line: /^problem pictures: 2 files of pictures are missing, the first is pictures\/.+-full\.webp; of Bread \(product \d+\) of the business '.+'\. /,
  },
]

test.each(FAULTS)('doctor: finds that $name', async ({ statement, undo, line }) => {
  await client.query(statement)
  try {
    expect(await findFaults()).toEqual([expect.stringMatching(line)])
  } finally {
    await client.query(undo)
  }
  expect(await findFaults()).toEqual([])
})

test('doctor: says whether the role of nightly backups can read, and whether it can do more than that', async () => {
  const role = `backup_${randomBytes(4).toString('hex')}`
  await client.query(`create role ${role} login`)
  onTestFinished(async () => void (await client.query(`drop role ${role}`)))
  const find = async (user: string) => {
    const { host = '', port, database } = store.admin
    const BACKUP_DATABASE_URL = `postgres://${user}@db/${database}?host=${encodeURIComponent(host)}&port=${port}`
    const DATABASE_URL = 'postgres://winkel:secret@db/winkel'
    const lines = await findFaults({ BACKUPS: 'on', DATABASE_URL, BACKUP_DATABASE_URL })
    return lines.filter((line) => line.includes(' backup role: '))
  }
  expect(await find('winkel_backup')).toEqual([])
  expect(await find(role)).toEqual([
    expect.stringMatching(/^problem .* without the rights of backups\. Let it sign in as winkel_backup\.$/),
  ])
  expect(await find('winkel_owner')).toEqual([expect.stringMatching(/^warning .* can do more than backups need\./)])
  expect(await find('nobody')).toEqual([expect.stringMatching(/^problem .* cannot be reached: .*"nobody" does not exist/)])
})

test('doctor: says whether the identity on this server reads the backups, and whether others read it', async () => {
  const [identity, stranger] = [await generateIdentity(), await generateIdentity()]
  const file = join(dataDir, 'identity')
  onTestFinished(() => rm(file))
  await writeFile(file, identity, { mode: 0o600 })
  const find = async (variables: Record<string, string>) => {
    const lines = await findFaults({ BACKUPS: 'on', ...variables })
    return lines.filter((line) => / (backup encryption|trial restore): /.test(line))
  }
  const BACKUP_ENCRYPT_TO = await identityToRecipient(identity)
  expect(await find({ BACKUP_ENCRYPT_TO, BACKUP_IDENTITY_FILE: file })).toEqual([])
  expect(await find({ BACKUP_ENCRYPT_TO, BACKUP_TRIAL_RESTORES: 'off' })).toEqual([])
  expect(await find({ BACKUP_ENCRYPT_TO })).toEqual([
    expect.stringMatching(/^warning trial restore: .* are encrypted and this server has no/),
  ])
  expect(await find({ BACKUP_ENCRYPT_TO: 'age1mistyped', BACKUP_TRIAL_RESTORES: 'off' })).toEqual([
    expect.stringMatching(/^problem backup encryption: .* has age1mistyped, which is no recipient of age/),
  ])
  await chmod(file, 0o644)
  expect(await find({ BACKUP_ENCRYPT_TO, BACKUP_IDENTITY_FILE: file })).toEqual([
    expect.stringMatching(/Others can read .* chmod 600 /),
  ])
  await writeFile(file, stranger)
  expect(await find({ BACKUP_ENCRYPT_TO, BACKUP_IDENTITY_FILE: file })).toEqual([
    expect.stringMatching(/^problem backup encryption: The backup is encrypted for another identity/),
  ])
})

test('doctor: names each table of which something is missing once, with what brings it back', async () => {
  await client.query(
    'drop policy site__tenant on site; revoke delete on site from winkel_tenant; revoke select on sales from winkel_tenant',
  )
  const faults = await findFaults()
  expect(faults).toEqual([
    expect.stringMatching(/ The database lacks 2 grants, 1 policy \(/),
    expect.stringMatching(
      /: public\.sales: missing or different: grant .* Run as the owner: grant select on public\.sales to winkel_tenant;$/,
    ),
    expect.stringMatching(
      /: public\.site: missing or different: .* Run as the owner: .*create policy site__tenant on public\.site /,
    ),
  ])
  for (const line of faults.slice(1)) await client.query(line.split('Run as the owner: ')[1] ?? '')
  expect(await findFaults()).toEqual([])
})

test('doctor: finds pictures that cannot be read, and those that are empty', async () => {
  await client.query('update product set picture = $1', [picture])
  const [full, thumb] = ['full', 'thumb'].map((size) =>
    join(dataDir, 'files', 'pictures', shop.businessid, `${picture}-${size}.webp`),
  )
  await mkdir(String(full), { recursive: true }) // nobody can read a folder as a file
  await writeFile(String(thumb), '')
  try {
    expect(await findFaults()).toEqual([
      expect.stringMatching(
        /^problem pictures: 2 files of pictures cannot be read \(.+\), the first is pictures\/.+-full\.webp; of Bread \(product \d+\) of the business '.+'\. Give them to the user of the server/,
      ),
    ])
  } finally {
    await rm(join(dataDir, 'files'), { recursive: true })
    await client.query('update product set picture = null')
  }
  expect(await findFaults()).toEqual([])
})

test('doctor: finds a secret and a folder of backups that others can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-doctor-'))
  const backups = join(folder, 'backups')
  await writeFile(join(folder, 'auth-secret'), 'x'.repeat(40))
  await chmod(join(folder, 'auth-secret'), 0o644)
  await mkdir(backups)
  await chmod(backups, 0o755)
  expect(await findFaults({ DATA_DIR: folder, BACKUP_URL: backups })).toEqual([
    expect.stringContaining(`Other users of this machine can read ${backups}. Run chmod 700 ${backups}`),
    expect.stringMatching(/The mode of .+auth-secret lets other users read it.* Run chmod 600 .+auth-secret$/),
  ])
  await rm(folder, { recursive: true })
})

// Only root can give a folder to another user.
test.runIf(process.getuid?.() === 0)('doctor: finds a folder that the user of the server does not own', async () => {
  const backups = join(dataDir, 'backups')
  await mkdir(backups, { mode: 0o700 })
  await chown(backups, 65_534, 65_534)
  expect(await findFaults()).toEqual([
    expect.stringMatching(/^problem configuration: Another user than that of .* owns .*backups: .* Run chown -R --reference=/),
  ])
  await rm(backups, { recursive: true })
})

test('doctor: finds a file that belongs to no product', async () => {
  const environment = { DATA_DIR: dataDir }
  const { files } = createDoctorContext({ client, isEmbedded: true, config: readOperatorConfig(environment), environment })
  const key = `pictures/${shop.businessid}/${picture}-full.webp`
  await files.put(key, new Uint8Array([1]))
  expect(await findFaults()).toEqual([
    `warning pictures: 1 file belongs to no product, the first is ${key}. They only take space. Delete them if no upload is under way and no backup needs them.`,
  ])
  await files.remove(key)
})

test.each<[name: string, variables: Record<string, string>, line: RegExp]>([
  [
    'a mail server away',
    { SMTP_URL: 'smtp://127.0.0.1:1' },
    /^problem mail: The mail server 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/,
  ],
  [
    'a bucket away',
    { FILES_URL: 's3+http://key:secret@127.0.0.1:1/shop' },
    /^problem file store: The bucket of FILES_URL \(127\.0\.0\.1:1\) cannot be used: .*ECONNREFUSED.*Correct FILES_URL/,
  ],
  [
    'a secret that is missing',
    { DATABASE_URL: 'postgres://winkel@localhost/winkel' },
    /^problem configuration: AUTH_SECRET is not set here/,
  ],
  [
    'a public URL without encryption',
    { PUBLIC_URL: 'http://shop.example' },
    /^warning configuration: PUBLIC_URL is http:\/\/shop\.example/,
  ],
])('doctor: finds %s', async (_, variables, line) => {
  expect((await findFaults(variables))[0]).toMatch(line)
})

test('doctor: finds a secret that is too short, and a folder that others can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-doctor-'))
  await writeFile(join(folder, 'auth-secret'), 'short', { mode: 0o600 })
  await chmod(folder, 0o755)
  expect(await findFaults({ DATA_DIR: folder })).toEqual([
    expect.stringContaining('has fewer than 32 characters'),
    expect.stringContaining(`Other users of this machine can read ${folder}. Run chmod 700 ${folder}`),
  ])
  await rm(folder, { recursive: true })
})

test('doctor: finds a setting of the database that differs from that of the server', async () => {
  await asAdmin(`alter database ${client.database} set ignore_checksum_failure = on`)
  expect(await findFaults()).toEqual([
    expect.stringMatching(/^problem PostgreSQL settings: ignore_checksum_failure is on: damaged pages/),
  ])
  await asAdmin(`alter database ${client.database} reset ignore_checksum_failure`)
})

test('doctor: finds that there is no backup, or only an old one, or no place for one', async () => {
  expect(await findFaults({ BACKUPS: 'on', BACKUP_URL: join(dataDir, 'auth-secret', 'backups') })).toContainEqual(
    expect.stringMatching(/^problem last backup: No backup can be made: .*backups cannot be written: ENOTDIR/),
  )
  // An installation of today, or a database that was restored today, makes its first backup in the night.
  expect(await findFaults({ BACKUPS: 'on' })).toEqual([])
  const age = (interval: string) =>
    client.query(`update winkel_migrations.kysely_migration set timestamp = (timestamp::timestamptz - $1::interval)::text`, [
      interval,
    ])
  await age('2 days')
  expect(await findFaults({ BACKUPS: 'on' })).toEqual([
    expect.stringMatching(/^warning last backup: There is no backup\. Make one/),
  ])
  const record = (kind: string) =>
    client.query(`select record_backup($1, 'x.winkel-backup', '/media/usb/x.winkel-backup', 'other')`, [kind])
  await record('manual')
  expect(await findFaults({ BACKUPS: 'on' }), 'a backup by hand elsewhere').toEqual([])
  await record('nightly')
  expect(await findFaults({ BACKUPS: 'on' })).toEqual([
    'warning last backup: The last backup was made less than an hour ago on other: /media/usb/x.winkel-backup. No backup is in the place of this server. Set the same BACKUP_URL on all servers.',
  ])
  await client.query('delete from winkel_migrations.last_backup')
  await age('-2 days')
  const now = new Date('2026-11-22T12:00:00Z')
  expect(assessLastBackup(new Date('2026-11-21T12:00:00Z'), now).status).toBe('ok')
  expect(assessLastBackup(new Date('2026-11-21T09:00:00Z'), now)).toMatchObject({
    status: 'warning',
    sentence: 'The last backup was made 27 hours ago.',
  })
})

test('doctor: little space is a warning, hardly any a problem', () => {
  const gib = 1024 ** 3
  const assess = (free: number, total: number) => assessSpace({ free: free * gib, total: total * gib }, '/data', 'x').status
  expect([assess(50, 100), assess(4, 100), assess(0.9, 10), assess(0.2, 10)]).toEqual(['ok', 'warning', 'warning', 'problem'])
})

test('doctor: a clock that differs by seconds is a warning, by minutes a problem', () => {
  expect(measureDifference(15, 10, 20)).toBe(0)
  expect(assessClock('PostgreSQL', measureDifference(5_000, 1_000, 1_010))).toMatchObject([
    { status: 'warning', sentence: 'The clock of this machine is 4 seconds behind PostgreSQL.' },
  ])
  expect(assessClock('PostgreSQL', measureDifference(0, 120_000, 120_010))).toMatchObject([
    { status: 'problem', sentence: 'The clock of this machine is 120 seconds ahead of PostgreSQL.' },
  ])
})
