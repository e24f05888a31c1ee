import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { READ_KEY_REFUSED } from '../../contract/read-keys.ts'
import { findKeyRights, findRights, type RightInput } from '../../contract/rights.ts'
import { createTenantScopes } from '../../db/tenant-scope.ts'
import { createClient, createOwner, createProgram, createTill, newCredentials, type TestClient } from '../testing/clients.ts'
import { byRest, byRpc, type CallIds, createInputs, HIRE, MISSING, procedures, range } from '../testing/every-call.ts'
import { createImportHelpers } from '../testing/product-imports.ts'
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
  await till.push([{ reference: `${name} refused`, saledate: '2026-11-20T09:00:00Z', finalamount: revenue, tip: 1 }])
  const refused = await api.refusedSales.list({ siteid })
  const delivery = await api.stock.create({
    ...{ kind: 'delivery', siteid, reference: `${name} delivery`, finish: true },
    lines: [{ productid, quantity: 1, purchaseprice: cost }],
  })
  const count = await api.stock.counts.begin({ siteid, scope: { of: 'all' }, note: `${name} count` })
  await api.cashUps.create({
    ...{ siteid, day: '2026-11-20', note: `${name} cash`, lines: [{ payment_method: `${name}-pay`, counted: revenue }] },
    opened: { entry: 0, sales: 1 },
  })
  const movement = await api.drawerMovements.create({
    ...{ siteid, day: '2026-11-20', kind: 'paid_out', amount: 5, reason: `${name} stamps` },
  })
  const { suppliers } = await api.suppliers.options().then((all) => ({ suppliers: all }))
  const change = await api.products.changes.preview({
    search: { ids: String(productid) },
    change: { kind: 'set_price', price: 1 },
  })
  const report = await api.reports.saved.create({ name: `${name} hours`, search: 'by=hour' })
  const ticket = await api.tickets.create({ subject: `${name} ticket`, message: 'x' })
  return {
    ...{ movementid: movement.movementid },
    ...{ siteid, productid, employeeid, documentid: delivery.documentid, countid: count.documentid },
    ...{ tillid: till.till.tillid, saleid: Number(pushed.body.sales[0].saleid), ticketid: ticket.ticketid },
    refusedid: Number(refused.rows[0]?.refusedid),
    sellerid: MISSING.sellerid,
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
const OPEN = /^(session|signup)\.|^rpc_create_business$|^(tills|drawerMovements)\.push$|^tillCatalogue\./
const calls = [...procedures.keys()].filter((name) => !OPEN.test(name))

const inputs = createInputs({
  ...{ siteid: thandi.siteid, productid: ofSandton.productid, supplierid: ofSandton.supplierid },
  ...{ form: randomUUID(), accounts: {}, guess: newCredentials(server).password, newLogin: () => newCredentials(server) },
})
/** They would take away what the other calls are made with: the stories below make them. */
const ENDINGS = new Set(['products.update', 'products.remove', 'stock.counts.approve', 'stock.counts.cancel'])
/** The names of all sites: goods may go to each. */
const NAMES_SITES = 'stock.destinations'
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
    const secrets = name === NAMES_SITES ? person.secrets.filter((secret) => secret !== 'Rosebank') : person.secrets
    for (const way of ['rpc', 'rest'] as const) {
      const own = await ask(person, name, ENDINGS.has(name) ? MISSING : ofSandton, way)
      expect(own.status, own.text).toBeLessThan(500)
      expect(own.text).not.toContain('RIGHT_REFUSED')
      expectNoSecret(own.text, { secrets }, name)
      const other = await ask(person, name, ofRosebank, way)
      expectNoSecret(other.text, { secrets }, name)
      if (person.right.name !== 'bookkeeper' && other.status === 404) expect(other).toEqual(await ask(person, name, MISSING, way))
    }
  })

  test.each(calls.filter((name) => !includes(name)))('makes no call %s', async (name) => {
    for (const way of ['rpc', 'rest'] as const)
      expect(await ask(person, name, ofSandton, way)).toMatchObject({
        status: 404,
        text: expect.stringContaining('RIGHT_REFUSED'),
      })
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
  'saleReports.export': () => `/reports/sales.csv?${new URLSearchParams({ ...range(), kind: 'discounts' })}`,
  'stockReports.reorder': () => '/reports/reorder.csv',
  'stockReports.slowSellers': () => '/reports/slow-sellers.csv',
  'stockReports.stockValue': () => '/reports/stock-value.csv',
  'stockReports.inTransit': () => '/reports/in-transit.csv',
  'stockReports.shrinkage': () => `/reports/shrinkage.csv?${new URLSearchParams(range())}`,
  'products.picture.get': ({ productid }) => `/products/${productid}/picture`,
}

/** The columns that hold costs, which people who see none do not have. */
const COST_TITLES: Record<string, string[]> = {
  'reports.export': ['Cost', 'Gross profit', 'Margin %', 'Cost known %', 'Cost before', 'Gross profit before', 'Margin % before'],
  'products.export': ['Purchase price'],
  'stock.export': ['Price', 'Amount'],
  'stockReports.reorder': ['Purchase price', 'Cost'],
  'stockReports.slowSellers': ['Purchase price', 'Cost'],
  'stockReports.stockValue': ['At purchase price', 'Products without purchase price'],
  'stockReports.inTransit': ['Cost'],
  'stockReports.shrinkage': ['Cost lost', 'Cost found', 'Lines without purchase price'],
}

test.each(Object.entries(FILES).filter(([call]) => call !== 'products.picture.get'))(
  'rights: the file %s has no column of costs for a person who sees none',
  async (call, path) => {
    const readHeader = async (who: TestClient) => {
      const url = path(ofSandton)
      const all = call === 'reports.export' ? `${url}&compare=previous&columns=revenue,cost,profit,margin,share` : url
      const [header = ''] = (await (await who.fetch(`/api/v1${all}`)).text()).split('\r\n')
      return header.replace('\uFEFF', '').split(',')
    }
    const all = await readHeader(thandi)
    const hidden = COST_TITLES[call] ?? []
    for (const [name, person] of Object.entries(PEOPLE)) {
      if (!findRights(`files.${call}`).includes(person.right.name)) continue
      const expected = name === 'manager who sees no costs' ? all.filter((title) => !hidden.includes(title)) : all
      expect(await readHeader(person), name).toEqual(expected)
    }
    // A new column of costs is one of those above.
    expect(all.filter((title) => /cost|purchase|profit|margin/i.test(title) && !hidden.includes(title))).toEqual([])
  },
)

test('rights: the products of a person who sees no costs change nothing where they are imported', async () => {
  const file = await PEOPLE['manager who sees no costs'].fetch('/api/v1/products.csv')
  const { previewFile } = createImportHelpers(server, () => thandi)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const products = Number(file.headers.get('x-total-rows'))
  expect(products).toBeGreaterThan(0)
  expect(await previewFile(bytes)).toMatchObject({ new: 0, changed: 0, unchanged: products, rejected: 0 })
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

const PROGRAMS = await Promise.all(
  Object.entries(PEOPLE).map(
    async ([name, { right, secrets }]) => [name, { ...(await createProgram(server, thandi, right)), right, secrets }] as const,
  ),
)
const CALLERS = [
  ...Object.entries(PEOPLE).map(([name, person]) => [`a ${name}`, person, findRights] as const),
  ...PROGRAMS.map(([name, program]) => [`the key of a ${name}`, program, findKeyRights] as const),
]

describe.each(CALLERS)('rights: %s', (_name, caller, findAllowed) => {
  test.each(Object.entries(FILES))('takes the file %s with what the right shows, or not at all', async (call, path) => {
    for (const ids of [ofSandton, ofRosebank]) {
      const answer = await caller.fetch(`/api/v1${path(ids)}`)
      const text = await answer.text()
      expect(answer.status, text).toBeLessThan(500)
      expect(text.includes('RIGHT_REFUSED'), text).toBe(!findAllowed(`files.${call}`).includes(caller.right.name))
      expectNoSecret(text, caller, call)
    }
  })
})

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
      const answer = await ask(program, name, ofSandton, 'rest')
      expect({ name, ...answer }).toMatchObject({ status: 404, body: { code: 'RIGHT_REFUSED' } })
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

/** Both ends of a transfer know its goods, and nothing else of the other site. */
describe('rights: a transfer between two people', () => {
  const send = (who: TestClient, siteid: number, to_siteid: number, productid: number) =>
    who.api.stock.create({
      ...{ kind: 'transfer', siteid, to_siteid, reference: 'KEY-771', finish: true },
      lines: [{ productid, quantity: 2 }],
    })

  test('is seen by who receives it once it is sent, with the names of its goods alone', async () => {
    const { 'stock keeper': stock, 'manager who sees no costs': manager } = PEOPLE
    const lines = [{ productid: ofRosebank.productid, quantity: 2 }]
    const transfer = { kind: 'transfer' as const, siteid: rosebank, to_siteid: thandi.siteid, reference: 'KEY-770' }
    const { documentid } = await api.stock.create({ ...transfer, lines })
    await expect(stock.api.stock.get({ documentid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await stock.api.stock.list({ q: 'KEY-770' })).toMatchObject({ rows: [], results: 0 })
    await api.stock.finish({ documentid, opened })
    for (const { api: theirs, right: given } of [stock, manager]) {
      const seen = await theirs.stock.get({ documentid })
      expect(seen).toMatchObject({ sitename: 'Rosebank', to_sitename: 'Sandton', outstanding: 2 })
      const [line] = seen.lines
      expect(line).toMatchObject({ productname: 'Rosebank bread', barcode: 'Rosebank-6001', quantity: 2, stock: null })
      expect(line?.purchaseprice).toBe(given.name === 'stock' ? 66.66 : null)
      const all = await theirs.stock.list({})
      expect(all.results).toBe(all.rows.length)
      expect(await theirs.stock.waiting()).toMatchObject({ counts: { transfers: 1 } })
      expect((await theirs.stockReports.inTransit({})).rows).toMatchObject([{ productname: 'Rosebank bread', units: 2 }])
      expect(await theirs.stockReports.stockValue({ day: '2026-11-23' })).toMatchObject({ rows: expect.any(Array) })
      await expect(theirs.products.get({ productid: ofRosebank.productid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
  })

  test('is received where it goes, and adds what the site does not have', async () => {
    const { 'stock keeper': stock, 'manager who sees no costs': manager } = PEOPLE
    const [found] = (await stock.api.stock.list({ q: 'KEY-770' })).rows
    const receipt = {
      ...{ documentid: Number(found?.documentid), siteid: thandi.siteid, note: 'Two came' },
      lines: [{ productid: ofRosebank.productid, quantity: 1 }],
    }
    await expect(stock.api.stock.receive({ ...receipt, siteid: rosebank, opened: { version: 2 } })).rejects.toMatchObject({
      message: 'You receive goods at your own sites only.',
    })
    await stock.api.stock.receive({ ...receipt, opened: { version: 2 } })
    await manager.api.stock.receive({ ...receipt, opened: { version: 3 } })
    const { rows } = await stock.api.products.list({ q: 'Rosebank bread' })
    expect(rows).toMatchObject([{ siteid: thandi.siteid, stock: 2, barcode: 'Rosebank-6001', purchaseprice: 66.66 }])
    const [other] = (await api.products.list({ q: 'Rosebank bread', siteid: rosebank })).rows
    expect(other).toMatchObject({ stock: 3 })
    const received = await api.stock.get({ documentid: receipt.documentid })
    expect(received).toMatchObject({ state: 'received', children: [{ siteid: thandi.siteid }, { siteid: thandi.siteid }] })
    expect((await api.stockReports.stockValue({})).rows).toHaveLength(2)
    // The price that the manager does not see is on her receipt too.
    const costs = await Promise.all(received.children.map(({ documentid }) => api.stock.get({ documentid })))
    expect(costs.map(({ cost }) => cost)).toEqual([66.66, 66.66])
  })

  test('is sent to any site, and its receipts are known where it was sent', async () => {
    const { 'manager who sees no costs': manager } = PEOPLE
    expect((await manager.api.stock.destinations()).map(({ sitename }) => sitename)).toEqual(['Rosebank', 'Sandton'])
    const { documentid } = await send(manager, thandi.siteid, rosebank, ofSandton.productid)
    const lines = [{ productid: ofSandton.productid, quantity: 1 }]
    await expect(
      manager.api.stock.receive({ documentid, siteid: rosebank, lines, opened: { version: 2 } }),
    ).rejects.toMatchObject({ message: 'You receive goods at your own sites only.' })
    await api.stock.receive({ documentid, siteid: rosebank, lines, opened: { version: 2 } })
    expect(await manager.api.stock.get({ documentid })).toMatchObject({
      ...{ state: 'part_received', outstanding: 1, lines: [{ received: 1, to_stock: null, purchaseprice: null }] },
      children: [{ sitename: 'Rosebank', kind: 'receipt' }],
    })
    // What the goods cost is kept for those who see it.
    expect(await api.stock.get({ documentid })).toMatchObject({ lines: [{ purchaseprice: 44.44 }] })
    await manager.api.stock.receive({ documentid, siteid: thandi.siteid, lines, opened: { version: 3 } })
    expect(await manager.api.stock.get({ documentid })).toMatchObject({ state: 'received', outstanding: 0 })
  })

  test('is received as one product where two that were sent have one barcode since', async () => {
    const { 'stock keeper': stock } = PEOPLE
    const roll = { siteid: rosebank, productname: 'Roll', price: 3, purchaseprice: 1, stock: 5 }
    const productids = []
    for (const barcode of ['ROLL-1', 'ROLL-2']) productids.push((await api.products.create({ ...roll, barcode })).productid)
    const [first = 0, second = 0] = productids
    const lines = productids.map((productid) => ({ productid, quantity: 2 }))
    const sent = { kind: 'transfer' as const, siteid: rosebank, to_siteid: thandi.siteid, finish: true }
    const { documentid } = await api.stock.create({ ...sent, lines })
    await api.products.remove({ productid: first })
    await api.products.update({
      ...{ ...roll, productid: second, barcode: 'ROLL-1', stock: 3 },
      opened: { version: 1, stock: 3 },
    })
    await stock.api.stock.receive({ documentid, siteid: thandi.siteid, lines, opened: { version: 2 } })
    expect((await stock.api.products.list({ q: 'ROLL-1' })).rows).toMatchObject([{ stock: 4 }])
  })

  test('is not sent from another site, nor to a site of another business', async () => {
    const { 'stock keeper': stock } = PEOPLE
    await expect(send(stock, rosebank, thandi.siteid, ofRosebank.productid)).rejects.toMatchObject({ code: 'NO_SITE' })
    const anna = await createOwner(server)
    await expect(send(stock, thandi.siteid, anna.siteid, ofSandton.productid)).rejects.toMatchObject({ code: 'NO_SITE' })
    await expect(send(stock, thandi.siteid, rosebank, ofRosebank.productid)).rejects.toMatchObject({
      message: 'A product of these lines is not at this site any more. Remove it.',
    })
  })
})

describe.each(['stock keeper', 'manager who sees costs', 'manager who sees no costs'] as const)('rights: a %s', (name) => {
  test('orders, receives, corrects, counts and adjusts at the own site, and each is a movement and in the log', async () => {
    const { api: theirs, right: given, employeeid } = PEOPLE[name]
    const { siteid } = thandi
    const { productid } = await api.products.create({
      siteid,
      productname: `Jam of a ${name}`,
      price: 20,
      purchaseprice: 5,
      stock: 10,
    })
    const find = async () => (await api.products.get({ productid })).stock
    const supplierid = ofSandton.supplierid
    const line = { productid, quantity: 4, purchaseprice: 6 }
    // The owner's draft has a price. A person who does not see it does not lose it.
    const { documentid: order } = await api.stock.create({ kind: 'order', siteid, supplierid, lines: [line] })
    const seesCosts = given.name === 'stock' || given.sees_costs
    const written = { ...line, quantity: 5, purchaseprice: seesCosts ? 6 : null }
    await theirs.stock.update({ documentid: order, siteid, supplierid, lines: [written], opened })
    await theirs.stock.finish({ documentid: order, opened: { version: 2 } })
    const delivery = { kind: 'delivery' as const, siteid, supplierid, parentid: order, finish: true }
    const { documentid: delivered } = await theirs.stock.create({ ...delivery, lines: [{ ...written, quantity: 3 }] })
    expect(await api.stock.get({ documentid: delivered })).toMatchObject({ lines: [{ quantity: 3, purchaseprice: 6 }] })
    await theirs.stock.correct({ documentid: delivered, lines: [{ productid, quantity: 2 }], opened: { version: 2 } })
    const { children } = await api.stock.get({ documentid: delivered })
    expect(await api.stock.get({ documentid: children[0]?.documentid ?? 0 })).toMatchObject({
      lines: [{ quantity: -1, purchaseprice: 6 }],
    })
    await theirs.stock.close({ documentid: order, opened: { version: 5 } })
    expect(await find()).toBe(12)
    await theirs.stock.create({
      ...{ kind: 'adjustment', siteid, finish: true },
      lines: [{ productid, quantity: -2, reason: 'Damaged' }],
    })
    const { documentid: count } = await theirs.stock.counts.begin({ siteid, scope: { of: 'chosen' } })
    await theirs.stock.counts.enter({
      documentid: count,
      entries: [{ productid, quantity: 9, request_id: randomUUID() }],
    })
    await theirs.stock.counts.approve({ documentid: count, entries: 1, uncounted: 'keep', opened })
    expect(await find()).toBe(9)
    const { documentid: cancelled } = await theirs.stock.counts.begin({ siteid, scope: { of: 'chosen' } })
    await theirs.stock.counts.cancel({ documentid: cancelled, opened })
    const { documentid: draft } = await theirs.stock.create({ kind: 'adjustment', siteid, lines: [] })
    await theirs.stock.remove({ documentid: draft })
    const { entries } = await theirs.products.stockHistory({ productid })
    expect(entries).toMatchObject([
      { kind: 'count', stock_before: 10, stock_after: 9 },
      { kind: 'adjustment', stock_before: 12, stock_after: 10 },
      { kind: 'delivery', stock_before: 13, stock_after: 12 },
      { kind: 'delivery', stock_before: 10, stock_after: 13 },
      { kind: 'opening', stock_before: 0, stock_after: 10 },
    ])
    const { rows } = await server.ownerPool.query(
      `select count(*)::integer as logged from changes join employee using (businessid, user_id)
        where employeeid = $1 and noun = 'stock document'`,
      [employeeid],
    )
    expect(rows[0].logged).toBeGreaterThan(8)
    expect(await api.stockReports.shrinkage({ ...range(), siteid })).toMatchObject({ rows: expect.any(Array) })
  })

  test('writes no document at another site', async () => {
    const { api: theirs } = PEOPLE[name]
    const { documentid, countid, productid } = ofRosebank
    const lines = [{ productid, quantity: 1, reason: 'Damaged' }]
    const missing = { code: 'NOT_FOUND' }
    await expect(theirs.stock.create({ kind: 'adjustment', siteid: rosebank, lines })).rejects.toMatchObject({ code: 'NO_SITE' })
    await expect(theirs.stock.counts.begin({ siteid: rosebank, scope: { of: 'all' } })).rejects.toMatchObject({ code: 'NO_SITE' })
    const { documentid: draft } = await api.stock.create({ kind: 'adjustment', siteid: rosebank, lines })
    await expect(theirs.stock.update({ documentid: draft, siteid: thandi.siteid, lines: [], opened })).rejects.toMatchObject(
      missing,
    )
    await expect(theirs.stock.finish({ documentid: draft, opened })).rejects.toMatchObject(missing)
    await expect(theirs.stock.remove({ documentid: draft })).rejects.toMatchObject(missing)
    await expect(theirs.stock.correct({ documentid, lines: [{ productid, quantity: 0 }], opened })).rejects.toMatchObject(missing)
    const entries = [{ productid, quantity: 1, request_id: randomUUID() }]
    await expect(theirs.stock.counts.enter({ documentid: countid, entries })).rejects.toMatchObject(missing)
    await expect(theirs.stock.counts.cancel({ documentid: countid, opened })).rejects.toMatchObject(missing)
    const own = await api.stock.create({ kind: 'adjustment', siteid: thandi.siteid, lines: [] })
    await expect(theirs.stock.update({ ...own, siteid: rosebank, lines: [], opened })).rejects.toMatchObject({ code: 'NO_SITE' })
    await api.stock.remove(own)
  })
})

test('rights: a document does not move a product that the owner gave to another site since', async () => {
  const { 'stock keeper': stock, 'manager who sees no costs': manager } = PEOPLE
  const bun = { productname: 'Bun', price: 9, purchaseprice: 4, stock: 10 }
  const create = async () => (await api.products.create({ ...bun, siteid: thandi.siteid })).productid
  const productids = [await create(), await create()]
  const reason = 'Found'
  const lines = productids.map((productid) => ({ productid, quantity: 2, reason }))
  const { siteid } = thandi
  const { documentid: received } = await manager.api.stock.create({ kind: 'delivery', siteid, finish: true, lines })
  const { documentid: adjustment } = await stock.api.stock.create({ kind: 'adjustment', siteid, lines })
  const { documentid: transfer } = await manager.api.stock.create({ kind: 'transfer', siteid, to_siteid: rosebank, lines })
  const delivered = lines.map((line) => ({ ...line, purchaseprice: 99 }))
  const { documentid: delivery } = await stock.api.stock.create({ kind: 'delivery', siteid, lines: delivered })
  await server.ownerPool.query("update business set purchase_price_rule = 'last' where id = $1", [thandi.businessid])
  const productid = Number(productids[0])
  await api.products.update({ ...bun, productid, siteid: rosebank, stock: 12, opened: { version: 1, stock: 12 } })

  const moved = { code: 'INVALID', message: 'A product of these lines is not at this site any more. Remove it.' }
  for (const documentid of [adjustment, transfer, delivery])
    await expect(stock.api.stock.finish({ documentid, opened })).rejects.toMatchObject(moved)
  const correction = { documentid: received, lines: [{ productid, quantity: 1 }], opened: { version: 2 } }
  await expect(manager.api.stock.correct(correction)).rejects.toMatchObject({
    message: 'A product of these lines is at another site now.',
  })
  expect(await api.stock.get({ documentid: received })).toMatchObject({ children: [] })
  expect(await api.products.get({ productid })).toMatchObject({ stock: 12, purchaseprice: 4 })
  await server.ownerPool.query("update business set purchase_price_rule = 'keep' where id = $1", [thandi.businessid])
})

describe('rights: a stock keeper', () => {
  const { 'stock keeper': stock } = PEOPLE
  const tea = { productname: 'Rooibos', price: 40, purchaseprice: 21, stock: 3 }

  test('adds, changes and deletes a product of the own site, and no other', async () => {
    const { productid } = await stock.api.products.create({ ...tea, siteid: thandi.siteid, barcode: '6009' })
    await stock.api.products.update({
      ...{ ...tea, productid, siteid: thandi.siteid, price: 45, stock: 7, stock_note: 'Found' },
      opened: { version: 1, stock: 3 },
    })
    expect(await api.products.get({ productid })).toMatchObject({ price: 45, stock: 7 })
    expect((await api.products.stockHistory({ productid })).entries).toMatchObject([
      { kind: 'edit', stock_before: 3, stock_after: 7, note: 'Found' },
      { kind: 'opening', stock_after: 3 },
    ])
    const { rows } = await api.changes.history({ noun: 'product', rowid: String(productid) })
    expect(rows).toMatchObject([{ after: { stock: 7 } }, { before: { price: 40 }, after: { price: 45 } }, { action: 'created' }])
    const moved = { ...tea, productid, siteid: rosebank, opened: { version: 2, stock: 7 } }
    await expect(stock.api.products.update(moved)).rejects.toMatchObject({ code: 'NO_SITE' })
    await stock.api.products.remove({ productid })
    await expect(api.products.get({ productid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stock.api.products.create({ ...tea, siteid: rosebank })).rejects.toMatchObject({ code: 'NO_SITE' })
    await expect(stock.api.products.remove({ productid: ofRosebank.productid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('changes of an item of other sites what is the own site’s, and leaves the rest as it is', async () => {
    const { productid: first } = await api.products.create({ ...tea, siteid: thandi.siteid })
    const { productid: second } = await api.products.addToSite({ productid: first, siteid: rosebank })
    const own = { ...tea, productid: first, siteid: thandi.siteid }
    const { version } = await stock.api.products.get({ productid: first })
    const opening = { version, stock: 3 }
    await expect(stock.api.products.update({ ...own, productname: 'Honeybush', opened: opening })).rejects.toMatchObject({
      code: 'OF_OTHER_SITES',
    })
    await stock.api.products.update({ ...own, price: 44, stock: 5, reorder_level: 2, opened: opening })
    expect(await api.products.get({ productid: first })).toMatchObject({
      price: 44,
      stock: 5,
      reorder_level: 2,
      has_own_price: true,
    })
    expect(await api.products.get({ productid: second })).toMatchObject({ price: 40, productname: 'Rooibos' })
    // It is the first of its item: the other one stays what it is.
    await stock.api.products.remove({ productid: first })
    expect(await api.products.get({ productid: second })).toMatchObject({ has_own_price: false })
    expect(await api.products.list({ q: 'Rooibos' })).toMatchObject({ results: 1 })
  })
})

test('rights: the key of a request that wrote something at another site is refused, and shows nothing of it', async () => {
  const { 'stock keeper': stock, 'manager who sees costs': manager } = PEOPLE
  const used = { code: 'ALREADY_USED' }
  const request_id = randomUUID()
  const own = { siteid: thandi.siteid, request_id }
  const other = { siteid: rosebank, request_id }
  const cake = { productname: 'Cake', price: 1, purchaseprice: 1, stock: 1 }
  await api.products.create({ ...cake, ...other })
  await expect(stock.api.products.create({ ...cake, ...own })).rejects.toMatchObject(used)
  await api.stock.create({ kind: 'adjustment', lines: [], ...other })
  await expect(stock.api.stock.create({ kind: 'adjustment', lines: [], ...own })).rejects.toMatchObject(used)
  await expect(stock.api.stock.counts.begin({ scope: { of: 'chosen' }, ...own })).rejects.toMatchObject(used)
  const cashUp = { day: '2026-11-16', lines: [{ payment_method: 'cash', counted: 5 }], opened: { entry: 0, sales: 0 } }
  await api.cashUps.create({ ...cashUp, ...other })
  await expect(manager.api.cashUps.create({ ...cashUp, ...own })).rejects.toMatchObject(used)
})

test('rights: a product that a stock keeper deleted is no longer the price of its item at other sites', async () => {
  const { 'stock keeper': stock } = PEOPLE
  const bun = { productname: 'Hot cross bun', price: 40, purchaseprice: 4, stock: 0 }
  const { productid } = await api.products.create({ ...bun, siteid: thandi.siteid })
  const other = await api.products.addToSite({ productid, siteid: rosebank })
  await stock.api.products.remove({ productid })
  await api.products.update({ ...bun, ...other, siteid: rosebank, price: 60, opened: { version: 1, stock: 0 } })
  const again = await api.products.addToSite({ ...other, siteid: thandi.siteid })
  expect(await api.products.get(again)).toMatchObject({ price: 60 })
})

test('rights: a stock keeper deletes no file of a picture that a product of another site has', async () => {
  const { 'stock keeper': stock } = PEOPLE
  const png = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'green' } })
    .png()
    .toBuffer()
  const put = (who: TestClient, productid: number) =>
    who.fetch(`/api/v1/products/${productid}/picture`, {
      ...{ method: 'PUT', body: new Uint8Array(png), headers: { 'content-type': 'image/png' } },
    })
  const createPair = async () => {
    const { productid } = await api.products.create({
      ...{ siteid: thandi.siteid, productname: 'Scone', price: 8, purchaseprice: 3, stock: 1 },
    })
    await put(thandi, productid)
    const other = await api.products.addToSite({ productid, siteid: rosebank })
    return { own: productid, other: other.productid }
  }
  const joined = await createPair()
  await stock.api.products.remove({ productid: joined.own })
  const separated = await createPair()
  await api.products.separate({ productid: separated.own })
  expect((await put(stock, separated.own)).status).toBe(200)
  for (const { other } of [joined, separated]) expect((await thandi.fetch(`/api/v1/products/${other}/picture`)).status).toBe(200)
})

test('rights: what a manager may not change, the database refuses too', async () => {
  const { 'manager who sees costs': manager, 'manager who sees no costs': without } = PEOPLE
  const { productid } = ofSandton
  for (const { api: theirs } of [manager, without]) {
    const change = { ...{ productname: 'x', price: 1, purchaseprice: 1, stock: 1, productid }, siteid: thandi.siteid }
    await expect(theirs.products.update({ ...change, opened: { version: 1, stock: 5 } })).rejects.toMatchObject({
      code: 'RIGHT_REFUSED',
    })
  }
})

test('rights: the database refuses a line of a product of another site, which would show the product', async () => {
  const { employeeid } = PEOPLE['stock keeper']
  const { rows } = await server.ownerPool.query('select user_id from employee where employeeid = $1', [employeeid])
  const { asTenant } = createTenantScopes(server.store.pool)
  const { documentid } = await api.stock.create({ kind: 'adjustment', siteid: thandi.siteid, lines: [] })
  const { productid: hidden } = await api.products.create({
    ...{ siteid: rosebank, productname: 'Hidden', price: 1, purchaseprice: 1, stock: 0 },
  })
  const addLine = (productid: number) =>
    asTenant(
      rows[0].user_id,
      (scope) =>
        sql`insert into stock_document_lines (documentid, productid, position, quantity) values (${documentid}, ${productid}, 1, 1)`.execute(
          scope,
        ),
      { rights: ['stock'] },
    )
  await addLine(ofSandton.productid)
  await expect(addLine(hidden)).rejects.toThrow('row-level security')
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
