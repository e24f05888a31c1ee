import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { READ_KEY_REFUSED } from '../../../contract/read-keys.ts'
import type { RightInput } from '../../../contract/rights.ts'
import { createClient, createOwner, createTill, newCredentials, type Owner } from '../../testing/clients.ts'
import { HIRE, range } from '../../testing/every-call.ts'
import { readMails } from '../../testing/mails.ts'
import { startServer, testServer } from '../../testing/server.ts'

// What each key may call is in server/system-tests/rights.test.ts.

const server = await testServer()
const second = await startServer(server.store)
afterAll(async () => {
  await second.close()
  await server.close()
})
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))

const thandi = await createOwner(server)
const ask = async (text: string, values: unknown[] = []) => (await server.ownerPool.query(text, values)).rows
const bookkeeper = { name: 'bookkeeper' } as const
const stockKeeper = { name: 'stock', siteids: [thandi.siteid] } satisfies Partial<RightInput>

async function createKey(
  { api, credentials }: Pick<Owner, 'api' | 'credentials'> = thandi,
  right: Partial<RightInput> & Pick<RightInput, 'name'> = bookkeeper,
) {
  const { keyid, key } = await api.readKeys.create({ name: 'Books', right, days: 30, current: credentials.password })
  server.secrets.add(key)
  second.secrets.add(key)
  return { keyid, key }
}

type Sent = { path?: string; method?: string; on?: { url: string }; headers?: Record<string, string> }

async function read(key: string, { path = '/api/v1/products', method = 'GET', on = server, headers }: Sent = {}) {
  const response = await fetch(`${on.url}${path}`, { method, headers: { authorization: `Bearer ${key}`, ...headers } })
  const text = await response.text()
  return { status: response.status, text, headers: response.headers }
}
const REFUSED = { status: 401, text: expect.stringContaining(READ_KEY_REFUSED.message) }
const NOT_INCLUDED = { status: 404, text: expect.stringContaining('RIGHT_REFUSED') }

test('read keys: the list has what a key may do and when it was used, and never the key', async () => {
  const { key, keyid } = await createKey(thandi, stockKeeper)
  const find = async () => (await thandi.api.readKeys.list()).find((listed) => listed.keyid === keyid)
  const listed = await find()
  expect(listed).toMatchObject({
    ...{ name: 'Books', key_start: key.slice(0, 14), created_by: 'Thandi Nkosi', last_used_at: null, revoked_at: null },
    ...{ right: { name: 'stock', siteids: [thandi.siteid], sees_costs: true }, sitenames: ['Sandton'], state: 'active' },
  })
  expect(JSON.stringify(listed)).not.toContain(key)
  const { expires_at, created_at } = listed ?? {}
  expect(Number(expires_at) - Number(created_at)).toBe(30 * 86_400_000)

  expect(await read(key)).toMatchObject({ status: 200 })
  const used = (await find())?.last_used_at
  expect(used).toBeInstanceOf(Date)
  // The other server does not write the time again within the minute.
  expect(await read(key, { on: second })).toMatchObject({ status: 200 })
  expect((await find())?.last_used_at).toEqual(used)
  await ask(`update read_keys set last_used_at = now() - interval '2 minutes' where keyid = $1`, [keyid])
  const third = await startServer(server.store)
  await read(key, { on: third })
  await third.close()
  expect(Number((await find())?.last_used_at)).toBeGreaterThanOrEqual(Number(used))
})

test('read keys: a retry has the same key, and the same request with other values none', async () => {
  const current = thandi.credentials.password
  const request = { name: 'Warehouse', right: bookkeeper, days: 90, request_id: randomUUID(), current } as const
  const [first, again] = [await thandi.api.readKeys.create(request), await thandi.api.readKeys.create(request)]
  server.secrets.add(first.key)
  expect(again).toEqual(first)
  for (const other of [{ name: 'x' }, { days: 30 as const }, { right: stockKeeper }])
    await expect(thandi.api.readKeys.create({ ...request, ...other })).rejects.toMatchObject({ code: 'ALREADY_USED' })
  await thandi.api.readKeys.revoke({ keyid: first.keyid })
  await expect(thandi.api.readKeys.create(request)).rejects.toMatchObject({ code: 'ALREADY_USED' })
})

test('read keys: one is created with the password alone, and its owner is mailed', async () => {
  const anna = await createOwner(server)
  const create = (current: string) => anna.api.readKeys.create({ name: 'Warehouse', right: bookkeeper, days: 90, current })
  await expect(create(thandi.credentials.password)).rejects.toMatchObject({ code: 'WRONG_PASSWORD' })
  await expect(create('')).rejects.toMatchObject({ status: 422 })
  expect(await anna.api.readKeys.list()).toEqual([])
  server.secrets.add((await create(anna.credentials.password)).key)
  const [mail] = await readMails(server, anna.credentials.email)
  expect(mail).toContain(`${anna.credentials.email} created the read key Warehouse`)
  expect(mail).not.toContain('wk_read_')
})

test('read keys: the owner alone creates and revokes one, with own sites, and each is in the log of changes', async () => {
  const admin = createClient(server)
  const credentials = newCredentials(server)
  await thandi.api.employees.create({ ...HIRE, ...credentials, siteid: thandi.siteid })
  await admin.api.session.signIn(credentials)
  const { keyid } = await createKey()
  await expect(createKey({ ...admin, credentials })).rejects.toMatchObject({ code: 'OWNER_ONLY' })
  await expect(admin.api.readKeys.revoke({ keyid })).rejects.toMatchObject({ code: 'OWNER_ONLY' })
  expect(await admin.api.readKeys.list()).toEqual(await thandi.api.readKeys.list())
  const sipho = await createOwner(server, { businessname: 'Dube Stores' })
  await expect(createKey(thandi, { name: 'manager', siteids: [sipho.siteid] })).rejects.toMatchObject({ code: 'NO_SITE' })
  await expect(sipho.api.readKeys.revoke({ keyid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(
    thandi.api.readKeys.create({ name: 'x', right: bookkeeper, days: 31 as 30, current: thandi.credentials.password }),
  ).rejects.toMatchObject({
    status: 422,
  })

  await thandi.api.readKeys.revoke({ keyid })
  await expect(thandi.api.readKeys.revoke({ keyid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { rows } = await thandi.api.changes.list({ noun: 'read key' })
  expect(rows.slice(0, 2)).toMatchObject([
    { action: 'changed', name: 'Books', person: 'Thandi Nkosi', after: { revoked_at: expect.any(String) } },
    {
      ...{ action: 'created', name: 'Books', person: 'Thandi Nkosi', before: null },
      after: { right_name: 'bookkeeper', sites: 'All sites', sees_costs: true, expires_at: expect.any(String) },
    },
  ])
})

test('read keys: the log of changes has the sites of a new key in its one entry, and a file of the log has words', async () => {
  const owner = await createOwner(server, { businessname: 'Two Sites' })
  const { siteid } = await owner.api.sites.create({ sitename: 'Durban', location: 'Durban' })
  await createKey(owner, { name: 'manager', siteids: [siteid, owner.siteid, siteid] })
  await createKey(owner, { name: 'stock', siteids: [owner.siteid] })
  const { rows } = await owner.api.changes.list({ noun: 'read key' })
  expect(rows.map(({ after }) => after)).toMatchObject([
    { right_name: 'stock', sites: 'Sandton', sees_costs: true },
    { right_name: 'manager', sites: 'Durban, Sandton', sees_costs: false },
  ])
  const file = await (await owner.fetch('/api/v1/changes.csv?noun=read%20key')).text()
  const inJohannesburg = new Date(Date.parse(String(rows[0]?.after?.['expires_at'])) + 7_200_000).toISOString()
  expect(file).toContain(
    `Permissions: Stock keeper; Sites: Sandton; Sees costs: yes; Expires: ${inJohannesburg.slice(0, 16).replace('T', ' ')}`,
  )
})

test('read keys: a business has at most fifty that are valid', async () => {
  const owner = await createOwner(server, { businessname: 'Many Keys' })
  await ask(
    `insert into read_keys (businessid, name, right_name, sees_costs, key_start, key_hash, created_by, expires_at)
     select $1, 'Key', 'bookkeeper', true, 'wk_read_', sha256(($1::uuid || n::text)::bytea), $2, now() + make_interval(days => case n when 0 then -1 else 30 end)
       from generate_series(0, 49) n`,
    [owner.businessid, owner.user_id],
  )
  const { keyid } = await createKey(owner)
  await expect(createKey(owner)).rejects.toMatchObject({ code: 'TOO_MANY' })
  await owner.api.readKeys.revoke({ keyid })
  await createKey(owner)
})

test('read keys: what opens nothing has one answer: unknown, malformed, expired, revoked, and of a closed business', async () => {
  const [expired, revoked] = [await createKey(), await createKey()]
  for (const { key } of [expired, revoked]) expect(await read(key)).toMatchObject({ status: 200 })
  await ask(`update read_keys set created_at = now() - interval '31 days', expires_at = now() where keyid = $1`, [expired.keyid])
  await thandi.api.readKeys.revoke({ keyid: revoked.keyid })
  const closing = await createOwner(server, { businessname: 'Closing Stores' })
  const closed = await createKey(closing)
  await closing.api.account.closing.close({ current: closing.credentials.password })
  const unknown = `wk_read_${'x'.repeat(43)}`
  const answers = await Promise.all(
    [expired.key, revoked.key, closed.key, unknown, 'wk_read_', `${unknown} and more`].flatMap((key) => [
      read(key),
      read(key, { on: second }),
      read(key, { path: '/api/v1/sales.csv?from=2026-11-01&to=2026-11-02' }),
      read(key, { path: '/api/v1/account' }),
      read(key, { method: 'POST', path: '/api/v1/sales' }),
    ]),
  )
  for (const answer of answers) expect(answer).toMatchObject(REFUSED)
  expect(answers.map(({ text }) => text)).toEqual(answers.map(() => answers[0]?.text))
})

test('read keys: a revocation counts at once on each server, also where the key was just used', async () => {
  const { key, keyid } = await createKey()
  for (const on of [server, second]) expect(await read(key, { on })).toMatchObject({ status: 200 })
  await thandi.api.readKeys.revoke({ keyid })
  for (const on of [server, second]) expect(await read(key, { on })).toMatchObject(REFUSED)
})

test('read keys: a key beside a cookie counts alone', async () => {
  const { key } = await createKey(thandi, stockKeeper)
  const cookie = thandi.cookie()
  expect(await read(key, { headers: { cookie } })).toMatchObject({ status: 200 })
  expect(await read(key, { path: '/api/v1/sales?from=2026-11-01&to=2026-11-02', headers: { cookie } })).toMatchObject(
    NOT_INCLUDED,
  )
  expect(await read(key, { path: '/api/v1/session', headers: { cookie } })).toMatchObject(NOT_INCLUDED)
  expect(await read(key, { path: '/api/v1/products/imports/1', headers: { cookie } })).toMatchObject({ status: 404 })
  for (const text of ['wk_read_', `wk_read_${'x'.repeat(43)}`])
    expect(await read(text, { headers: { cookie } })).toMatchObject(REFUSED)
  const { headers } = await read(key, { headers: { cookie } })
  expect(headers.getSetCookie()).toEqual([])
})

test('read keys: open nothing as the browser’s RPC, in a URL, and with another method than GET', async () => {
  const { key } = await createKey()
  const { cookie } = thandi
  for (const path of [
    '/api/rpc/products/list',
    '/api/rpc/tills/push',
    '/api/functions/create-user',
    '/api/rpc/rpc_create_business',
  ])
    for (const method of ['POST', 'GET'])
      expect(await read(key, { path, method, headers: { cookie: cookie() } })).toMatchObject(REFUSED)
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
    expect(await read(key, { method, headers: { 'content-type': 'application/json' } })).toMatchObject(NOT_INCLUDED)
  expect(await read(key, { method: 'HEAD' })).toMatchObject({ status: 404, text: '' })
  expect(await read(key, { path: '/api/v1/products.csv', method: 'HEAD' })).toMatchObject({ status: 404 })
  const inUrl = await fetch(`${server.url}/api/v1/products?key=${key}&authorization=Bearer%20${key}`)
  expect(inUrl.status).toBe(401)
  expect(await inUrl.text()).not.toContain(key)
  for (const path of [`/api/v1/${key}`, `/api/v1/products/${key}`]) {
    const answer = await fetch(server.url + path)
    expect(await answer.text()).not.toContain(key)
  }
})

test('read keys: cannot push sales, and a till key reads nothing', async () => {
  const { key } = await createKey()
  expect(await read(key, { path: '/api/v1/sales', method: 'POST' })).toMatchObject(NOT_INCLUDED)
  const till = await createTill(server, thandi)
  expect(await read(till.key)).toMatchObject({ status: 401, text: expect.stringContaining('Please log in.') })
})

test('read keys: a key whose sites are all deleted reads nothing', async () => {
  const { siteid } = await thandi.api.sites.create({ sitename: 'Kiosk', location: 'x' })
  await thandi.api.products.create({ siteid, productname: 'Kiosk tea', price: 1, purchaseprice: 1, stock: 1 })
  const { key } = await createKey(thandi, { name: 'manager', siteids: [siteid] })
  expect((await read(key)).text).toContain('Kiosk tea')
  await ask('delete from product where siteid = $1', [siteid])
  await thandi.api.sites.remove({ siteid })
  expect(JSON.parse((await read(key)).text)).toMatchObject({ rows: [], results: 0 })
  expect(JSON.parse((await read(key, { path: '/api/v1/sites/options' })).text)).toEqual([])
  const figures = await read(key, { path: `/api/v1/sales/figures?${new URLSearchParams(range())}` })
  expect(JSON.parse(figures.text)).toMatchObject({ revenue: 0, orders: 0 })
})

test('read keys: run in a transaction that writes nothing', async () => {
  const { key } = await createKey()
  const hash = (await ask(`select encode(key_hash, 'hex') as hash from read_keys where key_start = $1`, [key.slice(0, 14)]))[0]
    ?.hash
  const { createTenantScopes } = await import('../../../db/tenant-scope.ts')
  const scopes = createTenantScopes(server.store.pool)
  const insert = scopes.asReadKey(hash, (scope) => scope.insertInto('site').values({ sitename: 'x', location: 'x' }).execute(), [
    'bookkeeper',
  ])
  await expect(insert).rejects.toMatchObject({ code: '25006' })
})

test('read keys: a file that a key takes is in the log of changes with the name of the key', async () => {
  const { keyid, key } = await createKey()
  expect(await read(key, { path: '/api/v1/products.csv' })).toMatchObject({ status: 200 })
  const [entry] = (await thandi.api.changes.list({ noun: 'export' })).rows
  expect(entry).toMatchObject({
    actor: 'read key',
    person: null,
    name: 'products.csv',
    client_ip: expect.stringContaining('127.0.0.1'),
  })
  expect(entry?.after).toEqual({ read_key: 'Books', rows: 0 })
  expect(await (await thandi.fetch('/api/v1/changes.csv?noun=export')).text()).toContain(',Read key,')
  await thandi.api.readKeys.revoke({ keyid })
  expect(await read(key, { path: '/api/v1/products.csv' })).toMatchObject(REFUSED)
  expect((await thandi.api.changes.list({ noun: 'export' })).rows.filter(({ actor }) => actor === 'read key')).toHaveLength(1)
})

test('read keys: too many requests of a key, and too many unknown keys, wait', async () => {
  const limited = await startServer(server.store, { readKeyLimits: { requests: 3, unknownKeyBytes: 40_000 } })
  const { key } = await createKey()
  limited.secrets.add(key)
  const other = await createKey()
  limited.secrets.add(other.key)
  for (let nth = 0; nth < 3; nth++) expect(await read(key, { on: limited })).toMatchObject({ status: 200 })
  const refused = await read(key, { on: limited })
  expect(refused).toMatchObject({ status: 429, text: expect.stringContaining('TOO_FAST') })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await read(other.key, { on: limited })).toMatchObject({ status: 200 })
  const guess = () => read(`wk_read_${'x'.repeat(43)}`, { on: limited })
  expect([await guess(), await guess(), await guess()].map(({ status }) => status)).toEqual([401, 401, 429])
  // Keys that are known already are not refused with the guesses.
  expect(await read(other.key, { on: limited })).toMatchObject({ status: 200 })
  await limited.close()
})
