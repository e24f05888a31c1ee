import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { fileRoutes } from '../../contract/index.ts'
import { UNLOGGED_CALLS } from '../../contract/unlogged-calls.ts'
import { createAppCode } from '../../db/testing/app-code.ts'
import { makeBusinessFile } from '../testing/business-file.ts'
import { createClient, createOwner, createTill, newCredentials, type Owner } from '../testing/clients.ts'
import { listProcedures, procedures, range } from '../testing/every-call.ts'
import { readMails } from '../testing/mails.ts'
import { createImportHelpers } from '../testing/product-imports.ts'
import { addProduct, createEdit } from '../testing/products.ts'
import { importSales, previewSales } from '../testing/sales-imports.ts'
import { testServer } from '../testing/server.ts'
import { createTeamHelpers } from '../testing/team.ts'
import { addWebhook } from '../testing/webhook-receiver.ts'

// Every call of the contract that changes something, and every file, leaves a row in the log of changes, or has a reason in
// contract/unlogged-calls.ts.

const server = await testServer()
afterAll(server.close)
const { ask, hire, newEmployee, save } = createTeamHelpers(server)
beforeEach(() => ask('delete from auth.attempts'))

const NAME = { firstname: 'Thandi', lastname: 'Nkosi' }
let names = 0
const createName = () => `Name ${++names}`
const addSite = async ({ api }: Owner) => (await api.sites.create({ sitename: createName(), location: 'Durban' })).siteid
const addItem = (owner: Owner) => addProduct(owner, { productname: createName(), price: 10, stock: 5 })
const addSupplier = async ({ api }: Owner) => (await api.suppliers.create({ name: createName() })).supplierid
/** A sale whose line no product has. Returns its refusedid. */
async function refuseSale(owner: Owner) {
  const reference = createName()
  const till = await createTill(server, owner)
  await till.push([{ reference, saledate: '2026-11-20T09:00:00Z', items: [{ barcode: reference, quantity: 1 }] }])
  const refused = (await owner.api.refusedSales.list({})).rows.find((row) => row.reference === reference)
  return Number(refused?.refusedid)
}
const readWholeStream = async (stream: PromiseLike<AsyncIterable<unknown>>) => {
  for await (const _ of await stream);
}
/** The word of a link in the newest mail to an address. */
async function readToken(email: string, link: RegExp) {
  const [mail = ''] = await readMails(server, email)
  const token = link.exec(mail)?.[1] ?? ''
  server.secrets.add(token)
  return token
}
async function addDraft(owner: Owner, more: Partial<Parameters<Owner['api']['stock']['create']>[0]> = {}) {
  const { productid } = await addItem(owner)
  const { documentid } = await owner.api.stock.create({
    ...{ kind: 'delivery', siteid: owner.siteid, lines: [{ productid, quantity: 2 }] },
    ...more,
  })
  return { documentid, productid, opened: { version: more.finish ? 2 : 1 } }
}
const beginCount = async ({ api, siteid }: Owner) => ({
  ...(await api.stock.counts.begin({ siteid, scope: { of: 'all' } })),
  opened: { version: 1 },
})
async function addRight(owner: Owner) {
  const { employeeid, details } = await hire(owner)
  await save(owner, { ...details, position: 'Employee' })
  return { employeeid, right: { name: 'bookkeeper' as const } }
}
async function invite({ api, siteid }: Owner) {
  const credentials = newCredentials(server)
  const { employeeid } = await api.employees.create({
    ...{ ...NAME, siteid, position: 'Owner', isenabled: true, login: 'invitation', email: credentials.email },
  })
  return { employeeid, ...credentials }
}
async function startTwoStep({ api, credentials }: Owner) {
  const { uri, recovery_codes } = await api.account.twoStep.start({ current: credentials.password })
  for (const secret of [...recovery_codes, new URL(uri).searchParams.get('secret') ?? '']) server.secrets.add(secret)
  return { uri, recovery_codes }
}
async function turnTwoStepOn(owner: Owner) {
  const { uri, recovery_codes } = await startTwoStep(owner)
  await owner.api.account.twoStep.confirm({ code: createAppCode(uri) })
  return { uri, recovery_codes }
}
async function addKey({ api, credentials: { password: current } }: Owner) {
  const right = { name: 'bookkeeper' } as const
  const { key, ...created } = await api.readKeys.create({ name: createName(), right, days: 30, current })
  server.secrets.add(key)
  return created
}
const addHook = (owner: Owner) => addWebhook(owner, server, { url: 'https://1.1.1.1/hook', events: ['sale.created'] })
const importProducts = (owner: Owner) => createImportHelpers(server, () => owner)
const createSales = () => `Receipt,Date,Total\n${createName()},2026-04-03,10.00\n`
const newest = async ({ api }: Owner, noun: 'product' | 'employee') => (await api.changes.list({ noun })).rows[0]?.changeid ?? 0
const file = (path: string) => async (owner: Owner) => async () => {
  const answer = await owner.fetch(`/api/v1${path}`)
  expect(answer.status, await answer.text()).toBe(200)
}
const createPicture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
const sendPicture = async (owner: Owner, productid: number, method: 'PUT' | 'DELETE') => {
  const answer = await owner.fetch(`/api/v1/products/${productid}/picture`, {
    ...{ method, headers: { 'content-type': 'image/png' } },
    ...(method === 'PUT' && { body: new Uint8Array(await createPicture()) }),
  })
  expect(answer.ok, await answer.text()).toBe(true)
}

/** What comes before the call, and the call. */
type Prepare = (owner: Owner) => Promise<() => Promise<unknown>>

const CALLS: Record<string, Prepare> = {
  'session.signIn':
    async ({ credentials }) =>
    () =>
      createClient(server).api.session.signIn(credentials),
  'session.verifyCode': async (owner) => {
    const { uri } = await turnTwoStepOn(owner)
    const browser = createClient(server)
    await browser.api.session.signIn(owner.credentials).catch(() => undefined)
    await ask('delete from auth.attempts')
    return () => browser.api.session.verifyCode({ code: createAppCode(uri) })
  },
  'session.resetPassword': async ({ credentials: { email } }) => {
    await createClient(server).api.session.requestPasswordReset({ email })
    const token = await readToken(email, /\?token=(\S+)/)
    return () => createClient(server).api.session.resetPassword({ token, password: newCredentials(server).password })
  },
  'session.confirmEmail': async ({ api, credentials }) => {
    const { email } = newCredentials(server)
    await api.account.requestEmailChange({ email, current: credentials.password })
    const token = await readToken(email, /\/login\?confirm=(\S+)/)
    return () => createClient(server).api.session.confirmEmail({ token })
  },
  'session.acceptInvitation': async (owner) => {
    const { email, password } = await invite(owner)
    const token = await readToken(email, /\/invitation#([\w-]+)/)
    return () => createClient(server).api.session.acceptInvitation({ token, password })
  },
  'signup.start': async ({ credentials }) => {
    // Refused, after the right password.
    return () =>
      createClient(server)
        .api.signup.start({ ...credentials, ...NAME })
        .catch(() => undefined)
  },
  'salesImports.confirm': async (owner) => {
    const { importid } = await previewSales(owner, createSales())
    return () => readWholeStream(owner.api.salesImports.confirm({ importid }))
  },
  'salesImports.undo': async (owner) => {
    const { importid } = await importSales(owner, createSales())
    return () => readWholeStream(owner.api.salesImports.undo({ importid }))
  },
  'sites.create': async (owner) => () => addSite(owner),
  'sites.update': async (owner) => {
    const siteid = await addSite(owner)
    return () => owner.api.sites.update({ siteid, sitename: createName(), location: 'x', opened: { version: 1 } })
  },
  'sites.remove': async (owner) => {
    const siteid = await addSite(owner)
    return () => owner.api.sites.remove({ siteid })
  },
  'stock.create': async (owner) => () => owner.api.stock.create({ kind: 'delivery', siteid: owner.siteid, lines: [] }),
  'stock.update': async (owner) => {
    const { documentid, productid, opened } = await addDraft(owner)
    const lines = [{ productid, quantity: 3 }]
    return () => owner.api.stock.update({ documentid, opened, siteid: owner.siteid, reference: '', note: '', lines })
  },
  'stock.remove': async (owner) => {
    const { documentid } = await addDraft(owner)
    return () => owner.api.stock.remove({ documentid })
  },
  'stock.finish': async (owner) => {
    const { documentid, opened } = await addDraft(owner)
    return () => owner.api.stock.finish({ documentid, opened })
  },
  'stock.close': async (owner) => {
    const supplierid = await addSupplier(owner)
    const { documentid, opened } = await addDraft(owner, { kind: 'order', supplierid, finish: true })
    return () => owner.api.stock.close({ documentid, opened })
  },
  'stock.receive': async (owner) => {
    const to_siteid = await addSite(owner)
    const { documentid, opened, productid } = await addDraft(owner, { kind: 'transfer', to_siteid, finish: true })
    return () => owner.api.stock.receive({ documentid, opened, siteid: to_siteid, lines: [{ productid, quantity: 2 }] })
  },
  'stock.correct': async (owner) => {
    const { documentid, opened, productid } = await addDraft(owner, { finish: true })
    return () => owner.api.stock.correct({ documentid, opened, lines: [{ productid, quantity: 1 }] })
  },
  'stock.saveSettings':
    async ({ api }) =>
    () =>
      api.stock.saveSettings({ stock_reasons: [createName()], purchase_price_rule: 'keep', scale_patterns: ['2PPPPPPWWWWWC'] }),
  'stock.counts.begin': async (owner) => {
    await addItem(owner)
    return () => beginCount(owner)
  },
  'stock.counts.approve': async (owner) => {
    const { productid } = await addItem(owner)
    const { documentid, opened } = await beginCount(owner)
    await owner.api.stock.counts.enter({ documentid, entries: [{ productid, quantity: 1, request_id: randomUUID() }] })
    return () => owner.api.stock.counts.approve({ documentid, opened, entries: 1, uncounted: 'keep' })
  },
  'stock.counts.cancel': async (owner) => {
    await addItem(owner)
    const { documentid, opened } = await beginCount(owner)
    return () => owner.api.stock.counts.cancel({ documentid, opened })
  },
  'suppliers.create': async (owner) => () => addSupplier(owner),
  'suppliers.update': async (owner) => {
    const supplierid = await addSupplier(owner)
    return () => owner.api.suppliers.update({ supplierid, name: createName(), opened: { version: 1 } })
  },
  'suppliers.merge': async (owner) => {
    const [supplierid, into] = [await addSupplier(owner), await addSupplier(owner)]
    return () => owner.api.suppliers.merge({ supplierid, into })
  },
  'suppliers.remove': async (owner) => {
    const supplierid = await addSupplier(owner)
    return () => owner.api.suppliers.remove({ supplierid })
  },
  'tills.create': async (owner) => () => createTill(server, owner),
  'tills.revoke': async (owner) => {
    const { tillid } = (await createTill(server, owner)).till
    return () => owner.api.tills.revoke({ tillid })
  },
  'sellers.give': async (owner) => {
    const till = await createTill(server, owner)
    const code = createName()
    await till.push([{ reference: code, saledate: '2026-11-20T09:00:00Z', finalamount: 1, employee_code: code }])
    const seller = (await owner.api.sellers.list()).find((row) => row.code === code)
    const { employeeid } = owner
    return () => owner.api.sellers.give({ sellerid: Number(seller?.sellerid), employeeid, opened: { employeeid: null } })
  },
  'refusedSales.store': async (owner) => {
    const refusedid = await refuseSale(owner)
    return () => owner.api.refusedSales.store({ refusedid, lines: [{ line: 0, productname: 'Milk', price: 5 }] })
  },
  'refusedSales.setAside': async (owner) => {
    const refusedid = await refuseSale(owner)
    return () => owner.api.refusedSales.setAside({ refusedid, is_set_aside: true })
  },
  'accounting.lock':
    async ({ api }) =>
    () =>
      api.accounting.lock({ month: '2026-01', is_locked: true }),
  'accounting.saveSettings': async ({ api }) => {
    const { xero } = await api.accounting.settings()
    return () => api.accounting.saveSettings({ program: 'xero', accounts: { ...xero, tracking: createName() } })
  },
  'cashUps.create':
    async ({ api, siteid }) =>
    () =>
      api.cashUps.create({
        ...{ siteid, day: '2026-11-20', lines: [{ payment_method: 'cash', counted: 0 }], note: 'Closed' },
        opened: { entry: 0, sales: 0 },
      }),
  'changes.keep':
    async ({ api }) =>
    () =>
      api.changes.keep({ kept_months: 60 }),
  'vatRates.save':
    async ({ api }) =>
    () =>
      api.vatRates.save({ percent: 15.5, first_day: '2099-01-01' }),
  'vatRates.remove': async ({ api }) => {
    await api.vatRates.save({ percent: 16, first_day: '2098-01-01' })
    return () => api.vatRates.remove({ first_day: '2098-01-01' })
  },
  'webhooks.create': async (owner) => () => addHook(owner),
  'webhooks.update': async (owner) => {
    const { webhookid } = await addHook(owner)
    const changed = { url: 'https://1.1.1.1/x', events: ['stock.low' as const], current: owner.credentials.password }
    return () => owner.api.webhooks.update({ webhookid, ...changed, opened: { version: 1 } })
  },
  'webhooks.setState': async (owner) => {
    const { webhookid } = await addHook(owner)
    return () => owner.api.webhooks.setState({ webhookid, state: 'off' })
  },
  'webhooks.rotateSecret': async (owner) => {
    const { webhookid } = await addHook(owner)
    return async () =>
      server.secrets.add((await owner.api.webhooks.rotateSecret({ webhookid, current: owner.credentials.password })).secret)
  },
  'webhooks.remove': async (owner) => {
    const { webhookid } = await addHook(owner)
    return () => owner.api.webhooks.remove({ webhookid })
  },
  'readKeys.create': async (owner) => () => addKey(owner),
  'readKeys.revoke': async (owner) => {
    const { keyid } = await addKey(owner)
    return () => owner.api.readKeys.revoke({ keyid })
  },
  'employees.create': async (owner) => () => owner.api.employees.create(newEmployee(owner)),
  'employees.update': async (owner) => {
    const { details } = await hire(owner)
    return () => save(owner, { ...details, lastname: createName() })
  },
  'employees.setRight': async (owner) => {
    const of = await addRight(owner)
    return () => owner.api.employees.setRight(of)
  },
  'employees.undo': async (owner) => {
    const { employeeid, details } = await hire(owner)
    await save(owner, { ...details, lastname: createName() })
    const changeid = await newest(owner, 'employee')
    return () => owner.api.employees.undo({ employeeid, changeid })
  },
  'employees.setPin': async (owner) => {
    const { employeeid } = await hire(owner)
    return () => owner.api.employees.setPin({ employeeid, pin: '2468' })
  },
  'account.receipts.save':
    async ({ api }) =>
    () =>
      api.account.receipts.save({ vat_number: createName(), receipt_lines: [], discount_limit: 10 }),
  'employees.makeAnonymous': async (owner) => {
    const { employeeid } = await hire(owner)
    return () => owner.api.employees.makeAnonymous({ employeeid })
  },
  'employees.endAccess': async (owner) => {
    const { employeeid } = await hire(owner)
    return () => owner.api.employees.endAccess({ employeeid, disablereason: 'Left' })
  },
  'employees.remove': async (owner) => {
    const { employeeid } = await hire(owner)
    return () => owner.api.employees.remove({ employeeid })
  },
  'employees.imports.confirm':
    async ({ api, siteid }) =>
    () =>
      api.employees.imports.confirm({ employees: [{ ...NAME, siteid, position: 'Employee', hiredate: null }] }),
  'employees.invitations.create': async (owner) => {
    const { employeeid, email } = await invite(owner)
    return () => owner.api.employees.invitations.create({ employeeid, email })
  },
  'employees.invitations.withdraw': async (owner) => {
    const { employeeid } = await invite(owner)
    return () => owner.api.employees.invitations.withdraw({ employeeid })
  },
  'products.create': async (owner) => () => addItem(owner),
  'products.update': async (owner) => {
    const product = await addItem(owner)
    return () => owner.api.products.update(createEdit(product, { price: 11 }))
  },
  'products.undo': async (owner) => {
    const product = await addItem(owner)
    await owner.api.products.update(createEdit(product, { price: 11 }))
    const changeid = await newest(owner, 'product')
    return () => owner.api.products.undo({ productid: product.productid, changeid })
  },
  'products.remove': async (owner) => {
    const { productid } = await addItem(owner)
    return () => owner.api.products.remove({ productid })
  },
  'products.join': async (owner) => {
    const [{ productid }, other] = [await addItem(owner), { ...owner, siteid: await addSite(owner) }]
    const second = await addItem(other)
    return () => owner.api.products.join({ productids: [productid, second.productid] })
  },
  'products.merge': async (owner) => {
    const { productid } = await addItem(owner)
    const second = await addItem(owner)
    // As the upgrade leaves them.
    await server.ownerPool.query(
      `update product set barcode = '17', shares_barcode = productid = $2 where productid in ($1, $2)`,
      [productid, second.productid],
    )
    return () => owner.api.products.merge({ productid, others: [second.productid] })
  },
  'products.separate': async (owner) => {
    const [{ productid }, other] = [await addItem(owner), { ...owner, siteid: await addSite(owner) }]
    const second = await addItem(other)
    await owner.api.products.join({ productids: [productid, second.productid] })
    return () => owner.api.products.separate({ productid: second.productid })
  },
  'products.addToSite': async (owner) => {
    const [{ productid }, siteid] = [await addItem(owner), await addSite(owner)]
    return () => owner.api.products.addToSite({ productid, siteid })
  },
  'products.imports.confirm': async (owner) => {
    const { previewFile, confirm } = importProducts(owner)
    const { importid } = await previewFile(`Product,Price\n${createName()},12\n`)
    return () => confirm(importid)
  },
  'products.changes.apply': async (owner) => {
    const { productid } = await addItem(owner)
    const { changeid } = await owner.api.products.changes.preview({
      ...{ search: { ids: String(productid) }, change: { kind: 'set_price', price: 12 } },
    })
    return () => readWholeStream(owner.api.products.changes.apply({ changeid: String(changeid) }))
  },
  'products.changes.undo': async (owner) => {
    const { productid } = await addItem(owner)
    const { changeid } = await owner.api.products.changes.preview({
      ...{ search: { ids: String(productid) }, change: { kind: 'set_price', price: 12 } },
    })
    await readWholeStream(owner.api.products.changes.apply({ changeid: String(changeid) }))
    return () => readWholeStream(owner.api.products.changes.undo({ changeid: String(changeid) }))
  },
  'products.unknown.add':
    async ({ api, siteid }) =>
    () =>
      api.products.unknown.add({ products: [{ siteid, productname: createName(), price: 1 }] }),
  'products.unknown.link': async (owner) => {
    const { productid } = await addItem(owner)
    return () => owner.api.products.unknown.link({ siteid: owner.siteid, productname: createName(), productid })
  },
  'account.rename': async ({ api, employeeid }) => {
    const [row] = await ask('select version from employee where employeeid = $1', [employeeid])
    return () => api.account.rename({ firstname: createName(), lastname: 'x', opened: { version: row.version } })
  },
  'account.changePassword':
    async ({ api, credentials }) =>
    () =>
      api.account.changePassword({ current: credentials.password, password: newCredentials(server).password }),
  'account.twoStep.confirm': async (owner) => {
    const { uri } = await startTwoStep(owner)
    return () => owner.api.account.twoStep.confirm({ code: createAppCode(uri) })
  },
  'account.twoStep.turnOff': async (owner) => {
    await turnTwoStepOn(owner)
    return () => owner.api.account.twoStep.turnOff({ current: owner.credentials.password })
  },
  'account.twoStep.replaceCodes': async (owner) => {
    await turnTwoStepOn(owner)
    return async () => {
      const { recovery_codes } = await owner.api.account.twoStep.replaceCodes({ current: owner.credentials.password })
      for (const code of recovery_codes) server.secrets.add(code)
    }
  },
  'account.updateBusiness': async ({ api, businessid }) => {
    const [row] = await ask('select version from business where id = $1', [businessid])
    const opened = { version: row.version }
    return () => api.account.updateBusiness({ name: createName(), registration_number: '2026/2', opened })
  },
  'account.handOver': async (owner) => {
    const { employeeid } = await hire(owner)
    return () => owner.api.account.handOver({ employeeid, current: owner.credentials.password })
  },
  'account.requireTwoStep':
    async ({ api }) =>
    () =>
      api.account.requireTwoStep({ people: ['stock'] }),
  'account.choosePlan':
    async ({ api }) =>
    () =>
      api.account.choosePlan({ subscriptionid: 3 }),
  'account.closing.close':
    async ({ api, credentials }) =>
    () =>
      api.account.closing.close({ current: credentials.password }),
  'account.closing.reopen': async ({ api, credentials }) => {
    await api.account.closing.close({ current: credentials.password })
    return () => api.account.closing.reopen()
  },
  'files.sales.export': file(`/sales.csv?${new URLSearchParams(range())}`),
  'files.products.export': file('/products.csv'),
  'files.products.picture.put': async (owner) => {
    const { productid } = await addItem(owner)
    return () => sendPicture(owner, productid, 'PUT')
  },
  'files.products.picture.remove': async (owner) => {
    const { productid } = await addItem(owner)
    await sendPicture(owner, productid, 'PUT')
    return () => sendPicture(owner, productid, 'DELETE')
  },
  'files.employees.export': file('/employees.csv'),
  'files.stock.export': async (owner) => {
    const { documentid } = await addDraft(owner)
    return file(`/stock/document.csv?documentid=${documentid}`)(owner)
  },
  'files.saleReports.export': file(`/reports/sales.csv?${new URLSearchParams({ ...range(), kind: 'tips' })}`),
  'files.stockReports.reorder': file('/reports/reorder.csv'),
  'files.stockReports.slowSellers': file('/reports/slow-sellers.csv'),
  'files.stockReports.stockValue': file('/reports/stock-value.csv'),
  'files.stockReports.inTransit': file('/reports/in-transit.csv'),
  'files.stockReports.shrinkage': file(`/reports/shrinkage.csv?${new URLSearchParams(range())}`),
  'files.businessExport.download': async (owner) => {
    await makeBusinessFile(owner)
    return async () => {
      const answer = await owner.fetch('/api/v1/account/export/file', { headers: { range: 'bytes=1-' } })
      expect(answer.status, await answer.text()).toBe(206)
    }
  },
  'files.accounting.export': file(`/reports/accounting.csv?${new URLSearchParams({ ...range(), program: 'xero' })}`),
  'files.reports.export': file(`/reports.csv?${new URLSearchParams({ ...range(), by: 'site' })}`),
  'files.cashUps.export': file('/cash-ups.csv?month=2026-11'),
  'files.changes.export': file('/changes.csv'),
}

/** Steps of the sign-up, each for a person who is at this step. */
const SIGN_UP = {
  rpc_create_business: ({ api }: Pick<Owner, 'api'>) => api.rpc_create_business({ p_name: 'Botha Books', p_reg: '2026/1' }),
  'signup.createSite': ({ api }: Pick<Owner, 'api'>) => api.signup.createSite({ sitename: 'Durban', location: 'Durban' }),
  'signup.choosePlan': ({ api }: Pick<Owner, 'api'>) => api.signup.choosePlan({ subscriptionid: 2 }),
}

test('log of changes: every call that changes something and every file is tested here, or has a reason', () => {
  const writing = [...procedures].filter(([, call]) => call['~orpc'].route.method !== 'GET').map(([name]) => name)
  const files = [...listProcedures(fileRoutes)].map(([name]) => `files.${name}`)
  const tested = [...Object.keys(CALLS), ...Object.keys(SIGN_UP), ...Object.keys(UNLOGGED_CALLS)]
  expect(tested.toSorted()).toEqual([...writing, ...files].toSorted())
})

/** The rows of the log that a call adds. */
async function findRows(businessid: () => Promise<string>, call: () => Promise<unknown>) {
  const [{ last }] = await ask('select coalesce(max(changeid), 0) as last from changes')
  await call()
  return ask('select noun, action from changes where businessid = $1 and changeid > $2', [await businessid(), last])
}

test.each(Object.entries(CALLS))('log of changes: has a row of %s', async (_, prepare) => {
  const owner = await createOwner(server)
  const call = await prepare(owner)
  expect(await findRows(async () => owner.businessid, call)).not.toEqual([])
})

test('log of changes: has a row of each step of the sign-up that changes the business', async () => {
  const credentials = newCredentials(server)
  const anna = createClient(server)
  const { user } = await anna.api.signup.createUser(credentials)
  await anna.api.signup.start({ ...credentials, ...NAME })
  const findBusiness = async () =>
    (await ask('select businessid from business_users where user_id = $1', [user.id]))[0]?.businessid
  for (const [name, step] of Object.entries(SIGN_UP)) expect(await findRows(findBusiness, () => step(anna)), name).not.toEqual([])
})
