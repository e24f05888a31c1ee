import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { READ_KEY_REFUSED } from '../../contract/read-keys.ts'
import { findKeyRights, findRights, type RightInput } from '../../contract/rights.ts'
import { createClient, createOwner, createTill, newCredentials, type TestClient } from '../testing/clients.ts'
import { byRest, byRpc, type CallIds, createInputs, HIRE, MISSING, procedures, range } from '../testing/every-call.ts'
import { testServer } from '../testing/server.ts'

// Thandi's business has the sites Sandton and Rosebank. People with each right have the site Sandton, and make every call of the contract
// with ids of both sites. What a right includes answers, and all else answers as if it did not exist.

const server = await testServer({ readKeyLimits: { requests: 100_000 } })
afterAll(server.close)
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))

const thandi = await createOwner(server, { businessname: 'Thandi’s Treasury' })
const { api } = thandi
const opened = { version: 1 }
await api.sites.update({ siteid: thandi.siteid, sitename: 'Sandton', location: 'x', opened })
const { siteid: rosebank } = await api.sites.create({ sitename: 'Rosebank', location: 'x' })

/** A product, a sale of it and a row of everything else that belongs to a site. */
async function fill(siteid: number, { name, revenue, cost }: { name: string; revenue: number; cost: number }): Promise<CallIds> {
  const { productid } = await api.products.create({
    ...{ siteid, productname: `${name} bread`, barcode: `${name}-6001`, supplier: 'The mill' },
    ...{ price: revenue, purchaseprice: cost, stock: 5, reorder_level: 50 },
  })
  const till = await createTill(server, { api, siteid })
  const { employeeid } = await api.employees.create({ ...HIRE, ...newCredentials(server), position: 'Employee', siteid })
  const pushed = await till.push([
    {
      ...{ reference: `${name} receipt`, saledate: '2026-11-20T09:00:00Z', finalamount: revenue, payment_method: `${name}-pay` },
      ...{ employeeid, items: [{ productid, quantity: 1 }] },
    },
  ])
  const delivery = await api.stock.create({
    ...{ kind: 'delivery', siteid, reference: `${name} delivery`, finish: true },
    lines: [{ productid, quantity: 1, purchaseprice: cost }],
  })
  const count = await api.stock.counts.begin({ siteid, scope: { of: 'all' }, note: `${name} count` })
  await api.cashUps.create({
    ...{ siteid, day: '2026-11-20', note: `${name} cash`, lines: [{ payment_method: `${name}-pay`, counted: revenue }] },
    opened: { entry: 0, sales: 1 },
  })
  const { suppliers } = await api.suppliers.options().then((all) => ({ suppliers: all }))
  const change = await api.products.changes.preview({
    search: { ids: String(productid) },
    change: { kind: 'set_price', price: 1 },
  })
  const report = await api.reports.saved.create({ name: `${name} hours`, search: 'by=hour' })
  const ticket = await api.tickets.create({ subject: `${name} ticket`, message: 'x' })
  return {
    ...{ siteid, productid, employeeid, documentid: delivery.documentid, countid: count.documentid },
    ...{ tillid: till.till.tillid, saleid: Number(pushed.body.sales[0].saleid), ticketid: ticket.ticketid },
    ...{ reportid: report.reportid, supplierid: Number(suppliers.at(-1)?.supplierid), changeid: String(change.changeid) },
    ...{
      webhookid: MISSING.webhookid,
      keyid: MISSING.keyid,
      messageid: MISSING.messageid,
      importid: randomUUID(),
      salesImport: MISSING.salesImport,
      email: MISSING.email,
      sessionid: MISSING.sessionid,
    },
  }
}
const ofSandton = await fill(thandi.siteid, { name: 'Sandton', revenue: 222.22, cost: 44.44 })
const ofRosebank = await fill(rosebank, { name: 'Rosebank', revenue: 777.77, cost: 66.66 })

/** Someone with a login and a right, who is signed in. */
async function hire(right: RightInput) {
  const credentials = newCredentials(server)
  const { employeeid } = await api.employees.create({ ...HIRE, ...credentials, position: 'Manager', siteid: thandi.siteid })
  await api.employees.setRight({ employeeid, right })
  const client = createClient(server)
  const session = await client.api.session.signIn(credentials)
  return { ...client, credentials, employeeid, session, right }
}
const right = (name: RightInput['name'], sees_costs = false): RightInput => ({
  ...{ name, sees_costs, siteids: name === 'bookkeeper' ? [] : [thandi.siteid] },
})

const OTHER_SITE = ['Rosebank', '777.77', '777,77', '66.66', '66,66']
const REVENUE = ['Sandton-pay', 'Sandton receipt', 'Rosebank-pay', '777.77']
const COSTS = ['44.44', '44,44', '148.79']
const PEOPLE = {
  bookkeeper: { ...(await hire(right('bookkeeper'))), secrets: [] as string[] },
  'manager who sees costs': { ...(await hire(right('manager', true))), secrets: OTHER_SITE },
  'manager who sees no costs': { ...(await hire(right('manager'))), secrets: [...OTHER_SITE, ...COSTS] },
  'stock keeper': { ...(await hire(right('stock'))), secrets: [...OTHER_SITE, ...REVENUE] },
}
type Person = (typeof PEOPLE)[keyof typeof PEOPLE]

/** Of the person's own session and of machines: no right includes or excludes them. */
const OPEN = /^(session|signup)\.|^rpc_create_business$|^tills\.push$/
const calls = [...procedures.keys()].filter((name) => !OPEN.test(name))

const inputs = createInputs({
  ...{ siteid: thandi.siteid, productid: ofSandton.productid, supplierid: ofSandton.supplierid },
  ...{ form: randomUUID(), accounts: {}, guess: newCredentials(server).password, newLogin: () => newCredentials(server) },
})
const ask = (who: TestClient, name: string, ids: CallIds, way: 'rpc' | 'rest') =>
  (way === 'rpc' ? byRpc : byRest)(who, name, inputs[name]?.(ids))

function expectNoSecret(text: string, { secrets }: Pick<Person, 'secrets'>, what: string) {
  const shown = secrets.filter((secret) => text.includes(secret))
  expect(shown, `${what} shows ${text}`).toEqual([])
}

describe.each(Object.entries(PEOPLE))('rights: a %s', (_name, person) => {
  const includes = (call: string) => findRights(call).includes(person.right.name)

  test('signs in, with the right in the session', () => {
    expect(person.session).toMatchObject({
      role: 'employee',
      business: { name: 'Thandi’s Treasury' },
      right: { name: person.right.name },
    })
  })

  test.each(calls.filter(includes))('makes the call %s, and sees nothing beyond the right', async (name) => {
    for (const way of ['rpc', 'rest'] as const) {
      const own = await ask(person, name, ofSandton, way)
      expect(own.status, own.text).toBeLessThan(500)
      expect(own.text).not.toContain('RIGHT_REFUSED')
      expectNoSecret(own.text, person, name)
      const other = await ask(person, name, ofRosebank, way)
      expectNoSecret(other.text, person, name)
      if (person.right.name !== 'bookkeeper' && other.status === 404) expect(other).toEqual(await ask(person, name, MISSING, way))
    }
  })

  test.each(calls.filter((name) => !includes(name)))('makes no call %s', async (name) => {
    for (const way of ['rpc', 'rest'] as const) {
      const answers = await Promise.all([ofSandton, ofRosebank, MISSING].map((ids) => ask(person, name, ids, way)))
      for (const answer of answers) expect(answer).toMatchObject({ status: 404, text: expect.stringContaining('RIGHT_REFUSED') })
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
  })
})

const FILES: Record<string, (ids: CallIds) => string> = {
  'sales.export': () => `/sales.csv?${new URLSearchParams(range())}`,
  'reports.export': ({ siteid }) => `/reports.csv?${new URLSearchParams({ ...range(), by: 'site', sites: String(siteid) })}`,
  'accounting.export': () => `/reports/accounting.csv?${new URLSearchParams({ ...range(), program: 'xero' })}`,
  'products.export': () => '/products.csv',
  'employees.export': () => '/employees.csv',
  'changes.export': () => '/changes.csv',
  'cashUps.export': () => '/cash-ups.csv?month=2026-11',
  'stock.export': ({ documentid }) => `/stock/document.csv?documentid=${documentid}`,
  'stockReports.reorder': () => '/reports/reorder.csv',
  'stockReports.slowSellers': () => '/reports/slow-sellers.csv',
  'stockReports.stockValue': () => '/reports/stock-value.csv',
  'stockReports.inTransit': () => '/reports/in-transit.csv',
  'stockReports.shrinkage': () => `/reports/shrinkage.csv?${new URLSearchParams(range())}`,
  'products.picture.get': ({ productid }) => `/products/${productid}/picture`,
}

describe.each(Object.entries(PEOPLE))('rights: a %s', (_name, person) => {
  test.each(Object.entries(FILES))('takes the file %s with what the right shows, or not at all', async (call, path) => {
    const includes = findRights(`files.${call}`).includes(person.right.name)
    for (const ids of [ofSandton, ofRosebank]) {
      const answer = await person.fetch(`/api/v1${path(ids)}`)
      const text = await answer.text()
      expect(answer.status, text).toBeLessThan(500)
      expect(text.includes('RIGHT_REFUSED'), text).toBe(!includes)
      expectNoSecret(text, person, call)
    }
  })
})

test('rights: calls for the same figures at the same time share no read with another right', async () => {
  const { bookkeeper, 'manager who sees costs': manager, 'manager who sees no costs': without } = PEOPLE
  const people = [thandi, manager, without, bookkeeper]
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => people[nth % 4]?.api.dashboard.figures({ ...range() })),
  )
  const seen = answers.map((figures) => [figures?.revenue, figures?.cost])
  const all = [999.99, 111.1]
  const own = [222.22, 44.44]
  expect(seen).toEqual(Array.from({ length: 4 }, () => [all, own, [222.22, 0], all]).flat())
})

/** A program with a read key of the right. */
async function createProgram(right: RightInput) {
  const { key } = await api.readKeys.create({ name: `Key of a ${right.name}`, right, days: 30 })
  server.secrets.add(key)
  return { ...createClient(server, { authorization: `Bearer ${key}` }), right }
}
const PROGRAMS = await Promise.all(
  Object.entries(PEOPLE).map(async ([name, { right, secrets }]) => [name, { ...(await createProgram(right)), secrets }] as const),
)

describe.each(PROGRAMS)('read keys: the key of a %s', (_name, program) => {
  const includes = (call: string) => findKeyRights(call).includes(program.right.name)
  // Calls of tills and of people without a session too.
  const all = [...procedures.keys()]

  test.each(all.filter(includes))('makes the call %s, and sees nothing beyond its right', async (name) => {
    const own = await ask(program, name, ofSandton, 'rest')
    expect(own.status, own.text).toBeLessThan(500)
    expect(own.status, own.text).not.toBe(401)
    expect(own.text).not.toContain('RIGHT_REFUSED')
    expectNoSecret(own.text, program, name)
    const other = await ask(program, name, ofRosebank, 'rest')
    expectNoSecret(other.text, program, name)
    const missing = await ask(program, name, MISSING, 'rest')
    if (program.right.name !== 'bookkeeper' && other.status === 404) expect(other).toEqual(missing)
    const inBrowser = await ask(program, name, ofSandton, 'rpc')
    expect(inBrowser).toMatchObject({ status: 401, text: expect.stringContaining(READ_KEY_REFUSED.message) })
  })

  test('makes no other call', async () => {
    for (const name of all.filter((call) => !includes(call))) {
      const answers = await Promise.all([ofSandton, ofRosebank, MISSING].map((ids) => ask(program, name, ids, 'rest')))
      for (const answer of answers) expect({ name, ...answer }).toMatchObject({ status: 404, body: { code: 'RIGHT_REFUSED' } })
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    }
  })

  test.each(Object.entries(FILES))('takes the file %s with what its right shows, or not at all', async (call, path) => {
    for (const ids of [ofSandton, ofRosebank]) {
      const answer = await program.fetch(`/api/v1${path(ids)}`)
      const text = await answer.text()
      expect(answer.status, text).toBeLessThan(500)
      expect(text.includes('RIGHT_REFUSED'), text).toBe(!includes(`files.${call}`))
      expectNoSecret(text, program, call)
    }
  })
})

test('rights: a stream says nothing of a sale at another site', async () => {
  const { 'stock keeper': person } = PEOPLE
  const tills = {
    sandton: await createTill(server, { api, siteid: thandi.siteid }),
    rosebank: await createTill(server, { api, siteid: rosebank }),
  }
  const sell = (site: keyof typeof tills, reference: string) =>
    tills[site].push([{ reference, saledate: '2026-11-21T09:00:00Z', finalamount: 1 }])
  const ended = new AbortController()
  const [own, all] = await Promise.all([person, thandi].map(({ api }) => api.live.changes(undefined, { signal: ended.signal })))
  const next = async (events = own) => (await events?.next())?.value
  expect([await next(own), await next(all)]).toEqual([{ changed: 'sales' }, { changed: 'sales' }])
  const ofSandton = next(own)
  let isSeen = false
  void ofSandton.then(() => {
    isSeen = true
  })
  await sell('rosebank', 'elsewhere')
  expect(await next(all)).toEqual({ changed: 'sales' })
  // The person's stream has heard of it too: what it looks at is the same after a call of the person.
  await person.api.products.list({ q: '' })
  expect(isSeen).toBe(false)
  await sell('sandton', 'here')
  expect(await ofSandton).toEqual({ changed: 'sales' })
  ended.abort()
})

test('rights: a bookkeeper and a manager save cash-ups and what they chose, a manager only of the own sites', async () => {
  const { bookkeeper, 'manager who sees costs': manager, 'manager who sees no costs': without, 'stock keeper': stock } = PEOPLE
  const lines = [{ payment_method: 'cash', counted: 5 }]
  const cashUp = (siteid: number, day: string) => ({ siteid, day, lines, note: 'x', opened: { entry: 0, sales: 0 } })
  await bookkeeper.api.cashUps.create(cashUp(rosebank, '2026-11-11'))
  await manager.api.cashUps.create(cashUp(thandi.siteid, '2026-11-12'))
  await without.api.cashUps.create(cashUp(thandi.siteid, '2026-11-13'))
  await expect(manager.api.cashUps.create(cashUp(rosebank, '2026-11-14'))).rejects.toMatchObject({ status: 404 })
  expect(await api.cashUps.day({ siteid: thandi.siteid, day: '2026-11-13' })).toMatchObject({ entries: [{ note: 'x' }] })
  for (const person of [bookkeeper, manager, without]) {
    await person.api.account.saveComparison({ compare: 'year' })
    await person.api.dashboard.markSeen({ as_at: new Date() })
  }
  await stock.api.account.saveProductList({ per_page: 25, columns: [] })
  expect(await stock.api.session.get()).toMatchObject({ product_list: { per_page: 25 } })
})

test('rights: the owner alone gives a right, and a person without one is out at once', async () => {
  const credentials = newCredentials(server)
  const admin = createClient(server)
  await api.employees.create({ ...HIRE, ...credentials, siteid: thandi.siteid })
  await admin.api.session.signIn(credentials)
  const person = await hire(right('stock'))
  const { employeeid } = person
  const give = { employeeid, right: right('bookkeeper') }
  await expect(admin.api.employees.setRight(give)).rejects.toMatchObject({ code: 'OWNER_ONLY' })
  await expect(person.api.employees.setRight(give)).rejects.toMatchObject({ code: 'RIGHT_REFUSED' })
  await expect(
    api.employees.setRight({ employeeid, right: { ...right('manager'), siteids: [MISSING.siteid] } }),
  ).rejects.toMatchObject({ code: 'NO_SITE' })
  await expect(api.employees.setRight({ employeeid: thandi.employeeid, right: right('stock') })).rejects.toMatchObject({
    code: 'NO_LOGIN',
  })
  await api.employees.setRight(give)
  expect(await person.api.dashboard.figures(range())).toMatchObject({ orders: expect.any(Number) })
  await api.employees.setRight({ employeeid, right: null })
  await expect(person.api.products.list({ q: '' })).rejects.toMatchObject({ status: 401 })
  await expect(createClient(server).api.session.signIn(person.credentials)).rejects.toMatchObject({
    code: 'ROLE_REFUSED',
    message: 'Only business owners/admins may log in.',
  })
  const { rows } = await api.changes.list({ noun: 'right' })
  expect(rows[0]).toMatchObject({ before: { right: 'bookkeeper' }, after: { right: 'none' } })
})

test('rights: a right ends with the position Owner, and does not come back with another one', async () => {
  const person = await hire(right('stock'))
  const { employeeid } = person
  const find = async () => {
    const { rows } = await server.ownerPool.query<{ version: number; right: string | null }>(
      'select e.version, r.name as "right" from employee e left join rights r using (businessid, user_id) where employeeid = $1',
      [employeeid],
    )
    return rows[0] ?? { version: 0, right: null }
  }
  const save = async (position: 'Owner' | 'Manager') => {
    const { version } = await find()
    await api.employees.update({ ...HIRE, position, siteid: thandi.siteid, employeeid, opened: { version } })
  }
  await save('Manager')
  expect(await person.api.products.list({ q: '' })).toMatchObject({ page: 1 })
  await save('Owner')
  await save('Manager')
  expect(await find()).toMatchObject({ right: null })
})

test('rights: documents with another site are in no list, count or search', async () => {
  const { 'stock keeper': stock, 'manager who sees costs': manager } = PEOPLE
  await api.stock.create({
    ...{ kind: 'transfer', siteid: rosebank, to_siteid: thandi.siteid, reference: 'KEY-771', finish: true },
    lines: [{ productid: ofRosebank.productid, quantity: 1 }],
  })
  for (const person of [stock, manager]) {
    expect(await person.api.stock.list({ q: 'KEY-7' })).toMatchObject({ rows: [], results: 0 })
    expect(await person.api.stock.list({ siteid: rosebank })).toMatchObject({ rows: [], results: 0 })
    const all = await person.api.stock.list({})
    expect(all.results).toBe(all.rows.length)
    expect(await person.api.stock.waiting()).toMatchObject({ counts: { transfers: 0 } })
    expect(await person.api.stockReports.stockValue({ day: '2026-11-23' })).toMatchObject({ rows: expect.any(Array) })
  }
})

test('rights: a person who leaves by a sign-up is in the log, and keeps no right in the session', async () => {
  const person = await hire(right('bookkeeper'))
  await person.api.signup.start({ ...person.credentials, firstname: 'Sipho', lastname: 'Dube' })
  expect(await person.api.session.get()).toMatchObject({ role: null, business: null })
  expect(await person.api.session.get()).not.toHaveProperty('right')
  await person.api.rpc_create_business({ p_name: 'Dube Stores', p_reg: '2026/1' })
  const { rows } = await api.changes.list({ noun: 'right' })
  expect(rows[0]).toMatchObject({ before: { right: 'bookkeeper' }, after: { right: 'none' } })
})

test('rights: a read that waits is shared with nobody whose right is another one when it runs', async () => {
  const long = { from: '2020-01-01', to: '2026-11-30' }
  const people = [await hire(right('manager', true)), await hire(right('manager', true)), await hire(right('manager', true))]
  const busy = Array.from({ length: 48 }, (_, nth) =>
    api.dashboard.figures({ from: `20${10 + (nth % 10)}-01-01`, to: `2026-11-${10 + (nth % 20)}` }).catch(() => undefined),
  )
  const asked: Promise<unknown>[] = []
  for (const { api: theirs } of people) {
    asked.push(theirs.dashboard.figures(long).catch((error: { code: string }) => error.code))
    await theirs.session.get()
  }
  await api.employees.setRight({ employeeid: people[1]?.employeeid ?? 0, right: right('bookkeeper') })
  const [first, , third] = await Promise.all(asked)
  await Promise.all(busy)
  const { revenue } = (await people[2]?.api.dashboard.figures(long)) ?? { revenue: 0 }
  expect(first).toMatchObject({ revenue })
  expect(third).toMatchObject({ revenue })
})
