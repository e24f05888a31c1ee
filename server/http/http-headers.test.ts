import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createAccount, createClient, createOwner, createTill } from '../testing/clients.ts'
import { startServer, testServer } from '../testing/server.ts'

const server = await testServer()
afterAll(server.close)
const thandi = await createOwner(server)
const thandisTill = await createTill(server, thandi)

/** One answer of each kind: pages, files, calls, refusals, mistakes. */
const ANSWERS: [string, number, string, RequestInit?][] = [
  ['a page', 200, '/login'],
  ['an unknown page', 200, '/nowhere'],
  ['a file', 200, '/assets/app-1a2b3c.js'],
  ['a missing file', 404, '/assets/missing-1a2b3c.js'],
  ['a source map', 404, '/assets/app-1a2b3c.js.map'],
  ['liveness', 200, '/healthz'],
  ['readiness', 200, '/readyz'],
  ['a call', 200, '/api/v1/sites'],
  ['a refusal', 401, '/api/v1/sites', { headers: { cookie: '' } }],
  ['a foreign page’s call', 403, '/api/v1/sites', { method: 'POST', headers: { origin: 'https://evil.example' } }],
  ['a call that is not there', 404, '/api/v1/nothing'],
  ['a row that is not there', 404, '/api/v1/sites/999999/tills'],
  ['a wrong method', 405, '/api/rpc/sites/create'],
  ['a wrong body', 415, '/api/v1/sites', { method: 'POST', body: 'x' }],
  ['a wrong field', 422, '/api/v1/sites?page=nothing'],
  ['the API’s description', 200, '/api/v1/openapi.json'],
  ['the API’s page', 200, '/api/docs'],
  ['a missing file of the API’s page', 404, '/api/docs/constructor'],
  ['a write to no call', 404, '/nowhere', { method: 'POST' }],
]

test.each(ANSWERS)('http headers: %s is answered %i with every security header', async (_kind, status, path, init) => {
  const response = await thandi.fetch(path, init)
  const headers = Object.fromEntries(response.headers)
  expect(response.status).toBe(status)
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'permissions-policy': 'camera=(self), geolocation=(), microphone=()',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
  })
  expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|\*/)
  if (path !== '/api/docs') expect(headers['content-security-policy']).not.toContain('unsafe-inline')
  expect(headers).not.toHaveProperty('strict-transport-security')
  expect(headers).not.toHaveProperty('x-powered-by')
  if (path.startsWith('/api/v1/') || path.startsWith('/api/rpc/')) expect(headers['cache-control']).toBe('no-store')
})

test('http headers: a page has a new nonce each time and is not cached; a hashed file is cached for ever', async () => {
  const nonces = await Promise.all(
    [1, 2].map(
      async () => /nonce-([\w-]+)/.exec((await thandi.fetch('/login')).headers.get('content-security-policy') ?? '')?.[1],
    ),
  )
  expect(nonces[0]).not.toBe(nonces[1])
  const page = await thandi.fetch('/login')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(await page.text()).not.toContain('__NONCE__')
  expect((await thandi.fetch('/assets/app-1a2b3c.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('http headers: proxies neither buffer nor transform a live stream', async () => {
  const leaving = new AbortController()
  const { headers } = await thandi.fetch('/api/v1/live', { signal: leaving.signal })
  leaving.abort()
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'x-accel-buffering': 'no',
    'cache-control': 'no-store, no-transform',
  })
})

test('http headers: over https every answer has strict-transport-security', async () => {
  const secure = await startServer(server.store, { publicUrl: 'https://shop.winkel.example' })
  onTestFinished(secure.close)
  for (const path of ['/login', '/healthz', '/api/v1/sites', '/assets/none.js']) {
    expect((await createClient(secure).fetch(path)).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    )
  }
})

test.each([
  '/../package.json',
  '/%2e%2e/package.json',
  '/assets/%2e%2e/%2e%2e/package.json',
  '/assets/..%2f..%2fpackage.json',
  '/index.html%00.js',
])('static files: %s reads no file outside the build', async (path) => {
  const text = await (await thandi.fetch(path)).text()
  expect(text).not.toContain('dependencies')
})

test('static files: a screen has a page of its own, with a nonce, and every other path has the same page', async () => {
  const read = async (path: string) => {
    const page = await thandi.fetch(path)
    const html = await page.text()
    const nonce = /nonce="([^"]+)"/.exec(html)?.[1]
    expect(page.headers.get('content-security-policy')).toContain(`'nonce-${nonce}'`)
    return html.includes('<title>Sales</title>')
  }
  expect(await read('/sales?range=MTD')).toBe(true)
  for (const path of ['/', '/login', '/index', '/index.html', '/sales.html', '/sales/1']) expect(await read(path)).toBe(false)
})

test('DELETE: parameters after its path, which it would ignore, are refused, also of a file', async () => {
  const { siteid } = await thandi.api.sites.create({ sitename: 'Rosebank', location: 'x' })
  for (const path of [`/sites/${siteid}?if_empty=true`, '/account/sessions?id=7', '/products/1/picture?x']) {
    const { status, body } = await thandi.send('DELETE', `/api/v1${path}`)
    expect({ status, body }).toMatchObject({ status: 422, body: { message: 'A DELETE takes no parameters after its path.' } })
  }
  expect((await thandi.send('DELETE', `/api/v1/sites/${siteid}`)).status).toBe(200)
})

/** Words that no error message may contain: of SQL, the schema, this machine, a stack trace. */
const INSIDE =
  /select |insert |update |constraint|violates|relation|__\w|postgres|kysely|node_modules|\/server\/|\.ts\b|\bat .*:\d+:\d+|winkel_/i

test('error answer: has one shape and no internal detail', async () => {
  const sipho = await createAccount(server)
  const answers = [
    await thandi.send('DELETE', `/api/v1/sites/${thandi.siteid}`),
    await thandi.send('DELETE', '/api/v1/sites/999999'),
    await thandi.send('DELETE', '/api/v1/sites/99999999999999999999999'),
    await thandi.send('PUT', '/api/v1/sites/1', { sitename: 'x'.repeat(201), location: 'x' }),
    await thandi.send('GET', '/api/v1/dashboard/figures?from=2026-02-31&to=2026-03-01'),
    await thandi.send('GET', '/api/v1/dashboard/figures?from=0001-01-01&to=9999-12-31'),
    await thandi.send('GET', '/api/v1/sites?sort=businessid'),
    await thandi.send('GET', '/api/v1/sites?sort[]=siteid&sort[]=x'),
    await thandi.send('GET', '/api/v1/sites?q=%00'),
    await sipho.send('GET', '/api/v1/sites'),
    await sipho.send('PUT', '/api/v1/signup/site', { sitename: 'x', location: 'x' }),
    await createClient(server).send('POST', '/api/v1/session', { email: "' or 1=1 --@x.example", password: 'x' }),
    await thandi.send('POST', '/api/v1/nothing', {}),
  ]
  for (const { status, body } of answers) {
    expect(body).toMatchObject({
      code: expect.stringMatching(/^[A-Z_]+$/),
      status,
      message: expect.any(String),
      defined: expect.any(Boolean),
    })
    expect(status).toBeLessThan(500)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(JSON.stringify(body)).not.toMatch(INSIDE)
  }
})

test('error answer: an internal error has no details, and the log has them', async () => {
  await server.ownerPool.query('alter table support_tickets rename to hidden')
  const { status, body } = await thandi
    .send('GET', '/api/v1/dashboard/tickets')
    .finally(() => server.ownerPool.query('alter table hidden rename to support_tickets'))
  expect({ status, body }).toEqual({
    status: 500,
    body: { defined: false, code: 'INTERNAL_SERVER_ERROR', status: 500, message: 'Internal server error' },
  })
  expect(server.logged.some((line) => line.includes('support_tickets') && line.includes('"request"'))).toBe(true)
})

test('error answer: a full disk is a 503 that may be retried, and /readyz says so', async () => {
  const visitor = createClient(server)
  expect((await visitor.fetch('/readyz')).status).toBe(200)
  await server.ownerPool.query(`
    create function refuse_for_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger refuse before insert on site for each row execute function refuse_for_space();
    create trigger refuse before insert on sales for each row execute function refuse_for_space()`)
  onTestFinished(async () => {
    await server.ownerPool.query('drop function refuse_for_space cascade')
  })
  const calls = {
    site: { path: '/api/v1/sites', body: { sitename: 'Rosebank', location: 'x' }, headers: {} },
    sale: {
      path: '/api/v1/sales',
      body: { sales: [{ reference: 'full', saledate: '2026-11-21T10:00:00Z', finalamount: 1 }] },
      headers: { authorization: `Bearer ${thandisTill.key}` },
    },
  }
  for (const { path, body, headers } of Object.values(calls)) {
    const answer = await thandi.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    expect(await answer.json()).toEqual({
      defined: false,
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      message: 'There is no space left to store this. Please try again later.',
    })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
  }
  const readiness = await visitor.fetch('/readyz')
  expect([readiness.status, await readiness.json()]).toMatchObject([503, { status: 'not ready', reason: 'disk full' }])
})

test('error answer: a sale with a value out of range is named, its column is not', async () => {
  const { rows } = await server.ownerPool.query(
    `insert into product (businessid, siteid, productname, barcode, stock) values ($1, $2, 'Bread', '600', -999999000) returning productid`,
    [thandi.businessid, thandi.siteid],
  )
  const { status, body } = await thandisTill.push([
    { reference: '1', saledate: '2026-11-21T10:00:00Z', items: [{ productid: rows[0].productid, quantity: 1_000_000 }] },
    { reference: '2', saledate: '2026-11-21T10:00:00Z', finalamount: 1 },
  ])
  expect(status).toBe(200)
  expect(body.sales).toMatchObject([{ status: 'rejected', reference: '1' }, { status: 'created' }])
  expect(JSON.stringify(body)).not.toMatch(INSIDE)
})

test('request log: names the till, and the user of an export or import', async () => {
  const before = server.logged.length
  await thandisTill.push([{ reference: 'logged', saledate: '2026-11-21T10:00:00Z', finalamount: 1 }])
  await thandi.fetch('/api/v1/sales.csv?from=2026-11-01&to=2026-11-30').then((answer) => answer.text())
  const who = { user: thandi.user_id, business: thandi.businessid }
  const lines = server.logged.slice(before).map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { till: expect.stringMatching(/^wk_.{6}$/), path: '/api/v1/sales', status: 200, msg: 'answered' },
    { ...who, path: '/api/v1/sales.csv', status: 200, msg: 'answered' },
    { ...who, path: '/api/v1/sales.csv', msg: 'an export was read to its end' },
  ])
})

test('request log: one line of JSON for each call, with user, call and request id', async () => {
  const response = await thandi.fetch('/api/v1/sites')
  const id = response.headers.get('x-request-id')
  const lines = server.logged.map((line) => JSON.parse(line)).filter(({ request }) => request === id)
  expect(lines).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/api/v1/sites',
      status: 200,
      ms: expect.any(Number),
      user: thandi.user_id,
      business: thandi.businessid,
      msg: 'answered',
    }),
  ])
  await (await createAccount(server)).api.rpc_create_business({ p_name: 'Botha Bakery', p_reg: '2026/000002/07' })
  const events = server.logged.map((line) => JSON.parse(line).event)
  expect(events).toEqual(expect.arrayContaining(['account_created', 'business_saved', 'till_key_created']))
})
