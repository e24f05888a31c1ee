import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { createFilledBusiness } from '../../db/testing/create-filled-business.ts'
import { insertOperatorEntry } from '../shared/operator-log.ts'
import { createObjectStore } from '../storage/object-store.ts'
import { bucketServer } from '../testing/bucket.ts'
import { createOwner, createTill } from '../testing/clients.ts'
import { startServer, testServer } from '../testing/server.ts'
import { createTeamHelpers } from '../testing/team.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { runErasures } from './schedule-erasures.ts'

const server = await testServer()
afterAll(server.close)
const { ask, hire, signIn } = createTeamHelpers(server)

const logged: { event: string; business?: string }[] = []
const mails: { to: string; subject: string; text: string }[] = []
const parts = {
  scopes: (await import('../../db/tenant-scope.ts')).createTenantScopes(server.store.pool),
  files: createObjectStore(server.config),
  sendMail: async (mail: (typeof mails)[number]) => void mails.push(mail),
  backups: server.config,
  backupDays: 30,
  log: pino({}, { write: (line) => void logged.push(JSON.parse(line)) }),
}
const closeSince = (businessid: string, days: number) =>
  ask(
    `update business set closed_at = now() - make_interval(days => $2), erase_at = now() - make_interval(days => $2 - 30) where id = $1`,
    [businessid, days],
  )
const listTables = async () =>
  (
    await ask(
      `select table_name as name from information_schema.columns
        where table_schema = 'public' and column_name = 'businessid' order by 1`,
    )
  ).map(({ name }) => String(name))
async function countRows(businessid: string) {
  const counts: Record<string, number> = {}
  for (const table of await listTables())
    counts[table] = (await ask(`select count(*)::int as rows from ${table} where businessid = $1`, [businessid]))[0]?.rows
  return counts
}
const exists = async (businessid: string) => (await ask('select from business where id = $1', [businessid])).length === 1
const listFiles = async (folder: string) => Array.fromAsync(parts.files.list(folder))

describe('erasure', () => {
  test('names every table of a business (else add it to tables_to_erase)', async () => {
    const [{ tables }] = await ask('select tables_to_erase() as tables')
    expect([...tables].sort()).toEqual(await listTables())
  })

  test('deletes all of a business after 30 days, and nothing of another one', async () => {
    const erased = await createFilledBusiness(server.ownerPool)
    const other = await createFilledBusiness(server.ownerPool)
    const owner = await createOwner(server)
    const till = await createTill(server, owner)
    await till.push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])
    // A product of an item that was added before the first one of it, a finished document, and a document of a document.
    await ask(
      `with added as (insert into product (businessid, siteid, productname, price) values ($1, $2, 'Joined', 1) returning productid)
       update product set joined_to = added.productid from added where businessid = $1 and product.productid = $3`,
      [erased.businessid, erased.siteid, erased.productid],
    )
    await ask(
      `insert into stock_documents (businessid, siteid, user_id, number, kind, state, parentid) values ($1, $2, $3, 9, 'delivery', 'received', $4)`,
      [erased.businessid, erased.siteid, erased.user_id, erased.documentid],
    )
    const folder = join(server.config.dataDir, 'files', 'pictures', erased.businessid)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'x-full.webp'), 'x')
    const before = [await countRows(other.businessid), await countRows(owner.businessid)]
    expect(Object.values(await countRows(erased.businessid)).every((rows) => rows > 0)).toBe(true)

    await closeSince(erased.businessid, 29)
    await runErasures(parts)
    expect(await exists(erased.businessid)).toBe(true)

    await closeSince(erased.businessid, 31)
    // As small as they can be: each is a transaction of its own.
    for (let slice = 0; slice < 5; slice++) await ask('select erase_business_rows($1, 1)', [erased.businessid])
    await runErasures(parts)
    expect(await exists(erased.businessid)).toBe(false)
    expect(new Set(Object.values(await countRows(erased.businessid)))).toEqual(new Set([0]))
    expect([await countRows(other.businessid), await countRows(owner.businessid)]).toEqual(before)
    for (const [table, column] of [
      ['"user"', 'id'],
      ['session', '"userId"'],
      ['account', '"userId"'],
      ['signup', 'user_id'],
    ])
      expect(await ask(`select from auth.${table} where ${column} = $1`, [erased.user_id])).toEqual([])
    expect(await listFiles('pictures')).toEqual([])
    expect(logged.some(({ event, business }) => event === 'business_erased' && business === erased.businessid)).toBe(true)
    expect(await ask(`select os_user, command, arguments, outcome from operator_log where command = 'business erase'`)).toEqual([
      { os_user: 'server', command: 'business erase', arguments: [erased.businessid], outcome: 'done' },
    ])
    const marks = await readdir(join(server.config.dataDir, 'backups'))
    expect(marks.filter((name) => name.startsWith('erased-') && name.includes(erased.businessid))).toHaveLength(1)
    expect((await till.push([{ reference: '2', saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])).status).toBe(200)
  })

  test('ends sessions and till keys, and no e-mail address or answer stays in the log of the operator', async () => {
    const owner = await createOwner(server)
    const till = await createTill(server, owner)
    const { email } = owner.credentials
    const [{ ticketid }] = await ask('insert into support_tickets (businessid) values ($1) returning ticketid', [
      owner.businessid,
    ])
    const client = await server.ownerPool.connect()
    const entry = { os_user: 'thandi', host: 'shop', reason: null, outcome: 'done' as const }
    await insertOperatorEntry(client, { ...entry, command: 'users reset', arguments: [email] })
    await insertOperatorEntry(client, { ...entry, command: 'tickets answer', arguments: [String(ticketid), 'Dear Thandi'] })
    client.release()
    await closeSince(owner.businessid, 31)
    await runErasures(parts)
    await expect(owner.api.session.get()).resolves.toBeNull()
    await expect(signIn(owner.credentials)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    expect((await till.push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])).status).toBe(401)
    const [{ log }] = await ask('select string_agg(l::text, chr(10)) as log from operator_log l')
    expect(log).not.toContain(email)
    expect(log).not.toContain('Dear Thandi')
  })

  test('keeps a login that another business has', async () => {
    const [erased, other] = [await createOwner(server), await createOwner(server)]
    await ask(`insert into employee (businessid, siteid, firstname, lastname, user_id) values ($1, $2, 'A', 'B', $3)`, [
      ...[other.businessid, other.siteid, erased.user_id],
    ])
    await closeSince(erased.businessid, 31)
    await runErasures(parts)
    expect(await exists(erased.businessid)).toBe(false)
    expect(await ask('select from auth."user" where id = $1', [erased.user_id])).toHaveLength(1)
    expect(await ask('select from auth.session where "userId" = $1', [erased.user_id])).toEqual([])
  })

  test('waits for a change that was begun before, and deletes it too', async () => {
    const owner = await createOwner(server)
    const change = await server.ownerPool.connect()
    await change.query('begin')
    await change.query(`insert into site (businessid, sitename, location) values ($1, 'Late', 'x')`, [owner.businessid])
    await closeSince(owner.businessid, 31)
    const erasing = runErasures(parts)
    await change.query('commit')
    change.release()
    await erasing
    expect(await exists(owner.businessid)).toBe(false)
  })

  test('keeps a business that was opened again', async () => {
    const owner = await createOwner(server)
    await owner.api.account.closing.close({ current: owner.credentials.password })
    await owner.api.account.closing.reopen()
    await runErasures(parts)
    expect((await owner.api.sites.list({})).results).toBe(1)
  })

  test('deletes nothing before it is noted beside the backups', async () => {
    const owner = await createOwner(server)
    await closeSince(owner.businessid, 31)
    const unreachable = { dataDir: server.config.dataDir, backupUrl: join(server.config.dataDir, 'auth-file', 'x') }
    await writeFile(join(server.config.dataDir, 'auth-file'), 'no folder')
    await runErasures({ ...parts, backups: unreachable })
    expect(logged.at(-1)).toMatchObject({ event: 'erasure_failed', business: owner.businessid })
    expect(await exists(owner.businessid)).toBe(true)
    await runErasures(parts)
    expect(await exists(owner.businessid)).toBe(false)
  })

  test('is noted beside the backups of a server that starts later with a place of its own', async () => {
    const owner = await createOwner(server)
    await closeSince(owner.businessid, 31)
    await runErasures(parts)
    const second = await startServer(server.store)
    await waitUntil(async () =>
      expect(await readdir(join(second.config.dataDir, 'backups'))).toContainEqual(
        expect.stringMatching(new RegExp(`^erased-.*-${owner.businessid}\\.txt$`)),
      ),
    )
    await second.close()
  })

  test('mails the owner, and admins with a proven address, once, a week before', async () => {
    const owner = await createOwner(server, { businessname: 'Karoo Pantry', isProven: false })
    const [admin, unproven] = [await hire(owner), await hire(owner)]
    await ask(`update auth."user" set "emailVerified" = false where id = $1`, [unproven.user_id])
    await closeSince(owner.businessid, 22)
    await runErasures(parts)
    expect(mails.filter(({ to }) => to === owner.credentials.email)).toEqual([])
    await closeSince(owner.businessid, 24)
    await runErasures(parts)
    await runErasures(parts)
    const [mail, second] = mails.filter(({ to }) => to === owner.credentials.email)
    expect(second).toBeUndefined()
    expect(mail).toMatchObject({ subject: 'The data of your business is erased soon' })
    expect(mails.map(({ to }) => to)).toContain(admin.credentials.email)
    expect(mails.map(({ to }) => to)).not.toContain(unproven.credentials.email)
    expect(mail?.text).toMatch(/Karoo Pantry was closed\. All of its data is erased on .+\. Backups of the server have it until /)
  })

  test('remembers the files while the bucket is down, and deletes them when it answers', async () => {
    const bucket = await bucketServer()
    const files = createObjectStore({ dataDir: server.config.dataDir, filesUrl: bucket.filesUrl })
    const owner = await createOwner(server)
    const key = (number: number) => `pictures/${owner.businessid}/${number}-full.webp`
    for (let number = 0; number < 12; number++) await files.put(key(number), Buffer.from('x'))
    await files.put(`exports/${owner.businessid}/${owner.user_id}/0`, Buffer.from('x'))
    await files.put('pictures/other/x', Buffer.from('x'))
    await closeSince(owner.businessid, 31)
    const away = createObjectStore({ dataDir: server.config.dataDir, filesUrl: 's3+http://key:secret@127.0.0.1:1/shop' })
    await runErasures({ ...parts, files: away })
    expect(await exists(owner.businessid)).toBe(false)
    expect(logged.at(-1)).toMatchObject({ event: 'files_not_removed' })
    const waiting = () => ask('select folder from file_removals where folder like $1', [`%${owner.businessid}%`])
    expect(await waiting()).toHaveLength(2)

    await runErasures({ ...parts, files })
    expect([...bucket.objects.keys()]).toEqual(['/shop/pictures/other/x'])
    // A server that was writing a picture at that time may have stored it since.
    await files.put(key(99), Buffer.from('x'))
    await ask(`update file_removals set queued_at = now() - interval '2 hours'`)
    await runErasures({ ...parts, files })
    expect([...bucket.objects.keys()]).toEqual(['/shop/pictures/other/x'])
    expect(await waiting()).toEqual([])
    await bucket.close()
  })
})
