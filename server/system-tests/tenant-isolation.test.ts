import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createImportAnswer } from '../../contract/imports.ts'
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
import { byRest, byRpc, type CallIds, createInputs, HIRE, MISSING, procedures, range } from '../testing/every-call.ts'
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

await anna.api.account.notices.sendNow({ kind: 'low_stock' })
// However long the tests before it take.
await server.ownerPool.query(`update notices set tested_at = now() + interval '1 hour'`)
const { xero: annasAccounts } = await anna.api.accounting.settings()

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
const { webhookid, secret } = await thandi.api.webhooks.create({
  ...{ url: 'https://1.1.1.1/thandi', events: ['sale.created'], current: thandi.credentials.password },
})
server.secrets.add(secret)
await thandi.api.webhooks.test({ webhookid })
const [thandisMessage] = (await thandi.api.webhooks.deliveries({ webhookid })).rows
const thandisKey = await thandi.api.readKeys.create({
  name: 'Thandi’s books',
  right: { name: 'bookkeeper' },
  days: 30,
  current: thandi.credentials.password,
})
server.secrets.add(thandisKey.key)
await thandisTill.push([{ reference: 'Thandi’s refused', saledate: '2026-11-20T09:00:00Z', finalamount: 777.77, tip: 1 }])
await thandisTill.push([
  { reference: 'Thandi’s seller', saledate: '2026-11-20T09:00:00Z', finalamount: 1, employee_code: 'Thandi’s code' },
])
const [thandisSeller] = await thandi.api.sellers.list()
const [thandisRefused] = (await thandi.api.refusedSales.list({})).rows
const thandisMovement = await thandi.api.drawerMovements.create({
  ...{ siteid: thandi.siteid, day: '2026-11-20', kind: 'paid_out', amount: 7.77, reason: 'Thandi’s stamps' },
})
const thandisTicket = await thandi.api.tickets.create({ subject: 'Thandi’s till', message: 'x' })

const thandis: CallIds = {
  siteid: thandi.siteid,
  tillid: thandisTill.till.tillid,
  employeeid: thandi.employeeid,
  saleid: Number(sold?.saleid),
  productid: bread.productid,
  ticketid: thandisTicket.ticketid,
  refusedid: Number(thandisRefused?.refusedid),
  movementid: thandisMovement.movementid,
  sellerid: Number(thandisSeller?.sellerid),
  reportid: thandisReport.reportid,
  documentid: thandisDelivery.documentid,
  countid: thandisCount.documentid,
  webhookid,
  keyid: thandisKey.keyid,
  messageid: String(thandisMessage?.messageid),
  supplierid: thandisSupplier.supplierid,
  importid: String(thandisImport?.importid),
  changeid: String(thandisChange.changeid),
  salesImport: Number(thandisSalesImport?.importid),
  email: thandi.credentials.email,
  sessionid: (await thandi.api.account.sessions())[0]?.id ?? '',
}
type Call = {
  /** The status for Anna: 404 for an id of another business, 200 where the call only reads her own business. */
  anna: number
  sipho?: number
  zanele?: number
  nobody?: number
}
/** Open to everybody; what they may do is what session and sign-up tests are about. Here: they tell nothing and change nothing. */
const toAll = (status: number) => ({ anna: status, sipho: status, zanele: status, nobody: status })
const ofSignUp = { anna: 409, sipho: 409 }

/** The mark of the forms by which Thandi has added a site and a product. */
const thandisForm = randomUUID()
await thandi.api.sites.create({ sitename: 'Thandi’s Rosebank', location: 'Thandi Street', request_id: thandisForm })
await thandi.api.products.create({
  ...{ productname: 'Thandi’s tea', price: 1, purchaseprice: 1, stock: 1 },
  ...{ siteid: thandi.siteid, request_id: thandisForm },
})

const inputs = createInputs({
  ...{ siteid: anna.siteid, productid: annasBread, supplierid: annasSupplier.supplierid },
  ...{
    form: thandisForm,
    accounts: annasAccounts,
    guess: newCredentials(server).password,
    password: anna.credentials.password,
    newLogin: () => newCredentials(server),
  },
})

const CALLS: Record<string, Call> = {
  'session.get': toAll(200),
  'session.signIn': toAll(401),
  'session.verifyCode': toAll(401),
  'session.requestPasswordReset': toAll(200),
  'session.resetPassword': toAll(410),
  'session.confirmEmail': toAll(410),
  'session.readInvitation': toAll(410),
  'session.acceptInvitation': toAll(410),
  'signup.createUser': toAll(422),
  'signup.plans': toAll(200),
  'signup.start': toAll(401),
  'signup.createSite': ofSignUp,
  'signup.choosePlan': ofSignUp,
  'signup.review': { anna: 200, sipho: 200 },
  'signup.finish': { anna: 200, sipho: 409 },
  rpc_create_business: ofSignUp,
  'dashboard.figures': { anna: 200 },
  'dashboard.hours': { anna: 200 },
  'dashboard.figuresCheck': { anna: 200 },
  'dashboard.firstSteps': { anna: 200 },
  'dashboard.hideFirstSteps': { anna: 200 },
  'dashboard.importedSales': { anna: 200 },
  'dashboard.hideImports': { anna: 200 },
  'tickets.count': { anna: 200 },
  'tickets.list': { anna: 200 },
  'tickets.create': { anna: 200 },
  'tickets.get': { anna: 404 },
  'tickets.reply': { anna: 404 },
  'tickets.markRead': { anna: 404 },
  'dashboard.lateSales': { anna: 200 },
  'dashboard.markSeen': { anna: 200 },
  'dashboard.silentTills': { anna: 200 },
  'dashboard.announcements': { anna: 200 },
  'dashboard.dismissAnnouncement': { anna: 404 },
  'changes.list': { anna: 200 },
  'changes.history': { anna: 200 },
  'changes.options': { anna: 200 },
  'changes.keep': { anna: 200 },
  'products.undo': { anna: 404 },
  'employees.undo': { anna: 404 },
  'sales.list': { anna: 200 },
  'sales.figures': { anna: 200 },
  'sales.options': { anna: 200 },
  'sales.employees': { anna: 200 },
  'sales.get': { anna: 404 },
  'sales.since': { anna: 200 },
  'products.all': { anna: 200 },
  'cashUps.all': { anna: 200 },
  'salesImports.list': { anna: 200 },
  'salesImports.confirm': { anna: 404 },
  'salesImports.undo': { anna: 404 },
  'suppliers.list': { anna: 200 },
  'suppliers.options': { anna: 200 },
  'suppliers.get': { anna: 404 },
  'suppliers.create': { anna: 200 },
  'suppliers.update': { anna: 404 },
  'suppliers.merge': { anna: 404 },
  'suppliers.remove': { anna: 404 },
  'sites.list': { anna: 200 },
  'sites.options': { anna: 200 },
  'sites.activity': { anna: 200 },
  'sites.create': { anna: 200 },
  'sites.update': { anna: 404 },
  'sites.remove': { anna: 404 },
  'products.get': { anna: 404 },
  'products.names': { anna: 200 },
  'products.stockHistory': { anna: 404 },
  'products.incoming': { anna: 200 },
  'products.item': { anna: 404 },
  'products.join': { anna: 404 },
  'products.separate': { anna: 404 },
  'products.addToSite': { anna: 404 },
  'products.probablySame': { anna: 200 },
  'products.sameBarcode': { anna: 200 },
  'products.merge': { anna: 404 },
  'products.keepApart': { anna: 404 },
  'products.sales': { anna: 200 },
  'products.changes.preview': { anna: 200 },
  'products.changes.apply': { anna: 404 },
  'products.changes.undo': { anna: 404 },
  'products.changes.list': { anna: 200 },
  'products.unknown.list': { anna: 200 },
  'products.unknown.add': { anna: 404 },
  'products.unknown.link': { anna: 404 },
  'products.list': { anna: 200 },
  'products.options': { anna: 200 },
  'stock.list': { anna: 200 },
  'stock.waiting': { anna: 200 },
  'stock.settings': { anna: 200 },
  'stock.destinations': { anna: 200 },
  'stock.saveSettings': { anna: 200 },
  'stock.get': { anna: 404 },
  'stock.create': { anna: 404 },
  'stock.update': { anna: 404 },
  'stock.remove': { anna: 404 },
  'stock.finish': { anna: 404 },
  'stock.close': { anna: 404 },
  'stock.receive': { anna: 404 },
  'stock.correct': { anna: 404 },
  'stock.counts.begin': { anna: 404 },
  'stock.counts.lines': { anna: 404 },
  'stock.counts.sheet': { anna: 404 },
  'stock.counts.entries': { anna: 404 },
  'stock.counts.enter': { anna: 404 },
  'stock.counts.approve': { anna: 404 },
  'stock.counts.cancel': { anna: 404 },
  'saleReports.get': { anna: 200 },
  'stockReports.reorder': { anna: 200 },
  'stockReports.slowSellers': { anna: 200 },
  'stockReports.stockValue': { anna: 200 },
  'stockReports.inTransit': { anna: 200 },
  'stockReports.shrinkage': { anna: 200 },
  'products.create': { anna: 404 },
  'products.update': { anna: 404 },
  'products.remove': { anna: 404 },
  'products.imports.confirm': { anna: 404 },
  'employees.list': { anna: 200 },
  'employees.create': { anna: 404 },
  'employees.update': { anna: 404 },
  'employees.setRight': { anna: 404 },
  'employees.setPin': { anna: 404 },
  'employees.makeAnonymous': { anna: 404 },
  'employees.access': { anna: 404 },
  'employees.endAccess': { anna: 404 },
  'employees.invitations.create': { anna: 404 },
  'employees.invitations.withdraw': { anna: 404 },
  'employees.remove': { anna: 404 },
  'employees.imports.confirm': { anna: 404 },
  'tills.list': { anna: 404 },
  'tills.clocksAhead': { anna: 200 },
  'tills.create': { anna: 404 },
  'tills.revoke': { anna: 404 },
  'tills.push': toAll(401),
  'tillCatalogue.setup': toAll(401),
  'tillCatalogue.products': toAll(401),
  'sellers.list': { anna: 200 },
  'sellers.sums': { anna: 200 },
  'sellers.give': { anna: 404 },
  'refusedSales.list': { anna: 200 },
  'refusedSales.sums': { anna: 200 },
  'refusedSales.get': { anna: 404 },
  'refusedSales.store': { anna: 404 },
  'refusedSales.setAside': { anna: 404 },
  // A stream has begun before it is refused: the refusal is its first event.
  'live.changes': { anna: 200, sipho: 403 },
  'accounting.preview': { anna: 200 },
  'accounting.settings': { anna: 200 },
  'accounting.saveSettings': { anna: 200 },
  'accounting.lock': { anna: 200 },
  'reports.get': { anna: 200 },
  'reports.agreement': { anna: 200 },
  'reports.saved.list': { anna: 200 },
  'reports.saved.create': { anna: 200 },
  'reports.saved.update': { anna: 404 },
  'reports.saved.remove': { anna: 404 },
  'businessExport.get': { anna: 200 },
  'businessExport.create': { anna: 200 },
  'cashUps.list': { anna: 200 },
  'cashUps.month': { anna: 200 },
  'cashUps.day': { anna: 404 },
  'cashUps.create': { anna: 404 },
  'drawerMovements.push': toAll(401),
  'drawerMovements.create': { anna: 404 },
  'drawerMovements.remove': { anna: 404 },
  'vatRates.list': { anna: 200 },
  'vatRates.save': { anna: 200 },
  'vatRates.remove': { anna: 404 },
  'readKeys.list': { anna: 200 },
  'readKeys.create': { anna: 404 },
  'readKeys.revoke': { anna: 404 },
  'webhooks.list': { anna: 200 },
  'webhooks.create': { anna: 404 },
  'webhooks.update': { anna: 404 },
  'webhooks.setState': { anna: 404 },
  'webhooks.rotateSecret': { anna: 404 },
  'webhooks.remove': { anna: 404 },
  'webhooks.test': { anna: 409 },
  'webhooks.deliveries': { anna: 404 },
  'webhooks.resend': { anna: 404 },
  'webhooks.resendFailed': { anna: 409 },
  'account.get': { anna: 200 },
  'account.rename': { anna: 409 },
  'account.saveComparison': { anna: 200 },
  'account.saveProductList': { anna: 200 },
  'account.notices.list': { anna: 200 },
  'account.notices.save': { anna: 404 },
  // The first one was just now.
  'account.notices.sendNow': { anna: 429 },
  'account.changePassword': { anna: 422 },
  'account.requestEmailChange': { anna: 422 },
  'account.emailProof.start': { anna: 200 },
  'account.emailProof.confirm': { anna: 422 },
  'account.sessions': { anna: 200 },
  'account.endSession': { anna: 404 },
  'account.endOtherSessions': { anna: 200 },
  'account.twoStep.start': { anna: 422 },
  'account.twoStep.confirm': { anna: 422 },
  'account.twoStep.turnOff': { anna: 422 },
  'account.twoStep.replaceCodes': { anna: 409 },
  'account.updateBusiness': { anna: 409 },
  'account.receipts.get': { anna: 200 },
  'account.receipts.save': { anna: 200 },
  'account.requireTwoStep': { anna: 200 },
  'account.successors': { anna: 200 },
  'account.handOver': { anna: 422 },
  'account.closing.get': { anna: 200 },
  'account.closing.close': { anna: 422 },
  'account.closing.reopen': { anna: 200 },
  'account.choosePlan': { anna: 200 },
  // The last one, since it ends the sessions of those who call.
  'session.signOut': toAll(200),
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

const rowsBefore = await thandisRows()

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
  expect(Object.keys(CALLS).sort()).toEqual([...procedures.keys()].sort())
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
  ['/api/v1/changes.csv', 200],
  [`/api/v1/products.csv?ids=${bread.productid}`, 200],
  [`/api/v1/reports/sales.csv?${new URLSearchParams({ ...range(), kind: 'refunds', by: 'sale' })}`, 200],
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
      for (const [way, ask] of [
        ['rpc', byRpc],
        ['rest', byRest],
      ] as const) {
        // While a file is being made, another one is refused.
        if (name === 'businessExport.create') await waitUntil(async () => expect(await countRunningExports()).toBe(0))
        const answer = await ask(who, name, inputs[name]?.(thandis))
        const { successStatus = 200 } = procedures.get(name)?.['~orpc'].route ?? {}
        expect({ way, status: answer.status }, answer.text).toEqual({
          way,
          status: expected(call) === 200 && way === 'rest' ? successStatus : expected(call),
        })
        for (const secret of SECRETS) expect(answer.text).not.toContain(secret)
        if (answer.status === 404) expect(answer).toEqual(await ask(who, name, inputs[name]?.(MISSING)))
      }
      // Anna writes in her own business. The others write nothing at all, which is looked at once.
      if (who === anna) expect(await thandisRows()).toEqual(rowsBefore)
    },
  )

  test('has changed nothing of Thandi', async () => {
    expect(await thandisRows()).toEqual(rowsBefore)
  })
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

  test('of another business reads nothing of Thandi', async () => {
    for (const path of ['/setup', '/products', `/products/${bread.productid}/picture`]) {
      const { body } = await annasTill.read(path)
      for (const secret of SECRETS) expect(JSON.stringify(body)).not.toContain(secret)
    }
  })

  test('may send sales and read what it sells, and make no other call', async () => {
    const browser = createClient(server, { authorization: `Bearer ${thandisTill.key}` })
    const ofTills = /^(tills|drawerMovements)\.push$|^tillCatalogue\./
    for (const name of procedures.keys()) {
      if (procedures.get(name)?.['~orpc'].errorMap.UNAUTHORIZED === undefined || ofTills.test(name)) continue
      expect((await byRest(browser, name, inputs[name]?.(thandis))).status, name).toBe(401)
    }
  })
})

describe('owner of a business', () => {
  const employee = { ...HIRE, firstname: 'Thandi', lastname: 'Nkosi', siteid: thandi.siteid, employeeid: thandi.employeeid }

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
    await thandi.api.employees.create({ ...HIRE, ...credentials, siteid: thandi.siteid })
    await dumisani.api.session.signIn(credentials)
    const before = await ownersRows()
    if (!before) throw new Error('there is no owner')

    for (const name of procedures.keys()) {
      const tried = INPUTS[name]?.(before, credentials.password) ?? [inputs[name]?.(thandis)]
      for (const ask of [byRpc, byRest]) {
        for (const sent of tried) await ask(dumisani, name, sent as Record<string, unknown> | undefined)
        expect(await ownersRows(), name).toEqual(before)
        // A call that ends the session of the admin, or begins another one.
        if (!(await dumisani.api.session.get())) await dumisani.api.session.signIn(credentials)
      }
    }
  })
})
