import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Client, type ClientConfig } from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { silentLog } from '../log.ts'
import { openStore } from '../open-store.ts'
import { startEmbedded } from './start-embedded.ts'

/** A path for a data folder under a folder of mode 700. */
async function createHome() {
  const home = await mkdtemp(join(tmpdir(), 'winkel-embedded-'))
  await chmod(home, 0o700)
  return { dataDir: join(home, 'data'), remove: () => rm(home, { recursive: true }) }
}

/** Stops the PostgreSQL that a test leaves running. */
const stopWithTest = (dataDir: string) =>
  onTestFinished(async () => {
    if (await readPostmasterPid(dataDir).catch(() => 0)) await (await startEmbedded({ dataDir, log: silentLog })).stop()
  })

async function freshFolder() {
  const { dataDir, remove } = await createHome()
  onTestFinished(remove)
  stopWithTest(dataDir)
  return dataDir
}

// Tests that need no fresh cluster share two, because creating one is slow.
const homes = { socket: await createHome(), loopback: await createHome() }
afterAll(() => Promise.all(Object.values(homes).map(({ remove }) => remove())))

function sharedFolder(kind: keyof typeof homes) {
  const { dataDir } = homes[kind]
  stopWithTest(dataDir)
  return dataDir
}

const readPostmasterPid = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])

async function ask(config: ClientConfig, question: string) {
  const client = new Client(config)
  await client.connect()
  return client
    .query(question)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Starts another server in its own process. Returns its first line and a function that ends it. */
async function otherServer(...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'testing', 'store-process.ts'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(child.stdout), 'line')
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null && child.kill(signal)) await once(child, 'exit')
    return child.exitCode
  }
  onTestFinished(async () => void (await end('SIGKILL')))
  return { firstLine: String(line), end }
}

test('embedded PostgreSQL: creates a cluster owned by an ordinary role in an empty folder and keeps its data', async () => {
  const dataDir = await freshFolder()
  await mkdir(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 })
  const first = await startEmbedded({ dataDir, log: silentLog })
  const [role] = await ask(first.owner, 'select rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user')
  expect(role).toEqual({ rolsuper: false, rolcreaterole: true, rolcreatedb: true })
  const durable = await ask(
    first.owner,
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
  )
  expect(durable.map(({ setting }) => setting)).toEqual(['on', 'on', 'on'])
  await ask(first.owner, "create table kept as select 'é' as word")
  await first.stop()

  const second = await startEmbedded({ dataDir, log: silentLog })
  expect(await ask(second.owner, 'select * from kept')).toEqual([{ word: 'é' }])
  await second.stop()
})

test.skipIf(process.platform === 'win32')('embedded PostgreSQL: only its user can enter the folder of the socket', async () => {
  const { owner, stop } = await startEmbedded({ dataDir: sharedFolder('socket'), log: silentLog })
  expect((await stat(String(owner.host))).mode & 0o777).toBe(0o700)
  await stop()
})

test('embedded PostgreSQL: requires the password on loopback, as on Windows', async () => {
  const { owner, stop } = await startEmbedded({ dataDir: sharedFolder('loopback'), log: silentLog, loopback: true })
  expect(owner.host).toBe('127.0.0.1')
  expect(await ask(owner, 'select current_user')).toEqual([{ current_user: owner.user }])
  await expect(ask({ ...owner, password: 'guessed' }, 'select')).rejects.toThrow('password authentication failed')
  await stop()
})

test('embedded PostgreSQL: refuses a second server on the same folder with one sentence', async () => {
  const dataDir = sharedFolder('socket')
  const { stop } = await startEmbedded({ dataDir, log: silentLog })
  const { firstLine } = await otherServer(dataDir)
  expect(firstLine).toMatch(/^Another Winkel already runs on .*: stop it, or set DATA_DIR to another folder\.$/)
  await stop()
})

test('embedded PostgreSQL: runs one of two servers that start at the same time in a new folder', async () => {
  const dataDir = await freshFolder()
  const servers = await Promise.all([otherServer(dataDir), otherServer(dataDir)])
  expect(servers.map(({ firstLine }) => firstLine).filter((line) => line === 'open')).toHaveLength(1)
  await Promise.all(servers.map(({ end }) => end('SIGTERM')))
  expect(await readdir(dataDir)).toEqual(['postgres'])
})

test('embedded PostgreSQL: uses the PostgreSQL that a killed server left running', async () => {
  const dataDir = sharedFolder('socket')
  const killed = await otherServer(dataDir)
  expect(killed.firstLine).toBe('open')
  await killed.end('SIGKILL')
  const postmaster = await readPostmasterPid(dataDir)
  const { stop } = await startEmbedded({ dataDir, log: silentLog })
  expect(await readPostmasterPid(dataDir)).toBe(postmaster)
  await stop()
})

test.skipIf(process.platform === 'win32')('embedded PostgreSQL: restarts after a kill, and the pools reconnect', async () => {
  const dataDir = sharedFolder('socket')
  const store = await openStore({ dataDir, log: silentLog })
  const lent = await store.pool.connect() // not in use when the connection breaks
  await store.pool.query('select')
  process.kill(await readPostmasterPid(dataDir), 'SIGKILL')
  await vi.waitFor(async () => expect(await store.findObstacle()).toBe('database away'), { timeout: 30_000, interval: 20 })
  await vi.waitFor(async () => expect(await store.findObstacle()).toBeUndefined(), { timeout: 30_000, interval: 50 })
  lent.release(true)
  await store.close()
})

test('external PostgreSQL: serves three servers that start at the same time, and one of them migrates', async () => {
  const { admin, owner, stop } = await startEmbedded({ dataDir: sharedFolder('loopback'), log: silentLog, loopback: true })
  await ask(admin, 'create database shop owner winkel_owner')
  const urlFor = (user: string | undefined, password: unknown) =>
    `postgres://${user}:${password}@${admin.host}:${admin.port}/shop`
  const urls = [urlFor('till_front', 'p%C3%A4ss'), urlFor(owner.user, owner.password)]
  const servers = await Promise.all(Array.from({ length: 3 }, () => otherServer('unused', ...urls)))
  expect(servers.map(({ firstLine }) => firstLine)).toEqual(['open', 'open', 'open'])
  expect(await Promise.all(servers.map(({ end }) => end('SIGTERM')))).toEqual([0, 0, 0])
  await stop()
})

test('embedded PostgreSQL: refuses a data folder that is a file with one sentence', async () => {
  const dataDir = await freshFolder()
  await mkdir(dataDir)
  await writeFile(join(dataDir, 'file'), '')
  await expect(startEmbedded({ dataDir: join(dataDir, 'file'), log: silentLog })).rejects.toThrow(
    /^DATA_DIR .* cannot be written/,
  )
})

/** Moves a file of a cluster away until the test ends. */
async function loseFile(folder: string, name: string) {
  const path = join(folder, name)
  await rename(path, `${path}.lost`)
  onTestFinished(() => rename(`${path}.lost`, path))
}

test.each(['PG_VERSION', 'global/pg_filenode.map'])(
  'embedded PostgreSQL: refuses a data folder without %s with one sentence',
  async (name) => {
    const dataDir = sharedFolder('socket')
    await (await startEmbedded({ dataDir, log: silentLog })).stop()
    const folder = join(await realpath(dataDir), 'postgres')
    await loseFile(folder, name)
    await expect(startEmbedded({ dataDir, log: silentLog })).rejects.toThrow(
      `The database in ${folder} is damaged: ${name} cannot be read (ENOENT). Restore the data folder from a backup, or set DATA_DIR to another folder.`,
    )
  },
)

test('embedded PostgreSQL: refuses a data folder whose database lost a file with one sentence', async () => {
  const dataDir = sharedFolder('socket')
  const { owner, stop } = await startEmbedded({ dataDir, log: silentLog })
  const [{ oid }] = await ask(owner, 'select oid from pg_database where datname = current_database()')
  await stop()
  await loseFile(join(dataDir, 'postgres'), `base/${oid}/pg_filenode.map`)
  await expect(openStore({ dataDir, log: silentLog })).rejects.toThrow(
    /^The database in .* is damaged: could not open file "base.*\. Restore the data folder from a backup, or set/,
  )
})

test('embedded PostgreSQL: that starts and takes no connection is stopped again', async () => {
  const dataDir = await freshFolder()
  const folder = join(dataDir, 'postgres')
  const { admin, stop } = await startEmbedded({ dataDir, log: silentLog })
  const [{ oid }] = await ask(admin, 'select oid from pg_database where datname = current_database()')
  await stop()
  await loseFile(folder, `base/${oid}/PG_VERSION`)
  await expect(startEmbedded({ dataDir, log: silentLog })).rejects.toThrow(
    /^(The database in .* is damaged|PostgreSQL on .* cannot be used): /,
  )
  await expect(readFile(join(folder, 'postmaster.pid'))).rejects.toThrow('ENOENT')
})

test('embedded PostgreSQL: refuses the cluster of another version or program with one sentence and leaves it as it is', async () => {
  const dataDir = await freshFolder()
  const folder = join(dataDir, 'postgres')
  await mkdir(folder, { recursive: true })
  const start = () => startEmbedded({ dataDir, log: silentLog })
  await mkdir(join(folder, 'global'))
  for (const name of ['pg_control', 'pg_filenode.map']) await writeFile(join(folder, 'global', name), '')
  await writeFile(join(folder, 'PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    /was made by PostgreSQL 17, and this Winkel brings PostgreSQL 18, which cannot read it\. Nothing was changed\. Make a backup/,
  )
  await writeFile(join(folder, 'PG_VERSION'), '18\n')
  await writeFile(join(folder, 'postgresql.conf'), 'port = 5432\n')
  await expect(start()).rejects.toThrow(/^The database in .* was not made by Winkel: set DATA_DIR to another folder\.$/)
  expect(await readFile(join(folder, 'postgresql.conf'), 'utf8')).toBe('port = 5432\n')
})
