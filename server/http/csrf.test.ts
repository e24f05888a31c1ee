import { request } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { createOwner, createTill } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'

const server = await testServer()
afterAll(server.close)
const thandi = await createOwner(server)
const thandisTill = await createTill(server, thandi)

const SITE = JSON.stringify({ sitename: 'Planted', location: 'x' })
const ENVELOPE = JSON.stringify({ json: { sitename: 'Planted', location: 'x' } })
const sites = async () =>
  (await server.ownerPool.query('select sitename from site order by 1')).rows.map(({ sitename }) => sitename)

/** What the browser of Thandi sends for a page of another site. */
async function sent(
  path: string,
  { method = 'POST', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string },
) {
  const response = await fetch(server.url + path, { method, headers: { cookie: thandi.cookie(), ...headers }, body })
  return { status: response.status, body: await response.text() }
}

const json = { 'content-type': 'application/json' }
const ours = { origin: server.config.publicUrl }
const cases: [string, number, Record<string, string>][] = [
  ['with its Origin', 403, { ...json, origin: 'https://evil.example' }],
  ['with Sec-Fetch-Site: cross-site', 403, { ...json, ...ours, 'sec-fetch-site': 'cross-site' }],
  ['with Sec-Fetch-Site: same-site', 403, { ...json, ...ours, 'sec-fetch-site': 'same-site' }],
  ['with Origin: null', 403, { ...json, origin: 'null' }],
  ['whose name begins with ours', 403, { ...json, origin: `${server.config.publicUrl}.evil.example` }],
  ['without Origin', 403, json],
  ['with a form', 403, { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }],
  ['with text/plain', 403, { 'content-type': 'text/plain' }],
]
test.each(cases)('csrf: a request from another site %s changes nothing: %i', async (_which, status, headers) => {
  const before = await sites()
  for (const [path, body] of [
    ['/api/v1/sites', SITE],
    ['/api/rpc/sites/create', ENVELOPE],
  ] as const) {
    expect((await sent(path, { headers, body })).status).toBe(status)
  }
  expect((await sent('/api/v1/sales', { headers, body: '{"sales":[{}]}' })).status, 'nor sells anything').toBe(status)
  expect((await sent(`/api/v1/sites/${thandi.siteid}`, { method: 'DELETE', headers })).status).toBe(status)
  expect(await sites()).toEqual(before)
})

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', 'text/json', ''])(
  'csrf: refuses content type "%s" from its own origin: 415',
  async (type) => {
    const before = await sites()
    expect(
      (await sent('/api/v1/sites', { headers: { ...ours, ...(type && { 'content-type': type }) }, body: SITE })).status,
    ).toBe(415)
    expect(
      (await sent('/api/rpc/sites/create', { headers: { ...ours, ...(type && { 'content-type': type }) }, body: ENVELOPE }))
        .status,
    ).toBe(415)
    expect(await sites()).toEqual(before)
  },
)

test('csrf: no response allows another origin to read it', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const response = await fetch(`${server.url}/api/v1/sites`, {
      method,
      headers: { cookie: thandi.cookie(), origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  }
})

test('csrf: a page of the same origin may write, and a till needs no origin', async () => {
  const made = await thandi.send('POST', '/api/v1/sites', { sitename: 'Rosebank', location: 'x' })
  expect(made).toMatchObject({ status: 201, body: { siteid: expect.any(Number) } })
  expect(await thandi.send('DELETE', `/api/v1/sites/${made.body.siteid}`)).toMatchObject({ status: 200 })
  expect((await thandisTill.push([{ reference: '1', saledate: '2026-11-21T10:00:00Z', finalamount: 1 }])).status).toBe(200)
})

test('http methods: GET, HEAD and OPTIONS write nothing, whatever the call', async () => {
  const before = await sites()
  const calls = [
    'sites/create',
    'sites/update',
    'sites/remove',
    'tills/create',
    'session/signOut',
    'session/requestPasswordReset',
    'signup/finish',
    'rpc_create_business',
    'tills/push',
  ]
  const data = new URLSearchParams({ data: ENVELOPE })
  for (const method of ['GET', 'HEAD', 'OPTIONS']) {
    for (const call of calls) expect((await sent(`/api/rpc/${call}?${data}`, { method })).status, `${method} ${call}`).toBe(405)
    for (const path of ['/sites?sitename=Planted&location=x', '/session', '/signup/finish', '/sales'])
      await sent(`/api/v1${path}`, { method })
  }
  expect(await sites()).toEqual(before)
  expect(await thandi.api.session.get()).not.toBeNull()
})

test('http methods: HEAD of a page answers with its headers', async () => {
  for (const path of ['/healthz', '/readyz', '/login', '/api/v1/openapi.json']) {
    expect(await sent(path, { method: 'HEAD' })).toEqual({ status: 200, body: '' })
  }
})

const withBody = (body: string, headers = {}) =>
  sent('/api/v1/sites', { headers: { origin: server.config.publicUrl, 'content-type': 'application/json', ...headers }, body })

test('request body: is refused above 2 MiB, with or without Content-Length', async () => {
  const large = JSON.stringify({ sitename: 'x'.repeat(2 * 1024 * 1024), location: 'x' })
  expect(await withBody(large)).toMatchObject({ status: 413, body: expect.stringContaining('A request is at most 2 MiB.') })
  const status = await new Promise((resolve, reject) => {
    const chunked = request(`${server.url}/api/v1/sites`, {
      method: 'POST',
      headers: {
        cookie: thandi.cookie(),
        origin: server.config.publicUrl,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
    })
    chunked.on('response', (response) => resolve(response.resume().statusCode)).on('error', reject)
    for (let at = 0; at < large.length; at += 64 * 1024) chunked.write(large.slice(at, at + 64 * 1024))
    chunked.end()
  })
  expect(status).toBe(413)
})

test.each([
  ['it is not JSON', '{"sitename":', 400],
  ['it is empty', '', 422],
  ['it is an array', '[]', 422],
  ['it has an unknown key', '{"sitename":"x","location":"x","businessid":"00000000-0000-0000-0000-000000000000"}', 422],
  ['it has the key __proto__', '{"sitename":"x","location":"x","__proto__":{"siteid":1}}', 422],
  ['it has a NUL character', '{"sitename":"\\u0000","location":"x"}', 422],
])('request body: is refused if %s', async (_what, body, status) => {
  const before = await sites()
  expect((await withBody(body)).status).toBe(status)
  expect(await sites()).toEqual(before)
})

test('request body: every call that writes refuses an unknown key', async () => {
  const before = await sites()
  const writes: [string, string, object][] = [
    ['POST', '/sites', { sitename: 'x', location: 'x' }],
    ['PUT', `/sites/${thandi.siteid}`, { sitename: 'x', location: 'x', opened: { version: 1 } }],
    ['POST', `/sites/${thandi.siteid}/tills`, { name: 'x' }],
    ['POST', '/session', thandi.credentials],
    ['POST', '/signup', { ...thandi.credentials, firstname: 'x', lastname: 'x' }],
    ['POST', '/functions/create-user', { email: 'new@winkel.example', password: 'x' }],
    ['POST', '/rpc/rpc_create_business', { p_name: 'x', p_reg: 'x' }],
    ['PUT', '/signup/site', { sitename: 'x', location: 'x' }],
    ['PUT', '/signup/plan', { subscriptionid: 1 }],
  ]
  for (const [method, path, body] of writes) {
    for (const key of ['businessid', 'user_id', 'role', 'saleid']) {
      const answer = await thandi.send(method, `/api/v1${path}`, { ...body, [key]: 1 })
      expect(answer, `${path} ${key}`).toMatchObject({ status: 422, body: { message: expect.stringContaining(key) } })
    }
  }
  const push = await thandisTill.push([{ reference: '2', saledate: '2026-11-21T10:00:00Z', finalamount: 1, saleid: 1 }])
  expect(push.body.sales).toMatchObject([{ status: 'rejected', reason: expect.stringContaining('saleid') }])
  expect(await sites()).toEqual(before)
})
