import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { findOwnerConnection } from '../../db/embedded/find-owner-connection.ts'
import { DATABASE_LOCKS, takeLock } from '../../db/locks.ts'
import { silentLog } from '../../db/log.ts'
import { openStore } from '../../db/open-store.ts'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { runWinkel, runWinkelProcess, startWinkelProcess } from '../testing/run-winkel.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** The entry of the business that the backup has. */
const KEPT = { command: 'users reset', os_user: 'thandi' }

let home: string
let dataDir: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'winkel-cli-backup-'))
  dataDir = join(home, 'data')
  const store = await openStore({ dataDir, log: silentLog })
  const client = new Client(store.owner)
  await client.connect()
  await createFilledBusiness(client)
  await client.end()
  await store.close()
  await writeFile(join(dataDir, 'auth-secret'), 'a generated secret, long enough for it')
})
afterAll(() => rm(home, { recursive: true }))

describe('commands backup, verify and restore', () => {
  test('with an embedded database that does not run: back up, check and restore into a new folder', async () => {
    const run = (args: string[], folder = dataDir) => runWinkelProcess(args, { DATA_DIR: folder })
    const made = await run(['backup', '--json'])
    expect(made).toMatchObject({ code: 0 })
    const { file, rows } = JSON.parse(made.stdout)
    expect(file).toMatch(/backups\/winkel-\d{4}-\d\d-\d\dT\d{6}Z\.winkel-backup$/)

    const verified = await run(['verify', file], join(home, 'none'))
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining(`${file} is whole: made at `) })

    const target = join(home, 'restored')
    const restored = await run(['restore', file, '--json'], target)
    expect(restored).toMatchObject({ code: 0 })
    expect(JSON.parse(restored.stdout)).toMatchObject({ rows })
    expect(JSON.parse(restored.stdout)).not.toHaveProperty('warning')
    expect(await readFile(join(target, 'auth-secret'), 'utf8')).toBe('a generated secret, long enough for it')

    const log = await run(['log', '--json'], target)
    expect(JSON.parse(log.stdout)).toMatchObject([{ command: 'restore', arguments: [file, '--json'], outcome: 'done' }, KEPT])

    const again = await run(['restore', file], target)
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('The database has businesses or users') })
  })

  test('an encrypted backup is checked and restored with the file of its identity only', async () => {
    const identity = await generateIdentity()
    const [key, other, target] = [join(home, 'identity'), join(home, 'other-identity'), join(home, 'from-encrypted')]
    await writeFile(key, identity, { mode: 0o600 })
    await writeFile(other, await generateIdentity(), { mode: 0o600 })
    const BACKUP_ENCRYPT_TO = await identityToRecipient(identity)
    const made = await runWinkelProcess(['backup', join(home, 'encrypted/'), '--json'], { DATA_DIR: dataDir, BACKUP_ENCRYPT_TO })
    expect(JSON.parse(made.stdout)).toMatchObject({ encrypted: true })
    const { file, rows } = JSON.parse(made.stdout)

    const refused = (args: string[], sentence: string) =>
      runWinkelProcess(args, { DATA_DIR: target }).then((result) =>
        expect(result).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) }),
      )
    await refused(['verify', file], 'The backup is encrypted: name the file with its identity by --identity')
    await refused(['restore', file], 'The backup is encrypted: name the file with its identity by --identity')
    await refused(['restore', file, '--identity', other], 'The backup is encrypted for another identity')
    expect(existsSync(target)).toBe(false)

    expect(await runWinkelProcess(['verify', file], { BACKUP_IDENTITY_FILE: key })).toMatchObject({ code: 0 })
    const restored = await runWinkelProcess(['restore', file, '--identity', key, '--json'], { DATA_DIR: target })
    expect(restored).toMatchObject({ code: 0 })
    expect(JSON.parse(restored.stdout)).toMatchObject({ rows })
  })

  test('restore: stopped by a signal, leaves no PostgreSQL running, and can be repeated', async () => {
    const { stdout } = await runWinkelProcess(['backup', '--json'], { DATA_DIR: dataDir })
    const { file } = JSON.parse(stdout)
    const target = join(home, 'stopped')
    const postmaster = join(target, 'postgres', 'postmaster.pid')
    const isWaiting = { timeout: 60_000, interval: 10 }

    // While PostgreSQL starts. Ctrl-C comes twice: from the terminal and from npm.
    const starting = startWinkelProcess(['restore', file], { DATA_DIR: target })
    await vi.waitFor(() => expect(existsSync(postmaster)).toBe(true), isWaiting)
    starting.child.kill('SIGINT')
    starting.child.kill('SIGINT')
    expect(await starting.result).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('The restore was stopped.'),
    })
    expect(existsSync(postmaster)).toBe(false)

    // While it restores: the lock keeps it from ending.
    const restoring = startWinkelProcess(['restore', file], { DATA_DIR: target })
    const client = await vi.waitFor(async () => {
      const client = new Client(await findOwnerConnection(target))
      client.on('error', () => undefined) // PostgreSQL is stopped
      await client.connect()
      return client
    }, isWaiting)
    onTestFinished(() => client.end().catch(() => undefined))
    await takeLock(client, DATABASE_LOCKS.migration)
    await vi.waitFor(async () => {
      const { rows } = await client.query(`select from pg_locks where locktype = 'advisory' and not granted`)
      expect(rows).toHaveLength(1)
    }, isWaiting)
    restoring.child.kill('SIGTERM')
    expect(await restoring.result).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('The restore was stopped.'),
    })
    expect(existsSync(postmaster)).toBe(false)

    expect(await runWinkelProcess(['restore', file], { DATA_DIR: target })).toMatchObject({ code: 0 })
  })

  test('backup: names a picture that cannot be read, backs up the rest, and exits with 1', async () => {
    const store = await openStore({ dataDir, log: silentLog })
    const client = new Client(store.owner)
    await client.connect()
    const picture = '0123456789abcdef0123456789abcdef'
    await client.query('update product set picture = $1', [picture])
    await client.end()
    await store.close()
    const folder = join(home, 'incomplete')
    const { code, stdout, stderr } = await runWinkelProcess(['backup', `${folder}/`], { DATA_DIR: dataDir })
    expect(code, stderr).toBe(1)
    expect(stdout).toMatch(/ rows and 0 pictures, .*\nOf pictures, 2 files are not in it:\npictures\/.*-full\.webp \(missing\)\n/)
    const [file = ''] = await readdir(folder)
    const verified = await runWinkelProcess(['verify', join(folder, file)], {})
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('2 files of pictures could not be read') })
  })

  test.each([
    ['a file that does not exist', ['restore', '/nowhere/x.winkel-backup'], 'There is no file /nowhere/x.winkel-backup.'],
    ['a file of another program', ['restore', join(ROOT, 'package.json')], 'This is not a backup of Winkel.'],
    ['a folder', ['verify', ROOT], 'Name the file of the backup, and not the folder that it is in.'],
    ['no file', ['verify'], "Missing required argument 'file'"],
    ['an unknown option', ['backup', '--fast'], "Unknown option '--fast'"],
    ['no database', ['backup'], 'There is no database in '],
    ['an address without a secret', ['verify', 's3://host/bucket/x.winkel-backup'], 'The address of a bucket has the form'],
  ])('with %s: say why, exit with 2 and create nothing', async (_what, args, sentence) => {
    const target = join(home, 'untouched')
    expect(await runWinkel(args, { DATA_DIR: target })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(sentence),
    })
    expect(await readdir(home)).not.toContain('untouched')
  })
})
