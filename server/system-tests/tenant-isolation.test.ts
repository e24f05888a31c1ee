import { randomUUID } from 'node:crypto'
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createImportAnswer } from '../../contract/imports.ts'
import { contract } from '../../contract/index.ts'
import { ImportPreview } from '../../contract/product-imports.ts'
import { SalesImportPreview } from '../../contract/sales-imports.ts'
import {
  createAccount,
  createClient,
  createOwner,
  createTill,
  createTillClient,
  newCredentials,
  type TestClient,
} from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'
import { waitUntil } from '../testing/wait-until.ts'

// Thandi has a business. The others are Anna, who owns another business; Sipho, an employee of Thandi; Zanele, whose session has
// ended; and a visitor. Each of them makes every call of the contract with Thandi's ids and must get no data of Thandi.

const server = await testServer()
afterAll(server.close)

const thandi = await createOwner(server, { businessname: 'Thandi’s Treasury' })
const thandisTill = await createTill(server, thandi)
const [sold] = (
  await thandisTill.push([
    { reference: 'receipt 1', saledate: '2026-11-20T09:00:00Z', finalamount: 777.77, payment_method: 'thandi-pay' },
  ])
).body.sales
await thandi.api.sites.update({
  siteid: thandi.siteid,
  sitename: 'Thandi’s Sandton',
  location: 'Thandi Street',
  opened: { version: 1 },
})

const anna = await createOwner(server, { businessname: 'Botha Books' })
const annasTill = await createTill(server, anna)
const annasSupplier = await anna.api.suppliers.create({ name: 'Botha Binders' })

const [bread, { productid: annasBread }] = (
  await server.ownerPool.query(
    `insert into product (businessid, siteid, productname, barcode, price, stock) values ($1, $2, 'Thandi’s bread', '6001', 10, 5), ($3, $4, 'Anna’s bread', '6002', 10, 5) returning productid`,
    [thandi.businessid, thandi.siteid, anna.businessid, anna.siteid],
  )
).rows

const sipho = await createAccount(server)
await server.ownerPool.query(
  `insert into employee (businessid, siteid, firstname, lastname, user_id) values ($1, $2, 'Sipho', 'Dube', $3)`,
  [thandi.businessid, thandi.siteid, sipho.user_id],
)
await server.ownerPool.query(`insert into business_users (businessid, user_id, role) values ($1, $2, 'employee')`, [
  thandi.businessid,
  sipho.user_id,
])
await server.ownerPool.query('delete from auth.signup where user_id = $1', [sipho.user_id])

const zanele = createClient(server)
zanele.cookies.set('winkel', await cookieOfEndedSession())
const nobody = createClient(server)

async function cookieOfEndedSession() {
  const session = createClient(server)
  await session.api.session.signIn(thandi.credentials)
  const cookie = session.cookies.get('winkel')
  await session.api.session.signOut()
  return String(cookie)
}

type Ids = {
  documentid: number
  countid: number
  webhookid: number
  messageid: string
  siteid: number
  tillid: number
  employeeid: number
  saleid: number
  productid: number
  ticketid: number
  reportid: number
  supplierid: number
  importid: string
  changeid: string
  salesImport: number
  email: string
  sessionid: string
}
const thandisImport = await thandi
  .fetch(`/api/v1/products/imports?siteid=${thandi.siteid}`, {
    method: 'POST',
    body: 'Product\nThandi’s coffee\n',
    headers: { 'content-type': 'text/csv' },
  })
  .then(async (answer) => createImportAnswer(ImportPreview).parse(await answer.json()).preview)
const thandisSalesImport = await thandi
  .fetch(`/api/v1/sales/imports?file_name=thandi.csv&siteid=${thandi.siteid}`, {
    method: 'POST',
    body: 'Receipt,Date,Total\n1,2026-04-03,777.78\n',
    headers: { 'content-type': 'text/csv' },
  })
  .then(async (answer) => createImportAnswer(SalesImportPreview).parse(await answer.json()).preview)

const thandisChange = await thandi.api.products.changes.preview({ search: {}, change: { kind: 'set_price', price: 777.77 } })
const thandisReport = await thandi.api.reports.saved.create({ name: 'Thandi’s hours', search: 'by=hour' })
const thandisDelivery = await thandi.api.stock.create({
  ...{ kind: 'delivery', siteid: thandi.siteid, reference: 'Thandi’s delivery', finish: true },
  lines: [{ productid: bread.productid, quantity: 1 }],
})
const thandisCount = await thandi.api.stock.counts.begin({ siteid: thandi.siteid, scope: { of: 'all' }, note: 'Thandi’s count' })
const thandisSupplier = await thandi.api.suppliers.create({ name: 'Thandi’s mill', email: 'mill@thandi.example' })
const { webhookid, secret } = await thandi.api.webhooks.create({ url: 'https://1.1.1.1/thandi', events: ['sale.created'] })
server.secrets.add(secret)
await thandi.api.webhooks.test({ webhookid })
const [thandisMessage] = (await thandi.api.webhooks.deliveries({ webhookid })).rows
const thandisTicket = await thandi.api.tickets.create({ subject: 'Thandi’s till', message: 'x' })

const thandis: Ids = {
  siteid: thandi.siteid,
  tillid: thandisTill.till.tillid,
  employeeid: thandi.employeeid,
  saleid: Number(sold?.saleid),
  productid: bread.productid,
  ticketid: thandisTicket.ticketid,
  reportid: thandisReport.reportid,
  documentid: thandisDelivery.documentid,
  countid: thandisCount.documentid,
  webhookid,
  messageid: String(thandisMessage?.messageid),
  supplierid: thandisSupplier.supplierid,
  importid: String(thandisImport?.importid),
  changeid: String(thandisChange.changeid),
  salesImport: Number(thandisSalesImport?.importid),
  email: thandi.credentials.email,
  sessionid: (await thandi.api.account.sessions())[0]?.id ?? '',
}
const missing: Ids = {
  siteid: 999_999,
  tillid: 999_999,
  employeeid: 999_999,
  saleid: 999_999,
  productid: 999_999,
  ticketid: 999_999,
  reportid: 999_999,
  documentid: 999_999,
  countid: 999_999,
  webhookid: 999_999,
  messageid: randomUUID(),
  supplierid: 999_999,
  importid: randomUUID(),
  changeid: randomUUID(),
  salesImport: 999_999,
  email: 'missing@winkel.example',
  sessionid: randomUUID(),
}

type Call = {
  input?: (of: Ids) => Record<string, unknown>
  /** The status for Anna: 404 for an id of another business, 200 where the call only reads her own business. */
  anna: number
  sipho?: number
  zanele?: number
  nobody?: number
}
const range = () => ({ from: '2026-11-01', to: '2026-11-30' })
const guess = newCredentials(server).password
const hire = { firstname: 'x', lastname: 'x', position: 'Owner', isenabled: true } as const
/** Open to everybody; what they may do is what session and sign-up tests are about. Here: they tell nothing and change nothing. */
const toAll = (status: number) => ({ anna: status, sipho: status, zanele: status, nobody: status })
const ofSignUp = { anna: 409, sipho: 409 }

const tea = { productname: 'x', price: 1, purchaseprice: 1, stock: 1 }
const opened = { version: 1, stock: 5 }
const first = { version: 1 }
/** The mark of the forms by which Thandi has added a site and a product. */
const thandisForm = randomUUID()
await thandi.api.sites.create({ sitename: 'Thandi’s Rosebank', location: 'Thandi Street', request_id: thandisForm })
await thandi.api.products.create({ ...tea, productname: 'Thandi’s tea', siteid: thandi.siteid, request_id: thandisForm })

const CALLS: Record<string, Call> = {
  'session.get': toAll(200),
  'session.signIn': { input: ({ email }) => ({ email, password: guess }), ...toAll(401) },
  'session.verifyCode': { input: () => ({ code: '123456' }), ...toAll(401) },
  'session.requestPasswordReset': { input: ({ email }) => ({ email }), ...toAll(200) },
  'session.resetPassword': { input: () => ({ token: 'guessed', password: guess }), ...toAll(410) },
  'session.confirmEmail': { input: () => ({ token: 'guessed' }), ...toAll(410) },
  'signup.createUser': { input: ({ email }) => ({ email, password: guess }), ...toAll(422) },
  'signup.plans': toAll(200),
  'signup.start': { input: ({ email }) => ({ email, password: guess, firstname: 'x', lastname: 'x' }), ...toAll(401) },
  'signup.createSite': { input: () => ({ sitename: 'x', location: 'x' }), ...ofSignUp },
  'signup.choosePlan': { input: () => ({ subscriptionid: 3 }), ...ofSignUp },
  'signup.review': { anna: 200, sipho: 200 },
  'signup.finish': { anna: 200, sipho: 409 },
  rpc_create_business: { input: () => ({ p_name: 'x', p_reg: 'x' }), ...ofSignUp },
  'dashboard.figures': { input: range, anna: 200 },
  'dashboard.hours': { input: () => ({ day: '2026-11-20' }), anna: 200 },
  'dashboard.figuresCheck': { anna: 200 },
  'dashboard.firstSteps': { anna: 200 },
  'tickets.count': { anna: 200 },
  'tickets.list': { input: () => ({}), anna: 200 },
  'tickets.create': { input: () => ({ subject: 'x', message: 'x' }), anna: 200 },
  'tickets.get': { input: ({ ticketid }) => ({ ticketid }), anna: 404 },
  'tickets.reply': { input: ({ ticketid }) => ({ ticketid, message: 'x' }), anna: 404 },
  'tickets.markRead': { input: ({ ticketid }) => ({ ticketid }), anna: 404 },
  'dashboard.lateSales': { anna: 200 },
  'dashboard.markSeen': { input: () => ({ as_at: new Date() }), anna: 200 },
  'dashboard.silentTills': { anna: 200 },
  'dashboard.announcements': { anna: 200 },
  'dashboard.dismissAnnouncement': { input: () => ({ announcementid: 999_999 }), anna: 404 },
  'sales.list': { input: range, anna: 200 },
  'sales.figures': { input: range, anna: 200 },
  'sales.options': { anna: 200 },
  'sales.employees': { input: ({ employeeid }) => ({ employees: [employeeid] }), anna: 200 },
  'sales.get': { input: ({ saleid }) => ({ saleid }), anna: 404 },
  'salesImports.list': { anna: 200 },
  'salesImports.confirm': { input: ({ salesImport }) => ({ importid: salesImport }), anna: 404 },
  'salesImports.undo': { input: ({ salesImport }) => ({ importid: salesImport }), anna: 404 },
  'suppliers.list': { input: () => ({ q: '' }), anna: 200 },
  'suppliers.options': { anna: 200 },
  'suppliers.get': { input: ({ supplierid }) => ({ supplierid }), anna: 404 },
  'suppliers.create': { input: () => ({ name: 'x', request_id: thandisForm }), anna: 200 },
  'suppliers.update': { input: ({ supplierid }) => ({ supplierid, name: 'y', opened: { version: 1 } }), anna: 404 },
  'suppliers.merge': { input: ({ supplierid }) => ({ supplierid, into: annasSupplier.supplierid }), anna: 404 },
  'suppliers.remove': { input: ({ supplierid }) => ({ supplierid }), anna: 404 },
  'sites.list': { input: () => ({ q: '' }), anna: 200 },
  'sites.options': { anna: 200 },
  'sites.activity': { anna: 200 },
  'sites.create': { input: () => ({ sitename: 'x', location: 'x', request_id: thandisForm }), anna: 200 },
  'sites.update': { input: ({ siteid }) => ({ siteid, sitename: 'x', location: 'x', opened: { version: 2 } }), anna: 404 },
  'sites.remove': { input: ({ siteid }) => ({ siteid }), anna: 404 },
  'products.get': { input: ({ productid }) => ({ productid }), anna: 404 },
  'products.stockHistory': { input: ({ productid }) => ({ productid }), anna: 404 },
  'products.incoming': { input: ({ productid }) => ({ productid }), anna: 200 },
  'products.item': { input: ({ productid }) => ({ productid }), anna: 404 },
  'products.join': { input: ({ productid }) => ({ productids: [annasBread, productid] }), anna: 404 },
  'products.separate': { input: ({ productid }) => ({ productid }), anna: 404 },
  'products.addToSite': { input: ({ productid }) => ({ productid, siteid: anna.siteid }), anna: 404 },
  'products.probablySame': { input: () => ({}), anna: 200 },
  'products.keepApart': { input: ({ productid }) => ({ productids: [annasBread, productid] }), anna: 404 },
  'products.sales': { input: ({ productid }) => ({ productid }), anna: 200 },
  'products.changes.preview': {
    input: ({ productid }) => ({ search: { ids: String(productid) }, change: { kind: 'set_price', price: 1 } }),
    anna: 200,
  },
  'products.changes.apply': { input: ({ changeid }) => ({ changeid }), anna: 404 },
  'products.changes.undo': { input: ({ changeid }) => ({ changeid }), anna: 404 },
  'products.changes.list': { anna: 200 },
  'products.unknown.list': { input: () => ({}), anna: 200 },
  'products.unknown.add': {
    input: ({ siteid, productid }) => ({ products: [{ siteid, productname: 'x', price: 1, copy_from: productid }] }),
    anna: 404,
  },
  'products.unknown.link': { input: ({ siteid, productid }) => ({ siteid, productname: 'x', productid }), anna: 404 },
  'products.list': { input: () => ({ q: '' }), anna: 200 },
  'products.options': { anna: 200 },
  'stock.list': { input: ({ siteid }) => ({ siteid }), anna: 200 },
  'stock.waiting': { anna: 200 },
  'stock.settings': { anna: 200 },
  'stock.saveSettings': { input: () => ({ stock_reasons: ['x'], purchase_price_rule: 'keep' }), anna: 200 },
  'stock.get': { input: ({ documentid }) => ({ documentid }), anna: 404 },
  'stock.create': { input: ({ siteid }) => ({ kind: 'delivery', siteid, lines: [] }), anna: 404 },
  'stock.update': { input: ({ documentid }) => ({ documentid, siteid: anna.siteid, lines: [], opened: first }), anna: 404 },
  'stock.remove': { input: ({ documentid }) => ({ documentid }), anna: 404 },
  'stock.finish': { input: ({ documentid }) => ({ documentid, opened: first }), anna: 404 },
  'stock.close': { input: ({ documentid }) => ({ documentid, opened: first }), anna: 404 },
  'stock.receive': {
    input: ({ documentid, productid }) => ({
      documentid,
      opened: first,
      siteid: anna.siteid,
      lines: [{ productid, quantity: 1 }],
    }),
    anna: 404,
  },
  'stock.correct': {
    input: ({ documentid, productid }) => ({ documentid, opened: first, lines: [{ productid, quantity: 2 }] }),
    anna: 404,
  },
  'stock.counts.begin': { input: ({ siteid }) => ({ siteid, scope: { of: 'all' } }), anna: 404 },
  'stock.counts.lines': { input: ({ countid }) => ({ documentid: countid }), anna: 404 },
  'stock.counts.sheet': { input: ({ countid }) => ({ documentid: countid }), anna: 404 },
  'stock.counts.entries': { input: ({ countid }) => ({ documentid: countid }), anna: 404 },
  'stock.counts.enter': {
    input: ({ countid, productid }) => ({ documentid: countid, entries: [{ productid, quantity: 1, request_id: randomUUID() }] }),
    anna: 404,
  },
  'stock.counts.approve': {
    input: ({ countid }) => ({ documentid: countid, opened: first, entries: 0, uncounted: 'zero' }),
    anna: 404,
  },
  'stock.counts.cancel': { input: ({ countid }) => ({ documentid: countid, opened: first }), anna: 404 },
  'stockReports.reorder': { input: () => ({ siteid: thandi.siteid }), anna: 200 },
  'stockReports.slowSellers': { input: () => ({ siteid: thandi.siteid }), anna: 200 },
  'stockReports.stockValue': { input: () => ({}), anna: 200 },
  'stockReports.inTransit': { input: ({ siteid }) => ({ siteid }), anna: 200 },
  'stockReports.shrinkage': { input: ({ siteid }) => ({ ...range(), siteid }), anna: 200 },
  'products.create': { input: ({ siteid }) => ({ ...tea, siteid, request_id: thandisForm }), anna: 404 },
  'products.update': { input: ({ productid }) => ({ ...tea, productid, siteid: anna.siteid, opened }), anna: 404 },
  'products.remove': { input: ({ productid }) => ({ productid }), anna: 404 },
  'products.imports.confirm': { input: ({ importid }) => ({ importid }), anna: 404 },
  'employees.list': { input: ({ siteid }) => ({ siteid, q: '' }), anna: 200 },
  'employees.create': {
    input: ({ siteid }) => ({ ...hire, ...newCredentials(server), siteid, request_id: randomUUID() }),
    anna: 404,
  },
  'employees.update': {
    input: ({ employeeid }) => ({ ...hire, employeeid, siteid: anna.siteid, opened: { version: 1 } }),
    anna: 404,
  },
  'employees.makeAnonymous': { input: ({ employeeid }) => ({ employeeid }), anna: 404 },
  'employees.remove': { input: ({ employeeid }) => ({ employeeid }), anna: 404 },
  'employees.imports.confirm': {
    input: ({ siteid }) => ({ employees: [{ firstname: 'x', lastname: 'x', position: 'Employee', hiredate: null, siteid }] }),
    anna: 404,
  },
  'tills.list': { input: ({ siteid }) => ({ siteid }), anna: 404 },
  'tills.create': { input: ({ siteid }) => ({ siteid, name: 'x' }), anna: 404 },
  'tills.revoke': { input: ({ tillid }) => ({ tillid }), anna: 404 },
  'tills.push': {
    input: () => ({ sales: [{ reference: 'receipt 1', saledate: '2026-11-20T09:00:00Z', finalamount: 777.77 }] }),
    ...toAll(401),
  },
  // A stream has begun before it is refused: the refusal is its first event.
  'live.changes': { anna: 200, sipho: 403 },
  'reports.get': { input: ({ siteid, employeeid }) => ({ ...range(), sites: [siteid], employees: [employeeid] }), anna: 200 },
  'reports.agreement': {
    input: ({ siteid, employeeid }) => ({ ...range(), sites: [siteid], employees: [employeeid] }),
    anna: 200,
  },
  'reports.saved.list': { anna: 200 },
  'reports.saved.create': { input: () => ({ name: 'x', search: '' }), anna: 200 },
  'reports.saved.update': { input: ({ reportid }) => ({ reportid, name: 'x', search: '' }), anna: 404 },
  'reports.saved.remove': { input: ({ reportid }) => ({ reportid }), anna: 404 },
  'businessExport.get': { anna: 200 },
  'businessExport.create': { anna: 200 },
  'cashUps.list': { input: ({ siteid }) => ({ month: '2026-11', siteid }), anna: 200 },
  'cashUps.month': { input: ({ siteid }) => ({ month: '2026-11', siteid }), anna: 200 },
  'cashUps.day': { input: ({ siteid }) => ({ siteid, day: '2026-11-20' }), anna: 404 },
  'cashUps.create': {
    input: ({ siteid }) => ({
      siteid,
      day: '2026-11-20',
      lines: [{ payment_method: 'cash', counted: 1 }],
      opened: { entry: 0, sales: 1 },
    }),
    anna: 404,
  },
  'vatRates.list': { anna: 200 },
  'vatRates.save': { input: () => ({ percent: 15.5, first_day: '2099-01-01' }), anna: 200 },
  'vatRates.remove': { input: () => ({ first_day: '2098-01-01' }), anna: 404 },
  'webhooks.list': { anna: 200 },
  'webhooks.create': { input: ({ siteid }) => ({ url: 'https://1.1.1.1/', events: ['sale.created'], siteid }), anna: 404 },
  'webhooks.update': {
    input: ({ webhookid }) => ({ webhookid, url: 'https://1.1.1.1/', events: ['stock.low'], opened: { version: 1 } }),
    anna: 404,
  },
  'webhooks.setState': { input: ({ webhookid }) => ({ webhookid, state: 'off' }), anna: 404 },
  'webhooks.rotateSecret': { input: ({ webhookid }) => ({ webhookid }), anna: 404 },
  'webhooks.remove': { input: ({ webhookid }) => ({ webhookid }), anna: 404 },
  'webhooks.test': { input: ({ webhookid }) => ({ webhookid }), anna: 409 },
  'webhooks.deliveries': { input: ({ webhookid }) => ({ webhookid }), anna: 404 },
  'webhooks.resend': { input: ({ webhookid, messageid }) => ({ webhookid, messageid }), anna: 404 },
  'webhooks.resendFailed': { input: ({ webhookid }) => ({ webhookid }), anna: 409 },
  'account.get': { anna: 200 },
  'account.rename': { input: () => ({ firstname: 'x', lastname: 'x', opened: { version: 99 } }), anna: 409 },
  'account.saveComparison': { input: () => ({ compare: 'year' }), anna: 200 },
  'account.saveProductList': { input: () => ({ per_page: 25, columns: [] }), anna: 200 },
  'account.changePassword': { input: () => ({ current: guess, password: guess }), anna: 422 },
  'account.requestEmailChange': { input: ({ email }) => ({ email, current: guess }), anna: 422 },
  'account.sessions': { anna: 200 },
  'account.endSession': { input: ({ sessionid }) => ({ id: sessionid }), anna: 404 },
  'account.endOtherSessions': { anna: 200 },
  'account.twoStep.start': { input: () => ({ current: guess }), anna: 422 },
  'account.twoStep.confirm': { input: () => ({ code: '123456' }), anna: 422 },
  'account.twoStep.turnOff': { input: () => ({ current: guess }), anna: 422 },
  'account.twoStep.replaceCodes': { input: () => ({ current: guess }), anna: 409 },
  'account.updateBusiness': { input: () => ({ name: 'x', registration_number: 'x', opened: { version: 99 } }), anna: 409 },
  'account.successors': { anna: 200 },
  'account.handOver': { input: ({ employeeid }) => ({ employeeid, current: guess }), anna: 422 },
  'account.closing.get': { anna: 200 },
  'account.closing.close': { input: () => ({ current: guess }), anna: 422 },
  'account.closing.reopen': { anna: 200 },
  'account.choosePlan': { input: () => ({ subscriptionid: 3 }), anna: 200 },
  // The last one, since it ends the sessions of those who call.
  'session.signOut': toAll(200),
}

function* procedures(node: object, path: string[] = []): Generator<[string, AnyContractProcedure]> {
  if (isContractProcedure(node)) return yield [path.join('.'), node]
  for (const [name, child] of Object.entries(node)) yield* procedures(child, [...path, name])
}
const all = new Map(procedures(contract))

type Answer = { status: number; body: unknown; text: string }

async function read(response: Response): Promise<Answer> {
  let text = ''
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    while (reader && !/^event: .*\n(.+\n)*\n/m.test(text)) text += (await reader.read()).value
    await reader?.cancel()
    return { status: response.status, body: text, text }
  }
  text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), text }
}

const byRpc = async (who: TestClient, name: string, input: unknown) =>
  read(
    await who.fetch(`/api/rpc/${name.replaceAll('.', '/')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: input ?? null }),
    }),
  )

async function byRest(who: TestClient, name: string, input: Record<string, unknown> = {}) {
  const { method = 'POST', path } = all.get(name)?.['~orpc'].route ?? {}
  const rest = { ...input }
  const filled = String(path).replace(/\{(\w+)\}/g, (_, key) => {
    const value = String(rest[key])
    delete rest[key]
    return value
  })
  if (method === 'GET') return read(await who.fetch(`/api/v1${filled}?${new URLSearchParams(rest as Record<string, string>)}`))
  const body = Object.keys(rest).length > 0 ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(rest) } : {}
  return read(await who.fetch(`/api/v1${filled}`, { method, ...body }))
}

/** Selects every row of Thandi's from every table of the database. */
const {
  rows: [{ thandisQuery }],
} = await server.ownerPool.query(
  `
  select string_agg(format('select %L as table, to_jsonb(t) as row from %I.%I t where %I = %L', c.table_name, c.table_schema, c.table_name, c.column_name,
                case c.column_name when 'businessid' then $1 when 'id' then case c.table_name when 'user' then $2 else $1 end else $2 end), ' union all ') || ' order by 1, 2' as "thandisQuery"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
   where c.table_schema in ('public', 'auth')
     and (c.column_name in ('businessid', 'userId') or (c.column_name = 'user_id' and c.table_schema = 'auth') or (c.table_name in ('business', 'user') and c.column_name = 'id'))`,
  [thandi.businessid, thandi.user_id],
)

async function thandisRows() {
  const { rows } = await server.ownerPool.query<{ table: string }>({ name: 'thandis rows', text: thandisQuery })
  expect(new Set(rows.map(({ table }) => table)).size).toBeGreaterThan(13)
  return rows
}

/** Thandi's rows after the last call of the table. */
let rowsAfterLastCall = await thandisRows()

/** What only Thandi may read. */
const SECRETS = [
  'Thandi’s',
  'Thandi Street',
  '777.77',
  'thandi-pay',
  thandi.businessid,
  thandi.user_id,
  thandi.credentials.email,
  thandisTill.key,
  thandisTill.till.key_start,
  'receipt 1',
  'thandi.csv',
]

test('tenant isolation: every call of the contract is in the table', () => {
  expect(Object.keys(CALLS).sort()).toEqual([...all.keys()].sort())
})

const callers: [string, TestClient, (call: Call) => number][] = [
  ['Anna, who owns another business', anna, ({ anna }) => anna],
  ['Sipho, who is an employee', sipho, ({ sipho = 403 }) => sipho],
  ['Zanele, whose session has ended', zanele, ({ zanele = 401 }) => zanele],
  ['a visitor without a session', nobody, ({ nobody = 401 }) => nobody],
]

// The rate limit is tested in another file; here all calls come from one address.
beforeEach(() => server.ownerPool.query('delete from auth.attempts'))

/** Paths of files, which are not in the contract, and the status for Anna. */
const FILES: [string, number][] = [
  [`/api/v1/sales.csv?${new URLSearchParams(range())}`, 200],
  [`/api/v1/sales.csv?${new URLSearchParams({ ...range(), q: String(thandis.saleid) })}`, 200],
  [`/api/v1/reports.csv?${new URLSearchParams({ ...range(), by: 'site', sites: String(thandi.siteid) })}`, 200],
  ['/api/v1/products.csv', 200],
  [`/api/v1/products.csv?ids=${bread.productid}`, 200],
  [`/api/v1/reports/reorder.csv?siteid=${thandi.siteid}`, 200],
  ['/api/v1/reports/slow-sellers.csv', 200],
  ['/api/v1/reports/stock-value.csv', 200],
  ['/api/v1/reports/in-transit.csv', 200],
  [`/api/v1/reports/shrinkage.csv?${new URLSearchParams(range())}`, 200],
  [`/api/v1/employees.csv?ids=${thandi.employeeid}`, 200],
  [`/api/v1/products/${bread.productid}/picture`, 404],
  [`/api/v1/cash-ups.csv?month=2026-11&siteid=${thandi.siteid}`, 200],
  [`/api/v1/stock/document.csv?documentid=${thandis.documentid}`, 404],
  ['/api/v1/account/export/file', 404],
]

describe.each(callers)('tenant isolation: %s', (_who, who, expected) => {
  test.each(FILES)('gets no data of Thandi from %s', async (path, anna) => {
    const answer = await who.fetch(path)
    expect(answer.status).toBe(expected({ anna }))
    const text = await answer.text()
    for (const secret of SECRETS) expect(text).not.toContain(secret)
  })
})

async function countRunningExports() {
  const { rows } = await server.ownerPool.query(`select count(*)::int as running from business_exports where state = 'running'`)
  return rows[0].running
}

describe.each(callers)('tenant isolation: %s', (_who, who, expected) => {
  test.each(Object.entries(CALLS))(
    'gets no data of Thandi by the call %s (1.10, 6.6, 6.7, 7.3.2, 7.3.7, 7.3.11, 7.3.16, 7.3.22)',
    async (name, call) => {
      const before = rowsAfterLastCall
      for (const [way, ask] of [
        ['rpc', byRpc],
        ['rest', byRest],
      ] as const) {
        // While a file is being made, another one is refused.
        if (name === 'businessExport.create') await waitUntil(async () => expect(await countRunningExports()).toBe(0))
        const answer = await ask(who, name, call.input?.(thandis))
        const { successStatus = 200 } = all.get(name)?.['~orpc'].route ?? {}
        expect({ way, status: answer.status }, answer.text).toEqual({
          way,
          status: expected(call) === 200 && way === 'rest' ? successStatus : expected(call),
        })
        for (const secret of SECRETS) expect(answer.text).not.toContain(secret)
        if (answer.status === 404) expect(answer).toEqual(await ask(who, name, call.input?.(missing)))
      }
      rowsAfterLastCall = await thandisRows()
      expect(rowsAfterLastCall).toEqual(before)
    },
  )
})

describe('tenant isolation: till', () => {
  const receipt = { reference: 'receipt 1', saledate: '2026-11-20T09:00:00Z', finalamount: 777.77, payment_method: 'thandi-pay' }

  test('of another business may use a reference of Thandi, for a sale of its own', async () => {
    const before = await thandisRows()
    const { body } = await annasTill.push([receipt])
    expect(body.sales).toEqual([{ reference: 'receipt 1', status: 'created', saleid: expect.any(Number) }])
    expect(body.sales[0].saleid).not.toBe(sold.saleid)
    expect(await thandisRows()).toEqual(before)
  })

  const line = (named: object) => ({ items: [{ ...named, quantity: 1 }] })
  test.each([
    ['employee', { employeeid: thandi.employeeid }, { employeeid: 999_999 }, 'employeeid'],
    ['product', line({ productid: bread.productid }), line({ productid: 999_999 }), 'items[0].productid'],
    ['barcode', line({ barcode: '6001' }), line({ barcode: '9999' }), 'items[0].barcode'],
  ])('of another business is refused alike for Thandi’s %s and a missing one', async (_what, foreign, missing, field) => {
    const before = await thandisRows()
    const { body } = await annasTill.push([{ ...receipt, ...foreign, reference: 'receipt 2' }])
    expect(body.sales).toMatchObject([{ status: 'rejected', field: `sales[0].${field}` }])
    expect((await annasTill.push([{ ...receipt, ...missing, reference: 'receipt 2' }])).body).toEqual(body)
    expect(await thandisRows()).toEqual(before)
  })

  test('is refused alike with a revoked key, an unknown key and a session cookie', async () => {
    const revoked = await createTill(server, thandi)
    await revoked.push([receipt])
    await thandi.api.tills.revoke({ tillid: revoked.till.tillid })
    const before = await thandisRows()
    const afterRevocation = await revoked.push([receipt])
    const unknown = await createTillClient(server, `wk_${'x'.repeat(43)}`).push([receipt])
    expect(afterRevocation.status).toBe(401)
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 401, body: afterRevocation.body })
    for (const { status, body } of [
      await createTillClient(server, String(thandi.cookies.get('winkel'))).push([receipt]),
      await thandi.send('POST', '/api/v1/sales', { sales: [receipt] }),
    ])
      expect({ status, body }).toMatchObject({
        status: 401,
        body: { message: 'Send the till’s key: Authorization: Bearer wk_…' },
      })
    expect(await thandisRows()).toEqual(before)
  })

  test('may send sales, and make no other call', async () => {
    const browser = createClient(server, { authorization: `Bearer ${thandisTill.key}` })
    for (const [name, { input }] of Object.entries(CALLS)) {
      if (all.get(name)?.['~orpc'].errorMap.UNAUTHORIZED === undefined || name === 'tills.push') continue
      expect((await byRest(browser, name, input?.(thandis))).status, name).toBe(401)
    }
  })
})

describe('owner of a business', () => {
  const employee = { ...hire, firstname: 'Thandi', lastname: 'Nkosi', siteid: thandi.siteid, employeeid: thandi.employeeid }

  /** Where the input of the table above would be refused for another reason than the role of the admin. */
  const INPUTS: Record<string, (versions: { business: number; employee: number }, password: string) => object[]> = {
    'employees.update': ({ employee: version }) => [
      { ...employee, position: 'Manager', opened: { version } },
      { ...employee, isenabled: false, disablereason: 'x', opened: { version } },
      { ...employee, firstname: 'x', opened: { version } },
    ],
    'account.updateBusiness': ({ business: version }) => [{ name: 'x', registration_number: 'x', opened: { version } }],
    'account.handOver': (_, current) => [{ employeeid: thandi.employeeid, current }],
  }

  /** The role, the login, the employee record and what only the owner changes. */
  async function ownersRows() {
    const { rows } = await server.ownerPool.query<{ business: number; employee: number }>(
      `select u.role, to_jsonb(e) as record, to_jsonb(p) as login, e.version as employee, b.version as business, b.name, b.registration_number,
              array(select to_jsonb(a) from auth.account a where a."userId" = u.user_id) as passwords,
              array(select s.id from auth.session s where s."userId" = u.user_id order by 1) as sessions,
              array(select c.subscriptionid from business_subscriptions c where c.businessid = b.id) as plans,
              array(select x.user_id from business_exports x where x.businessid = b.id) as exports
         from business_users u join business b on b.id = u.businessid join auth."user" p on p.id = u.user_id
         join employee e on e.user_id = u.user_id where u.user_id = $1`,
      [thandi.user_id],
    )
    return rows[0]
  }

  test('is the same after an admin has made every call of the contract', async () => {
    const credentials = newCredentials(server)
    const dumisani = createClient(server)
    await thandi.api.employees.create({ ...hire, ...credentials, siteid: thandi.siteid })
    await dumisani.api.session.signIn(credentials)
    const before = await ownersRows()
    if (!before) throw new Error('there is no owner')

    for (const [name, { input }] of Object.entries(CALLS)) {
      const inputs = INPUTS[name]?.(before, credentials.password) ?? [input?.(thandis)]
      for (const ask of [byRpc, byRest]) {
        for (const sent of inputs) await ask(dumisani, name, sent as Record<string, unknown> | undefined)
        expect(await ownersRows(), name).toEqual(before)
        // A call that ends the session of the admin, or begins another one.
        if (!(await dumisani.api.session.get())) await dumisani.api.session.signIn(credentials)
      }
    }
  })
})
