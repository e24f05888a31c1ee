import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { DATABASE_LOCKS } from '../../db/locks.ts'
import { silentLog } from '../../db/log.ts'
import { openPools } from '../../db/open-store.ts'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { findMismatches } from '../../db/testing/find-mismatches.ts'
import { emptyDatabase } from '../../db/testing/store.ts'
import { createObjectStore } from '../storage/object-store.ts'
import { bucketServer } from '../testing/bucket.ts'
import { createClient, createOwner, createTill, type Owner } from '../testing/clients.ts'
import { startServer, testServer } from '../testing/server.ts'
import { findAuthSecret, findSecretOfBackup, saveAuthSecret } from './auth-secret.ts'
import { findLocation } from './find-location.ts'
import { chooseQuietHour } from './find-quiet-hour.ts'
import { makeBackup } from './make-backup.ts'
import { countRows, hash } from './manifest.ts'
import { readBackup } from './read-backup.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { BACKUPS_KEPT_DAYS, type BackupKind, createBackupName, findOldBackups, type KnownBackup } from './stored-backups.ts'

const server = await testServer()
afterAll(server.close)
const owner = server.ownerPool.options
const { dataDir } = server.config

let thandi: Owner
let file: string
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winkel-backup-'))
  thandi = await createOwner(server)
  await createFilledBusiness(server.ownerPool)
  const { productid } = await thandi.api.products.create({
    siteid: thandi.siteid,
    productname: 'Bread\twith a tab\nand a \\ line',
    barcode: '6001',
    price: 18.99,
    purchaseprice: 12,
    stock: 100,
  })
  const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  await thandi.fetch(`/api/v1/products/${productid}/picture`, {
    method: 'PUT',
    body: new Uint8Array(picture),
    headers: { 'content-type': 'image/png' },
  })
  await writeFile(join(dataDir, 'auth-secret'), server.config.authSecret)
  file = join(folder, 'shop.winkel-backup')
})
afterAll(() => rm(folder, { recursive: true }))

const config = { dataDir }
const sell = (references: string[]) =>
  references.map((reference) => ({
    reference,
    saledate: '2026-11-20T09:00:00Z',
    payment_method: 'cash',
    items: [{ barcode: '6001', quantity: 1 }],
  }))

const openFile = async (path: string) => {
  const { store, name = '' } = await findLocation(path)
  return store.open(name)
}

/** Restores into a database and a folder of its own, and closes them when the test ends. */
async function restore(path: string, target?: Awaited<ReturnType<typeof emptyDatabase>>) {
  const database = target ?? (await emptyDatabase())
  const home = await mkdtemp(join(tmpdir(), 'winkel-restored-'))
  onTestFinished(async () => {
    await database.drop()
    await rm(home, { recursive: true })
  })
  const openSource = () => openFile(path)
  const manifest = await checkBackup(openSource)
  await restoreBackup({
    manifest,
    openSource,
    owner: database.owner,
    login: { name: String(database.login.user) },
    files: createObjectStore({ dataDir: home }),
    saveSecret: (secret) => saveAuthSecret(home, secret, undefined),
  })
  return { ...database, home, manifest }
}

describe('backup', () => {
  test('made while tills sell, and restored: has every sale answered before it, the logins, the pictures and equal figures', async () => {
    const till = await createTill(server, thandi)
    const answered: string[] = []
    let isSelling = true
    const selling = (async () => {
      for (let batch = 0; isSelling; batch++) {
        const references = Array.from({ length: 10 }, (_, index) => `${batch}-${index}`)
        const { status } = await till.push(sell(references))
        expect(status).toBe(200)
        answered.push(...references)
      }
    })()
    await expect.poll(() => answered.length).toBeGreaterThan(50)
    const before = [...answered]
    const made = await makeBackup({ config, database: owner, kind: 'manual', location: file })
    const length = answered.length
    await expect.poll(() => answered.length).toBeGreaterThan(length)
    isSelling = false
    await selling
    expect(made).toMatchObject({ location: file, bytes: (await stat(file)).size })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['shop.winkel-backup'])
    expect(made.manifest.pictures).toMatchObject({ files: 2, missing: 0 })

    const restored = await restore(file)
    expect(await readFile(join(restored.home, 'auth-secret'), 'utf8')).toBe(server.config.authSecret)
    expect(await readdir(join(restored.home, 'files', 'pictures', thandi.businessid))).toHaveLength(2)
    const client = new Client(restored.owner)
    await client.connect()
    onTestFinished(() => client.end())
    const { rows } = await client.query('select reference from sales where businessid = $1', [thandi.businessid])
    const stored = new Set(rows.map(({ reference }) => reference))
    expect(before.filter((reference) => !stored.has(reference))).toEqual([])
    expect(await findMismatches(client, thandi.businessid)).toEqual({})
    // The log of changes is as it was: a restore changes nothing.
    const log = 'select changeid::text, noun, rowid, action, before, after from changes order by businessid, changeid'
    expect((await client.query(log)).rows).toEqual((await server.ownerPool.query(log)).rows)
    expect((await client.query(`select from pg_trigger where tgenabled <> 'O'`)).rowCount).toBe(0)

    const store = await openPools(restored.login, silentLog)
    const node = await startServer(store, { publicUrl: server.config.publicUrl })
    onTestFinished(async () => {
      await node.close()
      await store.close()
    })
    const there = createClient({ ...node, config: server.config })
    await there.api.session.signIn(thandi.credentials)
    const products = await there.api.products.list({})
    expect(products.rows[0]).toMatchObject({ productname: 'Bread\twith a tab\nand a \\ line' })
    expect((await there.fetch('/readyz')).status).toBe(200)
    // A new row gets an id that is free.
    await there.api.sites.create({ sitename: 'Rosebank', location: 'Johannesburg', request_id: crypto.randomUUID() })
  })

  test('into a bucket and restored from it: has the same rows', async () => {
    const bucket = await bucketServer()
    onTestFinished(() => void bucket.close())
    const location = `${bucket.filesUrl}/winkel/shop.winkel-backup`
    const made = await makeBackup({ config, database: owner, kind: 'manual', location })
    expect([...bucket.objects.keys()]).toEqual(['/shop/winkel/shop.winkel-backup'])
    expect(made.location).not.toContain('secret')
    const restored = await restore(location)
    expect(restored.manifest).toEqual(made.manifest)
    expect(countRows(made.manifest)).toBeGreaterThan(30)
  })

  test('that is aborted or cannot be written: leaves no file', async () => {
    const into = join(folder, 'aborted')
    const stopping = new AbortController()
    const location = join(into, 'a.winkel-backup')
    const onProgress = () => stopping.abort()
    await expect(
      makeBackup({ config, database: owner, kind: 'manual', location, signal: stopping.signal, onProgress }),
    ).rejects.toThrow('aborted')
    expect(await readdir(into)).toEqual([])
    await expect(makeBackup({ config, database: owner, kind: 'manual', location: join(file, 'x') })).rejects.toThrow(
      /cannot be written/,
    )
    await expect(makeBackup({ config, database: owner, kind: 'manual', location: file })).rejects.toThrow(/already exists/)
    await expect(makeBackup({ config, database: owner, kind: 'manual', location: 's3://host/bucket' })).rejects.toThrow(
      /has the form/,
    )
    await expect(makeBackup({ config, database: owner, kind: 'manual', location: 'https://host/shop' })).rejects.toThrow(
      'A backup is in a file, a folder or a bucket (s3://…), and not at https://….',
    )
  })

  test('beside another backup or a migration: is refused', async () => {
    const other = new Client(owner)
    await other.connect()
    await other.query('select pg_advisory_lock($1)', [DATABASE_LOCKS.backup])
    onTestFinished(() => other.end())
    const location = join(folder, 'second.winkel-backup')
    await expect(makeBackup({ config, database: owner, kind: 'manual', location })).rejects.toThrow(
      /^Another backup of this database/,
    )
  })

  test('does not have an AUTH_SECRET of the environment, and a picture without its file counts as missing', async () => {
    const pictures = join(dataDir, 'files')
    await rename(pictures, `${pictures}-away`)
    onTestFinished(() => rename(`${pictures}-away`, pictures))
    const given = { ...config, authSecret: 'a secret of the environment, and long' }
    const location = join(folder, 'given.winkel-backup')
    const { manifest } = await makeBackup({ config: given, database: owner, kind: 'manual', location })
    expect(manifest.auth_secret).toEqual({ is_included: false, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) })
    expect(manifest.pictures).toMatchObject({ files: 0, missing: 2 })
    expect(await readBackup(await openFile(location))).toEqual(manifest)
  })
})

describe('backup file', () => {
  const change = async (name: string, work: (bytes: Buffer) => Buffer) => {
    const path = join(folder, name)
    await writeFile(path, work(await readFile(file)))
    return path
  }
  const flip = (bytes: Buffer, at: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }
  /** Where the content of an entry begins. */
  const findContent = (bytes: Buffer, name: RegExp) => 512 * (1 + findHeader(bytes, name))
  const findHeader = (bytes: Buffer, name: RegExp) => {
    for (let block = 0; block * 512 < bytes.length; block++)
      if (name.test(bytes.toString('latin1', block * 512, block * 512 + 100))) return block
    throw new Error(`no entry ${name}`)
  }

  test.each<[string, (bytes: Buffer) => Buffer, RegExp]>([
    ['of another program', () => Buffer.from('PGDMP'.padEnd(2000)), /^This is not a backup of Winkel\.$/],
    ['that is empty', () => Buffer.alloc(0), /^This is not a backup of Winkel\.$/],
    ['cut off in the middle', (bytes) => bytes.subarray(0, bytes.length / 2), /^The backup is cut off/],
    [
      'cut off between two parts',
      (bytes) => bytes.subarray(0, findContent(bytes, /^manifest\.json\0/) - 512),
      /^The backup is cut off: its end is missing/,
    ],
    [
      'with a changed part',
      (bytes) => flip(bytes, findContent(bytes, /^tables\/public\.sales\//) + 20),
      /tables\/public\.sales\/000001\.copy\.zst was changed/,
    ],
    ['with a changed picture', (bytes) => flip(bytes, findContent(bytes, /^pictures\//) + 20), /a picture was changed/],
    ['with a changed secret', (bytes) => flip(bytes, findContent(bytes, /^auth-secret\0/) + 3), /the secret was changed/],
    ['with a changed manifest', (bytes) => flip(bytes, findContent(bytes, /^manifest\.json\0/) + 40), /its manifest was changed/],
    [
      'of a newer format',
      (bytes) => {
        bytes.write('{"winkel_backup":9}', findContent(bytes, /^winkel-backup/))
        return bytes
      },
      /^The backup has format 9 and this Winkel reads format 1/,
    ],
  ])('%s: is refused before anything is written', async (name, work, sentence) => {
    const path = await change(name.replaceAll(' ', '-'), work)
    await expect(readBackup(await openFile(path))).rejects.toThrow(sentence)
    const target = await emptyDatabase()
    await expect(restore(path, target)).rejects.toThrow(sentence)
    const client = new Client(target.owner)
    await client.connect()
    expect((await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`)).rowCount).toBe(0)
    await client.end()
  })

  test('of a newer schema: is refused before anything is written', async () => {
    const path = await change('newer-schema', (bytes) => {
      const header = findHeader(bytes, /^manifest\.json\0/)
      const start = 512 * (header + 1)
      const end = start + Number.parseInt(bytes.toString('latin1', 512 * header + 124, 512 * header + 135), 8)
      const manifest = bytes.toString('latin1', start, end).replace(/("schema_version": ")\d\d/, '$199')
      bytes.write(manifest, start, 'latin1')
      bytes.write(hash(manifest), findContent(bytes, /^manifest\.json\.sha256/))
      return bytes
    })
    await expect(restore(path, await emptyDatabase())).rejects.toThrow(
      /^The backup was made by a newer Winkel \(schema 99-.+\): restore it with that version or a newer one\.$/,
    )
  })

  test('has every table and sequence of the database but those of the migrations', async () => {
    const { tables, sequences } = await readBackup(await openFile(file))
    const { rows } = await server.ownerPool.query<{ name: string }>(
      `select n.nspname || '.' || c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'f', 'm', 'S') and n.nspname not in ('information_schema', 'winkel_migrations') and n.nspname !~ '^pg_'`,
    )
    const names = [...tables, ...sequences].map(({ schema, name }) => `${schema}.${name}`)
    expect(names.sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  test('restored into a database that has data, or tables of another program: is refused', async () => {
    const restored = await restore(file)
    await expect(restore(file, restored)).rejects.toThrow(/^The database has businesses or users/)
    const foreign = await emptyDatabase()
    const client = new Client(foreign.owner)
    await client.connect()
    await client.query('create table invoices (id integer)')
    await client.end()
    await expect(restore(file, foreign)).rejects.toThrow(/^The database has tables of another program/)
    await expect(openFile(join(folder, 'missing'))).rejects.toThrow(/^There is no file/)
  })
})

test('stored secret: is replaced by that of a backup, and kept under another name', async () => {
  const home = join(folder, 'new')
  expect(await findAuthSecret(home, undefined)).toBeUndefined()
  for (const secret of ['first', 'first', 'second']) await saveAuthSecret(home, secret, undefined)
  expect((await readdir(home)).sort()).toEqual(['auth-secret', 'auth-secret.before-restore'])
  expect(await findAuthSecret(home, undefined)).toEqual({ value: 'second', isGenerated: true })
  expect(await findAuthSecret(home, 'third')).toEqual({ value: 'third', isGenerated: false })
})

test('stored secret: where the variable has another one, that of a backup is kept for the operator', async () => {
  const home = join(folder, 'with-variable')
  await saveAuthSecret(home, 'third', 'third')
  expect(await findSecretOfBackup(home, () => true)).toBeUndefined()
  await saveAuthSecret(home, 'second', 'third')
  expect(await findSecretOfBackup(home, (secret) => secret === 'second')).toBe(join(home, 'auth-secret.of-backup'))
  expect(await findAuthSecret(home, 'third')).toEqual({ value: 'third', isGenerated: false })
})

test('old backups: seven days, four weeks, four before migrations, and every one by hand are kept', () => {
  const day = (days: number, kind: BackupKind = 'nightly'): KnownBackup => {
    const madeAt = new Date(Date.UTC(2026, 10, 22, 1) - days * 24 * 3600 * 1000)
    return { name: createBackupName(madeAt, kind), kind, madeAt, bytes: 1 }
  }
  const all = [
    ...Array.from({ length: 60 }, (_, days) => day(days)),
    ...[1, 2, 3, 4, 5].map((days) => day(days, 'before-migration')),
    day(90, 'manual'),
  ].sort((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
  const old = findOldBackups(all)
  const kept = all.filter((backup) => !old.includes(backup))
  // Sundays are the newest of their weeks: 22, 15, 8 and 1 November.
  expect(kept.filter(({ kind }) => kind === 'nightly').map(({ name }) => name.slice(7, 17))).toEqual(
    ['22', '21', '20', '19', '18', '17', '16', '15', '08', '01'].map((date) => `2026-11-${date}`),
  )
  expect(kept.filter(({ kind }) => kind === 'before-migration')).toHaveLength(4)
  expect(kept.filter(({ kind }) => kind === 'manual')).toHaveLength(1)
})

test('old backups: what was deleted is in none that a server made after 30 days, whatever the day of the week', () => {
  const DAY_MS = 24 * 3600 * 1000
  for (let weekday = 0; weekday < 7; weekday++) {
    const deletedAt = Date.UTC(2026, 10, 16 + weekday, 14)
    let stored: KnownBackup[] = []
    const store = (time: number, kind: BackupKind) => {
      const madeAt = new Date(time)
      stored = [{ name: createBackupName(madeAt, kind), kind, madeAt, bytes: 1 }, ...stored]
      const old = findOldBackups(stored)
      stored = stored.filter((backup) => !old.includes(backup))
    }
    for (let day = -40; day <= BACKUPS_KEPT_DAYS; day++) {
      store(deletedAt + day * DAY_MS - 13 * 3_600_000, 'nightly')
      if (day % 10 === 0) store(deletedAt + day * DAY_MS - 3_600_000, 'before-migration')
    }
    expect(stored.filter(({ madeAt }) => madeAt.getTime() < deletedAt)).toEqual([])
  }
})

test('quiet hour: the one with the fewest sales, or else the nearest to 03:00 in South Africa', () => {
  const busy = (except: number[]) =>
    new Map(Array.from({ length: 24 }, (_, hour) => [hour, except.includes(hour) ? 0 : 5] as const))
  expect(chooseQuietHour(new Map())).toBe(1)
  expect(chooseQuietHour(busy([4, 20]))).toBe(4)
  expect(chooseQuietHour(busy([23, 12]))).toBe(23)
  expect(chooseQuietHour(busy([]))).toBe(1)
})
