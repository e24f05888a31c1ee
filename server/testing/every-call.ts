import { randomUUID } from 'node:crypto'
import { type AnyContractProcedure, isContractProcedure } from '@orpc/contract'
import { contract } from '../../contract/index.ts'
import type { Credentials, TestClient } from './clients.ts'

export function* listProcedures(node: object, path: string[] = []): Generator<[string, AnyContractProcedure]> {
  if (isContractProcedure(node)) return yield [path.join('.'), node]
  for (const [name, child] of Object.entries(node)) yield* listProcedures(child, [...path, name])
}

/** Every call of the contract, by its path. */
export const procedures = new Map(listProcedures(contract))

/** Ids of a business that a test makes calls with. */
export type CallIds = {
  documentid: number
  countid: number
  webhookid: number
  keyid: number
  messageid: string
  siteid: number
  tillid: number
  employeeid: number
  saleid: number
  productid: number
  ticketid: number
  refusedid: number
  movementid: number
  sellerid: number
  reportid: number
  supplierid: number
  importid: string
  changeid: string
  salesImport: number
  email: string
  sessionid: string
}

/** Ids that nothing has. */
export const MISSING: CallIds = {
  siteid: 999_999,
  tillid: 999_999,
  employeeid: 999_999,
  saleid: 999_999,
  productid: 999_999,
  ticketid: 999_999,
  refusedid: 999_999,
  movementid: 999_999,
  sellerid: 999_999,
  reportid: 999_999,
  documentid: 999_999,
  countid: 999_999,
  webhookid: 999_999,
  keyid: 999_999,
  messageid: randomUUID(),
  supplierid: 999_999,
  importid: randomUUID(),
  changeid: randomUUID(),
  salesImport: 999_999,
  email: 'missing@winkel.example',
  sessionid: randomUUID(),
}

/** What the caller has: a site, a product, a supplier, the mark of a form, and a password that is nobody's. */
type Own = {
  siteid: number
  productid: number
  supplierid: number
  form: string
  guess: string
  /** Of the caller, for calls that are refused for another reason. */
  password?: string
  newLogin: () => Credentials
  accounts: object
}

export const range = () => ({ from: '2026-11-01', to: '2026-11-30' })

/** An employee with every right. */
export const HIRE = { firstname: 'x', lastname: 'x', position: 'Owner', isenabled: true } as const
const tea = { productname: 'x', price: 1, purchaseprice: 1, stock: 1 }
const opened = { version: 1, stock: 5 }
const first = { version: 1 }

/** The input of each call that has one. */
export function createInputs(own: Own): Record<string, (of: CallIds) => Record<string, unknown>> {
  const { password: current = own.guess } = own
  return {
    'session.signIn': ({ email }) => ({ email, password: own.guess }),
    'session.verifyCode': () => ({ code: '123456' }),
    'session.requestPasswordReset': ({ email }) => ({ email }),
    'session.resetPassword': () => ({ token: 'own.guessed', password: own.guess }),
    'session.confirmEmail': () => ({ token: 'own.guessed' }),
    'session.readInvitation': () => ({ token: 'own.guessed' }),
    'session.acceptInvitation': () => ({ token: 'own.guessed', password: own.guess }),
    'signup.createUser': ({ email }) => ({ email, password: own.guess }),
    'signup.start': ({ email }) => ({ email, password: own.guess, firstname: 'x', lastname: 'x' }),
    'signup.createSite': () => ({ sitename: 'x', location: 'x' }),
    'signup.choosePlan': () => ({ subscriptionid: 3 }),
    rpc_create_business: () => ({ p_name: 'x', p_reg: 'x' }),
    'dashboard.hours': () => ({ day: '2026-11-20' }),
    'tickets.list': () => ({}),
    'tickets.create': () => ({ subject: 'x', message: 'x' }),
    'tickets.get': ({ ticketid }) => ({ ticketid }),
    'tickets.reply': ({ ticketid }) => ({ ticketid, message: 'x' }),
    'tickets.markRead': ({ ticketid }) => ({ ticketid }),
    'dashboard.markSeen': () => ({ as_at: new Date() }),
    'dashboard.hideImports': ({ salesImport }) => ({ importid: salesImport }),
    'dashboard.dismissAnnouncement': () => ({ announcementid: 999_999 }),
    'sales.employees': ({ employeeid }) => ({ employees: [employeeid] }),
    'sales.get': ({ saleid }) => ({ saleid }),
    'salesImports.confirm': ({ salesImport }) => ({ importid: salesImport }),
    'salesImports.undo': ({ salesImport }) => ({ importid: salesImport }),
    'suppliers.list': () => ({ q: '' }),
    'suppliers.get': ({ supplierid }) => ({ supplierid }),
    'suppliers.create': () => ({ name: 'x', request_id: own.form }),
    'suppliers.update': ({ supplierid }) => ({ supplierid, name: 'y', opened: { version: 1 } }),
    'suppliers.merge': ({ supplierid }) => ({ supplierid, into: own.supplierid }),
    'suppliers.remove': ({ supplierid }) => ({ supplierid }),
    'sites.list': () => ({ q: '' }),
    'sites.create': () => ({ sitename: 'x', location: 'x', request_id: own.form }),
    'sites.update': ({ siteid }) => ({ siteid, sitename: 'x', location: 'x', opened: { version: 2 } }),
    'sites.remove': ({ siteid }) => ({ siteid }),
    'products.get': ({ productid }) => ({ productid }),
    'products.names': ({ productid }) => ({ products: [productid] }),
    'products.stockHistory': ({ productid }) => ({ productid }),
    'products.incoming': ({ productid }) => ({ productid }),
    'products.item': ({ productid }) => ({ productid }),
    'products.join': ({ productid }) => ({ productids: [own.productid, productid] }),
    'products.separate': ({ productid }) => ({ productid }),
    'products.addToSite': ({ productid }) => ({ productid, siteid: own.siteid }),
    'products.probablySame': () => ({}),
    'products.sameBarcode': () => ({}),
    'products.merge': ({ productid }) => ({ productid: own.productid, others: [productid] }),
    'products.keepApart': ({ productid }) => ({ productids: [own.productid, productid] }),
    'products.sales': ({ productid }) => ({ productid }),
    'products.changes.preview': ({ productid }) => ({
      search: { ids: String(productid) },
      change: { kind: 'set_price', price: 1 },
    }),
    'products.changes.apply': ({ changeid }) => ({ changeid }),
    'products.changes.undo': ({ changeid }) => ({ changeid }),
    'products.unknown.list': () => ({}),
    'products.unknown.add': ({ siteid, productid }) => ({
      products: [{ siteid, productname: 'x', price: 1, copy_from: productid }],
    }),
    'products.unknown.link': ({ siteid, productid }) => ({ siteid, productname: 'x', productid }),
    'products.list': () => ({ q: '' }),
    'stock.list': ({ siteid }) => ({ siteid }),
    'stock.saveSettings': () => ({ stock_reasons: ['x'], purchase_price_rule: 'keep' }),
    'stock.get': ({ documentid }) => ({ documentid }),
    'stock.create': ({ siteid }) => ({ kind: 'delivery', siteid, lines: [] }),
    'stock.update': ({ documentid }) => ({ documentid, siteid: own.siteid, lines: [], opened: first }),
    'stock.remove': ({ documentid }) => ({ documentid }),
    'stock.finish': ({ documentid }) => ({ documentid, opened: first }),
    'stock.close': ({ documentid }) => ({ documentid, opened: first }),
    'stock.receive': ({ documentid, productid }) => ({
      documentid,
      opened: first,
      siteid: own.siteid,
      lines: [{ productid, quantity: 1 }],
    }),
    'stock.correct': ({ documentid, productid }) => ({ documentid, opened: first, lines: [{ productid, quantity: 2 }] }),
    'stock.counts.begin': ({ siteid }) => ({ siteid, scope: { of: 'all' } }),
    'stock.counts.lines': ({ countid }) => ({ documentid: countid }),
    'stock.counts.sheet': ({ countid }) => ({ documentid: countid }),
    'stock.counts.entries': ({ countid }) => ({ documentid: countid }),
    'stock.counts.enter': ({ countid, productid }) => ({
      documentid: countid,
      entries: [{ productid, quantity: 1, request_id: randomUUID() }],
    }),
    'stock.counts.approve': ({ countid }) => ({ documentid: countid, opened: first, entries: 0, uncounted: 'zero' }),
    'stock.counts.cancel': ({ countid }) => ({ documentid: countid, opened: first }),
    'saleReports.get': ({ siteid }) => ({ ...range(), kind: 'discounts', sites: [siteid] }),
    'stockReports.reorder': ({ siteid }) => ({ siteid }),
    'stockReports.slowSellers': ({ siteid }) => ({ siteid }),
    'stockReports.stockValue': () => ({}),
    'stockReports.inTransit': ({ siteid }) => ({ siteid }),
    'stockReports.shrinkage': ({ siteid }) => ({ ...range(), siteid }),
    'products.create': ({ siteid }) => ({ ...tea, siteid, request_id: own.form }),
    'products.update': ({ productid }) => ({ ...tea, productid, siteid: own.siteid, opened }),
    'products.remove': ({ productid }) => ({ productid }),
    'products.imports.confirm': ({ importid }) => ({ importid }),
    'employees.list': ({ siteid }) => ({ siteid, q: '' }),
    'employees.create': ({ siteid }) => ({ ...HIRE, ...own.newLogin(), siteid, request_id: randomUUID() }),
    'employees.update': ({ employeeid }) => ({ ...HIRE, employeeid, siteid: own.siteid, opened: { version: 1 } }),
    'employees.setPin': ({ employeeid }) => ({ employeeid, pin: '2468' }),
    'employees.makeAnonymous': ({ employeeid }) => ({ employeeid }),
    'employees.remove': ({ employeeid }) => ({ employeeid }),
    'employees.imports.confirm': ({ siteid }) => ({
      employees: [{ firstname: 'x', lastname: 'x', position: 'Employee', hiredate: null, siteid }],
    }),
    'tills.list': ({ siteid }) => ({ siteid }),
    'tills.push': () => ({ sales: [{ reference: 'receipt 1', saledate: '2026-11-20T09:00:00Z', finalamount: 777.77 }] }),
    'tillCatalogue.products': () => ({}),
    'tills.create': ({ siteid }) => ({ siteid, name: 'x' }),
    'tills.revoke': ({ tillid }) => ({ tillid }),
    'sellers.give': ({ sellerid }) => ({ sellerid, employeeid: null, opened: { employeeid: null } }),
    'refusedSales.list': () => ({}),
    'refusedSales.get': ({ refusedid }) => ({ refusedid }),
    'refusedSales.store': ({ refusedid }) => ({ refusedid, lines: [{ line: 0, productname: 'x', price: 1 }] }),
    'refusedSales.setAside': ({ refusedid }) => ({ refusedid, is_set_aside: true }),
    'reports.get': ({ siteid, employeeid }) => ({ ...range(), sites: [siteid], employees: [employeeid] }),
    'reports.agreement': ({ siteid, employeeid }) => ({ ...range(), sites: [siteid], employees: [employeeid] }),
    'reports.saved.create': () => ({ name: 'x', search: '' }),
    'reports.saved.update': ({ reportid }) => ({ reportid, name: 'x', search: '' }),
    'reports.saved.remove': ({ reportid }) => ({ reportid }),
    'cashUps.list': ({ siteid }) => ({ month: '2026-11', siteid }),
    'cashUps.month': ({ siteid }) => ({ month: '2026-11', siteid }),
    'cashUps.day': ({ siteid }) => ({ siteid, day: '2026-11-20' }),
    'cashUps.create': ({ siteid }) => ({
      siteid,
      day: '2026-11-20',
      lines: [{ payment_method: 'cash', counted: 1 }],
      opened: { entry: 0, sales: 1 },
    }),
    'drawerMovements.push': () => ({
      movements: [{ reference: 'in 1', time: '2026-11-20T09:00:00Z', kind: 'paid_in', amount: 5, reason: 'Change' }],
    }),
    'drawerMovements.create': ({ siteid }) => ({ siteid, day: '2026-11-20', kind: 'paid_out', amount: 5, reason: 'Stamps' }),
    'drawerMovements.remove': ({ movementid }) => ({ movementid }),
    'vatRates.save': () => ({ percent: 15.5, first_day: '2099-01-01' }),
    'vatRates.remove': () => ({ first_day: '2098-01-01' }),
    'account.rename': () => ({ firstname: 'x', lastname: 'x', opened: { version: 99 } }),
    'account.receipts.save': () => ({ vat_number: '', receipt_lines: [], discount_limit: 10 }),
    'account.saveComparison': () => ({ compare: 'year' }),
    'account.saveProductList': () => ({ per_page: 25, columns: [] }),
    'webhooks.create': ({ siteid }) => ({ url: 'https://1.1.1.1/', events: ['sale.created'], siteid, current }),
    'webhooks.update': ({ webhookid }) => ({ webhookid, url: 'https://1.1.1.1/', events: ['stock.low'], opened: first, current }),
    'webhooks.setState': ({ webhookid }) => ({ webhookid, state: 'off' }),
    'webhooks.rotateSecret': ({ webhookid }) => ({ webhookid, current }),
    'webhooks.remove': ({ webhookid }) => ({ webhookid }),
    'webhooks.test': ({ webhookid }) => ({ webhookid }),
    'webhooks.deliveries': ({ webhookid }) => ({ webhookid }),
    'webhooks.resend': ({ webhookid, messageid }) => ({ webhookid, messageid }),
    'webhooks.resendFailed': ({ webhookid }) => ({ webhookid }),
    'sales.since': () => ({}),
    'products.all': () => ({}),
    'cashUps.all': () => ({}),
    'readKeys.create': ({ siteid }) => ({ name: 'x', right: { name: 'stock', siteids: [siteid] }, days: 30, current }),
    'readKeys.revoke': ({ keyid }) => ({ keyid }),
    'changes.list': () => ({}),
    'changes.history': ({ siteid }) => ({ noun: 'site', rowid: String(siteid) }),
    'changes.keep': () => ({ kept_months: 24 }),
    'products.undo': ({ productid }) => ({ productid, changeid: 1 }),
    'employees.undo': ({ employeeid }) => ({ employeeid, changeid: 1 }),
    'accounting.preview': ({ siteid }) => ({ program: 'xero', ...range(), sites: [siteid] }),
    'accounting.lock': () => ({ month: '2026-01', is_locked: true }),
    'accounting.saveSettings': () => ({ program: 'xero', accounts: own.accounts }),
    'account.notices.save': ({ siteid }) => ({ kind: 'low_stock', is_on: true, hour: 7, weekday: 1, sites: [siteid] }),
    'account.notices.sendNow': () => ({ kind: 'low_stock' }),
    'account.changePassword': () => ({ current: own.guess, password: own.guess }),
    'account.requestEmailChange': ({ email }) => ({ email, current: own.guess }),
    'account.emailProof.confirm': () => ({ code: '12345678' }),
    'account.endSession': ({ sessionid }) => ({ id: sessionid }),
    'account.twoStep.start': () => ({ current: own.guess }),
    'account.twoStep.confirm': () => ({ code: '123456' }),
    'account.twoStep.turnOff': () => ({ current: own.guess }),
    'account.twoStep.replaceCodes': () => ({ current: own.guess }),
    'account.updateBusiness': () => ({ name: 'x', registration_number: 'x', opened: { version: 99 } }),
    'account.handOver': ({ employeeid }) => ({ employeeid, current: own.guess }),
    'account.closing.close': () => ({ current: own.guess }),
    'account.choosePlan': () => ({ subscriptionid: 3 }),
    'dashboard.figures': range,
    'sales.list': range,
    'sales.figures': range,
    'employees.access': ({ employeeid }) => ({ employeeid }),
    'employees.endAccess': ({ employeeid }) => ({ employeeid, disablereason: 'x' }),
    'employees.invitations.create': ({ employeeid }) => ({
      employeeid,
      email: own.newLogin().email,
      right: { name: 'bookkeeper' },
    }),
    'employees.invitations.withdraw': ({ employeeid }) => ({ employeeid }),
    'account.requireTwoStep': () => ({ people: [] }),
    'employees.setRight': ({ employeeid }) => ({ employeeid, right: { name: 'bookkeeper' } }),
  }
}

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

/** Makes a call as the browser does. */
export const byRpc = async (who: TestClient, name: string, input: unknown) =>
  read(
    await who.fetch(`/api/rpc/${name.replaceAll('.', '/')}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: input ?? null }),
    }),
  )

/** Makes a call as a program does. */
export async function byRest(who: TestClient, name: string, input: Record<string, unknown> = {}) {
  const { method = 'POST', path } = procedures.get(name)?.['~orpc'].route ?? {}
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
