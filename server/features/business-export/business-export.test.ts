import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createBackgroundWork, listStoppedWork } from '../../shared/background-work.ts'
import { createObjectStore, type ObjectStore } from '../../storage/object-store.ts'
import { makeBusinessFile } from '../../testing/business-file.ts'
import { createClient, createOwner, newCredentials, type Owner } from '../../testing/clients.ts'
import { startServer, testServer } from '../../testing/server.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { deleteExpired } from './delete-expired.ts'
import { createExportRunner } from './run-export.ts'
import { PART_BYTES, readFile, storeFile } from './stored-file.ts'

const server = await testServer()
afterAll(server.close)

const FILE = '/api/v1/account/export/file'

let owner: Owner
beforeAll(async () => {
  owner = await createOwner(server, { businessname: 'Café "Nkosi"' })
  await makeBusinessFile(owner)
})

const log = pino({ level: 'silent' })
const scopes = createTenantScopes(server.store.pool)

/** The runner of a server, with a file store of which some calls are replaced. */
function createRunner(calls: Partial<ObjectStore> = {}) {
  const background = createBackgroundWork({ connection: server.store.listenConfig, log })
  const files = { ...createObjectStore(server.config), ...calls }
  return { background, runner: createExportRunner({ scopes, files, background, log }) }
}

const findRow = async ({ businessid }: Owner) =>
  (await server.ownerPool.query('select state, parts, restarts from business_exports where businessid = $1', [businessid]))
    .rows[0]
/** As a server leaves it that was killed. */
const endLease = ({ businessid }: Owner, ago = '1 second') =>
  server.ownerPool.query(
    `update business_exports set active_until = now() - interval '1 second' - $2::interval where businessid = $1`,
    [businessid, ago],
  )

const get = (headers: Record<string, string> = {}, method = 'GET') => owner.fetch(FILE, { method, headers })

describe('file of the business', () => {
  test('says its size, time and name', async () => {
    const found = await owner.api.businessExport.get()
    const response = await get()
    const bytes = await response.arrayBuffer()
    expect(found).toMatchObject({ state: 'ready', bytes: bytes.byteLength, done: found.of })
    expect(Number(found.expires_at) - Number(found.created_at)).toBe(24 * 60 * 60 * 1000)
    expect(response.headers.get('content-type')).toBe('application/zip')
    expect(response.headers.get('content-length')).toBe(String(bytes.byteLength))
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="winkel-cafe-nkosi-\d{4}-\d\d-\d\d\.zip"$/)
    const [logged] = (await owner.api.changes.list({ noun: 'export' })).rows
    expect(logged).toMatchObject({
      name: expect.stringMatching(/^winkel-cafe-nkosi-.*\.zip$/),
      after: { bytes: bytes.byteLength },
    })
  })

  test('is downloaded in ranges, so that a download that broke off goes on', async () => {
    const whole = Buffer.from(await (await get()).arrayBuffer())
    const etag = (await get({}, 'HEAD')).headers.get('etag') ?? ''
    const rest = await get({ range: 'bytes=1000-', 'if-range': etag })
    expect(rest.status).toBe(206)
    expect(rest.headers.get('content-range')).toBe(`bytes 1000-${whole.length - 1}/${whole.length}`)
    expect(Buffer.from(await rest.arrayBuffer()).equals(whole.subarray(1000))).toBe(true)
    const last = await get({ range: 'bytes=-10' })
    expect(Buffer.from(await last.arrayBuffer()).equals(whole.subarray(-10))).toBe(true)
    expect((await get({ range: `bytes=${whole.length}-` })).status).toBe(416)
    for (const headers of [{ range: 'bytes=0-1,5-6' }, { range: 'rows=1-2' }, { range: 'bytes=5-', 'if-range': '"older"' }])
      expect((await get(headers as Record<string, string>)).status).toBe(200)
  })

  test('breaks off when the owner signs out while it is downloaded', async () => {
    const leaving = await createOwner(server)
    await makeBusinessFile(leaving)
    // More than the buffers between the server and a client that does not read.
    const bytes = Buffer.alloc(6 * PART_BYTES, 'x')
    const [stored] = (await server.ownerPool.query('select * from business_exports where businessid = $1', [leaving.businessid]))
      .rows
    const { parts } = await storeFile(createObjectStore(server.config), stored, Readable.from([bytes]), async () => undefined)
    await server.ownerPool.query('update business_exports set parts = $2, bytes = $3 where businessid = $1', [
      ...[leaving.businessid, parts, bytes.length],
    ])
    const whole = await leaving.fetch(FILE)
    expect((await whole.arrayBuffer()).byteLength).toBe(bytes.length)
    const broken = await leaving.fetch(FILE)
    await leaving.api.session.signOut()
    await expect(broken.arrayBuffer()).rejects.toThrow('terminated')
  })

  test('has each range that somebody takes in the log of changes, and no HEAD', async () => {
    const { bytes } = await owner.api.businessExport.get()
    const readLog = async () => (await owner.api.changes.list({ noun: 'export' })).rows
    const before = (await readLog()).length
    await get({}, 'HEAD')
    expect((await get({ range: 'bytes=1-' })).status).toBe(206)
    expect((await get({ range: 'bytes=-10' })).status).toBe(206)
    const rows = await readLog()
    expect(rows).toHaveLength(before + 2)
    expect(rows.slice(0, 2)).toMatchObject([{ after: { bytes: 10 } }, { after: { bytes: Number(bytes) - 1 } }])
  })

  test('is for the owner: not for an admin, another business or somebody who is not signed in', async () => {
    const credentials = newCredentials(server)
    await owner.api.employees.create({
      ...{ firstname: 'Sipho', lastname: 'Dube', position: 'Owner', hiredate: null, siteid: owner.siteid },
      ...{ isenabled: true, disablereason: '', ...credentials, request_id: randomUUID() },
    })
    const admin = createClient(server)
    await admin.api.session.signIn(credentials)
    expect((await admin.fetch(FILE)).status).toBe(403)
    await expect(admin.api.businessExport.get()).rejects.toMatchObject({ code: 'OWNER_ONLY' })
    await expect(admin.api.businessExport.create()).rejects.toMatchObject({ code: 'OWNER_ONLY' })
    const stranger = await createOwner(server)
    expect((await stranger.fetch(FILE)).status).toBe(404)
    expect((await stranger.api.businessExport.get()).state).toBe('none')
    expect((await createClient(server).fetch(FILE)).status).toBe(401)
  })

  test('is made once at a time, and a run that ended without a word is replaced', async () => {
    const other = await createOwner(server)
    await server.ownerPool.query('insert into business_exports (businessid, user_id) values ($1, $2)', [
      other.businessid,
      other.user_id,
    ])
    await expect(other.api.businessExport.create()).rejects.toMatchObject({ code: 'EXPORT_RUNNING' })
    await endLease(other, '5 minutes')
    expect((await other.api.businessExport.get()).state).toBe('failed')
    await makeBusinessFile(other)
  })

  test('is left by a server that stops, and made by another one', async () => {
    const other = await createOwner(server)
    const stored = Promise.withResolvers<void>()
    const { runner, background } = createRunner({ put: () => stored.promise })
    expect(await runner.start(other.user_id, log)).toBe('started')
    await waitUntil(async () => expect(await findRow(other)).toMatchObject({ parts: 1 }))
    const stopped = background.stop()
    stored.reject(new Error('the connection was closed'))
    await stopped
    expect((await other.api.businessExport.get()).state).toBe('running')

    const second = await startServer(server.store, { takeOverMs: 10 })
    onTestFinished(second.close)
    await waitUntil(async () => expect(await findRow(other)).toMatchObject({ state: 'ready', restarts: 1 }))
    await createRunner().runner.restart(other.user_id)
    expect(await findRow(other), 'a server that comes late').toMatchObject({ state: 'ready', restarts: 1 })
  })

  test('is taken over three times, and only while its person is the owner', async () => {
    const other = await createOwner(server)
    await server.ownerPool.query('insert into business_exports (businessid, user_id) values ($1, $2)', [
      other.businessid,
      other.user_id,
    ])
    const canRestart = async () =>
      (await scopes.asAuth(listStoppedWork)).flatMap((work) => (work.businessid === other.businessid ? [work.can_restart] : []))
    expect(await canRestart()).toEqual([])
    await endLease(other)
    expect(await canRestart()).toEqual([true])
    const setRole = (role: string) =>
      server.ownerPool.query('update business_users set role = $2 where businessid = $1', [other.businessid, role])
    await setRole('employee')
    expect(await canRestart()).toEqual([false])
    await setRole('owner')
    await server.ownerPool.query('update business_exports set restarts = 3 where businessid = $1', [other.businessid])
    expect(await canRestart()).toEqual([false])
  })

  test('is deleted after a day', async () => {
    const other = await createOwner(server)
    await makeBusinessFile(other)
    const { rows } = await server.ownerPool.query(
      `update business_exports set created_at = now() - interval '25 hours' where businessid = $1 returning exportid`,
      [other.businessid],
    )
    const part = join(server.config.dataDir, 'files', 'exports', other.businessid, rows[0].exportid, '0')
    await access(part)
    expect((await other.fetch(FILE)).status).toBe(404)
    await deleteExpired({ scopes, files: createObjectStore(server.config), log })
    await expect(access(part)).rejects.toThrow('ENOENT')
    expect((await other.api.businessExport.get()).state).toBe('none')
    expect((await owner.api.businessExport.get()).state).toBe('ready')
  })

  test('fails when the object store does, and leaves nothing', async () => {
    const other = await createOwner(server)
    const { runner } = createRunner({ put: () => Promise.reject(new Error('no space')) })
    expect(await runner.start(other.user_id, log)).toBe('started')
    await waitUntil(async () => expect(await findRow(other)).toMatchObject({ state: 'failed', parts: 0 }))
  })

  test('is stored in parts, of which a range reads what it needs', async () => {
    const files = createObjectStore(server.config)
    const stored = { businessid: owner.businessid, exportid: randomUUID() }
    const bytes = Buffer.from(Array.from({ length: PART_BYTES * 2 + 5 }, (_, index) => index % 251))
    const chunks = (async function* () {
      yield bytes.subarray(0, 7)
      yield bytes.subarray(7)
    })()
    const announced: number[] = []
    const result = await storeFile(files, stored, chunks, async (parts) => void announced.push(parts))
    expect({ ...result, announced }).toEqual({ parts: 3, bytes: bytes.length, announced: [1, 2, 3] })
    const [start, end] = [PART_BYTES - 3, PART_BYTES * 2 + 1]
    const read = Buffer.concat(await Array.fromAsync(readFile(files, { ...stored, ...result }, start, end)))
    expect(read.equals(bytes.subarray(start, end + 1))).toBe(true)
  })
})
