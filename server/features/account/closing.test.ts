import { afterAll, describe, expect, test } from 'vitest'
import { ROLE_MESSAGES } from '../../../contract/shared/errors.ts'
import { createClient, createOwner, createTill, type Owner } from '../../testing/clients.ts'
import { readMails } from '../../testing/mails.ts'
import { startServer, testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)
const { ask, hire, signIn, runWhileLocked } = createTeamHelpers(server)

const password = ({ credentials }: Owner) => ({ current: credentials.password })
const closed = { code: 'BUSINESS_CLOSED', status: 403, message: 'This business is closed.' }
const sale = (reference: string) => ({ reference, saledate: '2026-11-20T09:00:00Z', finalamount: 12.5, payment_method: 'cash' })
const DAY_MS = 24 * 3600 * 1000

describe('closing a business', () => {
  test('takes its owner and the password, and ends all other sessions', async () => {
    const owner = await createOwner(server, { businessname: 'Karoo Pantry' })
    const admin = await hire(owner)
    const employee = await hire(owner, { position: 'Employee' })
    const [adminClient, phone] = [await signIn(admin.credentials), await signIn(owner.credentials)]
    const before = await owner.api.account.closing.get()
    expect(before.closed_at).toBeNull()
    expect(Math.round((before.erase_at.getTime() - Date.now()) / DAY_MS)).toBe(30)
    expect(before).not.toHaveProperty('backups_end_at')

    await expect(owner.api.account.closing.close({ current: 'guessed' })).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
    for (const call of [
      () => adminClient.api.account.closing.close({ current: admin.credentials.password }),
      adminClient.api.account.closing.get,
      adminClient.api.account.closing.reopen,
    ])
      await expect(call()).rejects.toMatchObject({ code: 'OWNER_ONLY', status: 403 })
    expect((await owner.api.sites.list({})).results).toBe(1)

    const closing = await owner.api.account.closing.close(password(owner))
    expect(Math.round((closing.erase_at.getTime() - Date.now()) / DAY_MS)).toBe(30)
    expect(closing.closed_at).toBeInstanceOf(Date)
    await expect(owner.api.sites.list({})).rejects.toMatchObject(closed)
    for (const ended of [adminClient, phone])
      await expect(ended.api.sites.list({})).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const path of ['products.csv', 'sales.csv?from=2026-11-01&to=2026-11-30'])
      expect((await owner.fetch(`/api/v1/${path}`)).status).toBe(403)

    const sentence = /^This business was closed on \d+ \w+ \d{4}\. Its owner can open it again until \d+ \w+ \d{4}\.$/
    await expect(signIn(admin.credentials)).rejects.toMatchObject({
      ...{ code: 'BUSINESS_CLOSED', status: 403, message: expect.stringMatching(sentence) },
    })
    await expect(signIn(employee.credentials)).rejects.toMatchObject({ code: 'ROLE_REFUSED', message: ROLE_MESSAGES.ownersOnly })
    await expect(signIn({ ...admin.credentials, password: 'wrong' })).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    for (const { email } of [owner.credentials, admin.credentials]) {
      const [mail] = await readMails(server, email)
      expect(mail).toContain('Subject: Your business was closed on Winkel')
      expect(mail).toMatch(/Karoo Pantry[\s\S]+is erased on \d+ \w+ \d{4}\.\n/)
    }
  })

  test('leaves its owner the download of the data and the way back, and everything is as before', async () => {
    const owner = await createOwner(server)
    const admin = await hire(owner)
    const adminClient = await signIn(admin.credentials)
    const till = await createTill(server, owner)
    await till.push([sale('kept')])
    const read = async () => [
      await owner.api.employees.list({}),
      await owner.api.sales.list({ from: '2026-11-20', to: '2026-11-20' }),
    ]
    const before = await read()
    await adminClient.api.session.signOut()
    await owner.api.account.closing.close(password(owner))

    const again = createClient(server)
    const session = await again.api.session.signIn(owner.credentials)
    expect(session.closed?.erase_at).toBeInstanceOf(Date)
    expect(await again.api.session.get()).toEqual(session)
    await expect(again.api.sites.list({})).rejects.toMatchObject(closed)
    await again.api.businessExport.create()
    await waitUntil(async () => expect((await again.api.businessExport.get()).state).toBe('ready'))
    const file = await again.fetch('/api/v1/account/export/file')
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1_000)
    expect((await again.api.account.closing.get()).closed_at).toBeInstanceOf(Date)

    await again.api.account.closing.reopen()
    await again.api.account.closing.reopen()
    expect(await read()).toEqual(before)
    expect(await owner.api.session.get()).not.toHaveProperty('closed')
    await signIn(admin.credentials)
  })

  test('twice at once is one closing', async () => {
    const owner = await createOwner(server)
    const answers = await runWhileLocked(owner, [
      () => owner.api.account.closing.close(password(owner)),
      () => owner.api.account.closing.close(password(owner)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(answers.find(({ status }) => status === 'rejected')).toMatchObject({ reason: closed })
    await expect(owner.api.account.closing.close(password(owner))).rejects.toMatchObject(closed)
    expect((await readMails(server, owner.credentials.email)).length).toBe(1)
  })

  test('refuses everybody once the 30 days are over', async () => {
    const owner = await createOwner(server)
    await owner.api.account.closing.close(password(owner))
    await ask('update business set closed_at = now(), erase_at = now() where id = $1', [owner.businessid])
    for (const call of [owner.api.account.closing.get, owner.api.account.closing.reopen, owner.api.businessExport.create])
      await expect(call()).rejects.toMatchObject(closed)
    await expect(signIn(owner.credentials)).rejects.toMatchObject({
      ...{ code: 'BUSINESS_CLOSED', message: expect.stringMatching(/ and its data is being erased\.$/) },
    })
  })

  test('ends the live streams of all windows', async () => {
    const owner = await createOwner(server)
    const admin = await signIn((await hire(owner)).credentials)
    const streams = await Promise.all([owner, admin].map(({ api }) => api.live.changes()))
    for (const stream of streams) await stream.next()
    const ends = Promise.allSettled(streams.map((stream) => stream.next()))
    await owner.api.account.closing.close(password(owner))
    expect(await ends).toMatchObject([{ reason: { code: 'BUSINESS_CLOSED' } }, { reason: { code: 'ROLE_REFUSED' } }])
  })

  test('says by when no backup has the data, where the server makes backups', async () => {
    const owner = await createOwner(server)
    const withBackups = await startServer({ ...server.store, owner: server.store.admin }, { backups: true })
    const client = createClient(withBackups)
    await client.api.session.signIn(owner.credentials)
    const { erase_at, backups_end_at } = await client.api.account.closing.close(password(owner))
    expect(Number(backups_end_at) - erase_at.getTime()).toBe(30 * DAY_MS)
    const [mail] = await readMails(withBackups, owner.credentials.email)
    expect(mail).toMatch(/Backups of the server have it until \d+ \w+ \d{4} at the latest\./)
    await withBackups.close()
  })

  test('does not take a sign-up step', async () => {
    const owner = await createOwner(server)
    await ask('update business set signup_finished_at = null where id = $1', [owner.businessid])
    await owner.api.account.closing.close(password(owner))
    await expect(owner.api.rpc_create_business({ p_name: 'Renamed', p_reg: 'x' })).rejects.toMatchObject({ status: 409 })
    expect(await ask('select name from business where id = $1', [owner.businessid])).toEqual([{ name: 'Nkosi Stores' }])
  })
})

describe('tills of a closed business', () => {
  test('are answered with 503, keep their sales, and send them when it is open again', async () => {
    const [owner, other] = [await createOwner(server), await createOwner(server)]
    const [till, otherTill] = [await createTill(server, owner), await createTill(server, other)]
    expect((await till.push([sale('1')])).status).toBe(200)
    await owner.api.account.closing.close(password(owner))
    // The first finds the key remembered, the second does not, and another server has never seen it.
    const second = await startServer(server.store)
    for (const url of [server.url, server.url, second.url]) {
      const refused = await fetch(`${url}/api/v1/sales`, {
        method: 'POST',
        headers: { authorization: `Bearer ${till.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sales: [sale('1'), sale('2')] }),
      })
      expect(refused.status).toBe(503)
      expect(refused.headers.get('retry-after')).toBe('300')
      expect(await refused.json()).toMatchObject({
        code: 'BUSINESS_CLOSED',
        message: 'This business is closed. The till keeps its sales: they can be sent once it is open again.',
      })
    }
    await second.close()
    expect((await otherTill.push([sale('1')])).status).toBe(200)
    await owner.api.account.closing.reopen()
    expect((await till.push([sale('1'), sale('2')])).body.sales).toMatchObject([{ status: 'duplicate' }, { status: 'created' }])
    expect(server.logged.filter((line) => line.includes('call_failed'))).toEqual([])
  })

  test('store what was begun before, or nothing of it', async () => {
    const owner = await createOwner(server)
    const till = await createTill(server, owner)
    const pushes = Array.from({ length: 20 }, (_, batch) =>
      till.push(Array.from({ length: 20 }, (_, number) => sale(`${batch}-${number}`))),
    )
    await owner.api.account.closing.close(password(owner))
    const answers = await Promise.all(pushes)
    const stored = answers.filter(({ status }) => status === 200).length * 20
    expect(answers.every(({ status }) => status === 200 || status === 503)).toBe(true)
    const [count] = await ask('select count(*)::int as sales from sales where businessid = $1', [owner.businessid])
    expect(count).toEqual({ sales: stored })
  })
})

test('background work: imports of a closed business wait until it is open, its file does not', async () => {
  const owner = await createOwner(server)
  await ask(`insert into sales_imports (businessid, user_id, file_name, state, run_id) values ($1, $2, 'x', 'importing', $1)`, [
    ...[owner.businessid, owner.user_id],
  ])
  await ask(`insert into business_exports (businessid, user_id, active_until) values ($1, $2, now() - interval '1 second')`, [
    ...[owner.businessid, owner.user_id],
  ])
  await ask(
    `insert into till_keys (businessid, siteid, name, key_start, key_hash, last_used_at, used_days)
     values ($1, $2, 'silent', 'wk_', sha256($3), now() - interval '2 days', 127)`,
    [owner.businessid, owner.siteid, owner.businessid],
  )
  const listWork = async () =>
    (await ask('select kind from list_stopped_work() where businessid = $1 order by kind', [owner.businessid])).map(
      ({ kind }) => kind,
    )
  const countSilent = async () => Number((await ask('select count_silent_tills() as tills'))[0].tills)
  const silent = await countSilent()
  expect(await listWork()).toEqual(['export', 'importing'])
  await owner.api.account.closing.close(password(owner))
  expect(await listWork()).toEqual(['export'])
  expect(await countSilent()).toBe(silent - 1)
  await owner.api.account.closing.reopen()
  expect(await listWork()).toEqual(['export', 'importing'])
})
