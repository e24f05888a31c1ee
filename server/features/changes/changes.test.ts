import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { findField } from '../../../contract/shared/change-fields.ts'
import { silentLog } from '../../../db/log.ts'
import { createTenantScopes } from '../../../db/tenant-scope.ts'
import { createClient, createOwner, createTill, newCredentials, type Owner } from '../../testing/clients.ts'
import { createImportHelpers } from '../../testing/product-imports.ts'
import { addProduct, createEdit } from '../../testing/products.ts'
import { testServer } from '../../testing/server.ts'
import { deleteOldChanges } from './delete-old-changes.ts'

const server = await testServer()
afterAll(server.close)

let thandi: Owner
beforeEach(async () => {
  thandi = await createOwner(server)
  // Of the fixture.
  await ask('delete from changes where businessid = $1', [thandi.businessid])
})

const ask = async (statement: string, values: unknown[] = []) => (await server.ownerPool.query(statement, values)).rows
const list = async (search: Parameters<Owner['api']['changes']['list']>[0] = {}) => (await thandi.api.changes.list(search)).rows
const words = async (search = {}) => (await list(search)).map(({ noun, action, name }) => `${noun} ${action} ${name}`.trim())
const add = async (product: Parameters<typeof addProduct>[1]) => (await addProduct(thandi, product)).productid
const edit = async (productid: number, change: object) => {
  const product = await thandi.api.products.get({ productid })
  await thandi.api.products.update(createEdit(product, change))
}
const addSite = async (sitename: string) => (await thandi.api.sites.create({ sitename, location: 'Durban' })).siteid
const addEmployee = async (lastname = 'Dlamini') =>
  thandi.api.employees.create({
    ...{ siteid: thandi.siteid, firstname: 'Sipho', lastname, position: 'Owner', isenabled: true },
    ...{ email: `${crypto.randomUUID()}@shop.example`, password: 'correct horse battery' },
  })
const findEmployee = async (employeeid: number) => {
  const found = (await thandi.api.employees.list({})).rows.find((row) => row.employeeid === employeeid)
  if (!found) throw new Error('the employee is not in the list')
  return found
}
const editEmployee = async (employeeid: number, change: object) => {
  const { siteid, firstname, lastname, position, isenabled, disablereason, hiredate, version } = await findEmployee(employeeid)
  const details = { siteid: siteid ?? 0, firstname, lastname, position, isenabled, disablereason, hiredate }
  await thandi.api.employees.update({ ...details, ...change, employeeid, opened: { version } })
}

describe('log of changes', () => {
  test('says who changed what, when, from where, before and after', async () => {
    const productid = await add({ productname: 'Bread', price: 12 })
    await edit(productid, { price: 13.5, category: 'Bakery' })
    const [changed, created] = await list()
    expect(changed).toMatchObject({
      ...{
        person: 'Thandi Nkosi',
        actor: 'person',
        client_ip: expect.stringMatching(/127\.0\.0\.1|::1/),
        device: 'Unknown device',
      },
      ...{ noun: 'product', rowid: String(productid), name: 'Bread', sitename: 'Sandton', action: 'changed' },
      ...{ before: { price: 12, category: '' }, after: { price: 13.5, category: 'Bakery' }, undo: 'possible', is_undo: false },
    })
    expect(changed?.at.getTime()).toBeGreaterThan(Date.now() - 60_000)
    expect(created).toMatchObject({
      action: 'created',
      before: null,
      after: { productname: 'Bread', price: 12, siteid: 'Sandton' },
      undo: null,
    })
  })

  test('has the browser of the person', async () => {
    const userAgent =
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
    await thandi.fetch('/api/v1/sites', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ sitename: 'Durban', location: 'Durban' }),
    })
    expect(await list({ noun: 'site' })).toMatchObject([{ device: 'Chrome on Android' }])
  })

  test('has nothing of a save that changes nothing, and of a sale', async () => {
    const productid = await add({ productname: 'Bread', price: 12, stock: 5 })
    const till = await createTill(server, thandi)
    const before = await words()
    await edit(productid, {})
    const sale = {
      reference: '1',
      saledate: '2026-11-20T09:00:00Z',
      finalamount: 24,
      items: [{ productid, quantity: 2 }],
    }
    expect((await till.push([sale])).body.sales).toMatchObject([{ status: 'created' }])
    expect((await words()).filter((row) => !row.includes('Till') && !row.startsWith('employee'))).toEqual(
      before.filter((row) => !row.includes('Till')),
    )
  })

  test('has the stock that a person types, as it was and is, beside what else was changed', async () => {
    const productid = await add({ productname: 'Bread', price: 12, stock: 5 })
    expect((await list())[0]).toMatchObject({ action: 'created', after: { stock: 5 } })
    await edit(productid, { stock: 9.5, price: 13 })
    expect(await list({ noun: 'product', action: 'changed' })).toMatchObject([
      {
        ...{ before: { stock: 5 }, after: { stock: 9.5 }, undo: null, person: 'Thandi Nkosi' },
        ...{ client_ip: expect.stringMatching(/127\.0\.0\.1|::1/), device: 'Unknown device', sitename: 'Sandton', name: 'Bread' },
      },
      { before: { price: 12 }, after: { price: 13 }, undo: 'possible' },
    ])
    // Two people typed: each entry has what the stock really was.
    const opened = await thandi.api.products.get({ productid })
    await ask('update product set stock = stock - 2 where productid = $1', [productid])
    await thandi.api.products.update(createEdit(opened, { stock: 20 }))
    expect((await list())[0]).toMatchObject({ before: { stock: 7.5 }, after: { stock: 18 } })
  })

  test('has no stock that a sale, a document, a count or an import moves', async () => {
    const productid = await add({ productname: 'Bread', price: 12, stock: 5 })
    const till = await createTill(server, thandi)
    const sale = { reference: '1', saledate: '2026-11-20T09:00:00Z', finalamount: 24, items: [{ productid, quantity: 2 }] }
    expect((await till.push([sale])).body.sales).toMatchObject([{ status: 'created' }])
    await thandi.api.stock.create({
      ...{ kind: 'delivery', siteid: thandi.siteid, finish: true },
      lines: [{ productid, quantity: 4 }],
    })
    const count = await thandi.api.stock.counts.begin({ siteid: thandi.siteid, scope: { of: 'all' } })
    await thandi.api.stock.counts.enter({ ...count, entries: [{ productid, quantity: 11, request_id: crypto.randomUUID() }] })
    await thandi.api.stock.counts.approve({ ...count, opened: { version: 1 }, entries: 1, uncounted: 'keep' })
    const { previewFile, confirm } = createImportHelpers(server, () => thandi)
    const { importid } = await previewFile('Product,Price,Stock\nBread,12,40\n')
    await confirm(importid, thandi, { sets_stock: true })
    expect(await thandi.api.products.get({ productid })).toMatchObject({ stock: 40 })
    expect(await list({ noun: 'product', action: 'changed' })).toEqual([])
  })

  test('has what happens to a count: begun, approved, cancelled', async () => {
    const productid = await add({ productname: 'Bread', price: 12, stock: 5 })
    const begin = () => thandi.api.stock.counts.begin({ siteid: thandi.siteid, scope: { of: 'all' } })
    const approved = await begin()
    await thandi.api.stock.counts.enter({ ...approved, entries: [{ productid, quantity: 3, request_id: crypto.randomUUID() }] })
    await thandi.api.stock.counts.approve({ ...approved, opened: { version: 1 }, entries: 1, uncounted: 'keep' })
    const cancelled = await begin()
    await thandi.api.stock.counts.cancel({ ...cancelled, opened: { version: 1 }, note: 'Wrong day' })
    for (const [{ documentid }, state] of [
      [approved, 'approved'],
      [cancelled, 'cancelled'],
    ] as const) {
      const { rows } = await thandi.api.changes.history({ noun: 'stock document', rowid: String(documentid) })
      const by = { person: 'Thandi Nkosi', device: 'Unknown device', client_ip: expect.any(String), sitename: 'Sandton' }
      expect(rows).toMatchObject([
        { action: 'changed', before: { state: 'counting' }, after: { state }, ...by },
        { action: 'created', after: { state: 'counting' }, ...by },
      ])
    }
  })

  describe('of a draft', () => {
    const draft = { kind: 'delivery' as const, reference: '', note: '' }
    const history = async (documentid: number) =>
      (await thandi.api.changes.history({ noun: 'stock document', rowid: String(documentid) })).rows.map(
        ({ action, before, after }) => ({ action, before, after }),
      )
    let bread: number
    let milk: number
    beforeEach(async () => {
      bread = await add({ productname: 'Bread', price: 12 })
      milk = await add({ productname: 'Milk', price: 20 })
    })
    const save = (documentid: number, version: number, lines: object[], more: object = {}) =>
      thandi.api.stock.update({
        ...{ documentid, siteid: thandi.siteid, reference: '', note: '', opened: { version }, ...more },
        lines: lines as { productid: number; quantity: number }[],
      })

    test('has the lines that were changed, who changed them, and nothing of a save that changes nothing', async () => {
      const lines = [{ productid: bread, quantity: 3, purchaseprice: 7.5 }]
      const { documentid } = await thandi.api.stock.create({ ...draft, siteid: thandi.siteid, lines })
      await save(documentid, 1, lines)
      expect(await history(documentid)).toMatchObject([{ action: 'created', after: { state: 'draft' } }])
      await save(
        documentid,
        2,
        [
          { ...lines[0], quantity: 4.5, rejected: 1, reason: 'Damaged' },
          { productid: milk, quantity: 2 },
        ],
        {
          note: 'Late',
        },
      )
      await save(documentid, 3, [{ productid: milk, quantity: 2 }])
      const changed = (await history(documentid)).slice(0, -1)
      const opened = { productid: bread, productname: 'Bread', quantity: 3, purchaseprice: 7.5 }
      const damaged = { ...opened, quantity: 4.5, rejected: 1, reason: 'Damaged' }
      expect(changed).toEqual([
        { action: 'changed', before: { lines: [damaged] }, after: { lines: null } },
        { action: 'changed', before: { note: 'Late' }, after: { note: '' } },
        {
          action: 'changed',
          before: { lines: [opened] },
          after: { lines: [damaged, { productid: milk, productname: 'Milk', quantity: 2 }] },
        },
        { action: 'changed', before: { note: '' }, after: { note: 'Late' } },
      ])
      expect((await list())[0]).toMatchObject({
        ...{ noun: 'stock document', name: 'delivery 1', person: 'Thandi Nkosi', device: 'Unknown device' },
        ...{ client_ip: expect.any(String), sitename: 'Sandton' },
      })
      const file = await (await thandi.fetch('/api/v1/changes.csv?noun=stock%20document')).text()
      expect(file).toContain('Lines: 4.5 × Bread at 7.5 (Damaged), 1 rejected → –')
      await thandi.api.stock.finish({ documentid, opened: { version: 4 } })
      expect((await history(documentid))[0]).toMatchObject({ before: { state: 'draft' }, after: { state: 'received' } })
    })

    test('has it deleted, and of one of two windows only what was saved', async () => {
      const lines = [{ productid: bread, quantity: 3 }]
      const { documentid } = await thandi.api.stock.create({ ...draft, siteid: thandi.siteid, lines })
      const both = await Promise.allSettled([4, 5].map((quantity) => save(documentid, 1, [{ productid: bread, quantity }])))
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect((await history(documentid)).map(({ action }) => action)).toEqual(['changed', 'created'])
      await thandi.api.stock.remove({ documentid })
      expect((await list())[0]).toMatchObject({ noun: 'stock document', action: 'deleted', name: 'delivery 1', after: null })
    })

    test('has the first 50 lines, and how many more there are', async () => {
      const { documentid } = await thandi.api.stock.create({ ...draft, siteid: thandi.siteid, lines: [] })
      const added = await ask(
        `insert into product (businessid, siteid, productname, price) select $1, $2, 'Tea ' || n, 1 from generate_series(1, 52) n returning productid`,
        [thandi.businessid, thandi.siteid],
      )
      const ids = added.map(({ productid }) => Number(productid)).toSorted((a, b) => a - b)
      await save(
        documentid,
        1,
        ids.map((productid) => ({ productid, quantity: 1 })),
      )
      const [{ after } = { after: null }] = await history(documentid)
      const lines = after?.['lines'] as object[]
      expect(lines).toHaveLength(51)
      expect(lines.at(-1)).toEqual({ more: 2 })
      expect(lines.slice(0, -1)).toMatchObject(ids.slice(0, 50).map((productid) => ({ productid, quantity: 1 })))
    })
  })

  test('has what a till does as that of a till', async () => {
    const till = await createTill(server, thandi)
    await till.push([{ reference: '1', saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])
    expect(await list({ noun: 'employee' })).toMatchObject([
      { name: 'Till Sandton', actor: 'till', person: null, client_ip: null },
    ])
  })

  test('has sites, suppliers, employees, rights, tills, cash-ups, documents, rates, the business and the plan', async () => {
    const siteid = await addSite('Durban')
    await thandi.api.sites.update({ siteid, sitename: 'Durban North', location: 'Durban', opened: { version: 1 } })
    await thandi.api.sites.remove({ siteid })
    await thandi.api.suppliers.create({ name: 'Sasko' })
    await addEmployee()
    const { tillid } = (await createTill(server, thandi)).till
    await thandi.api.tills.revoke({ tillid })
    await thandi.api.account.choosePlan({ subscriptionid: 2 })
    expect(await words()).toEqual(
      expect.arrayContaining([
        ...['site created Durban', 'site changed Durban North', 'site deleted Durban North', 'supplier created Sasko'],
        ...[
          'employee created Sipho Dlamini',
          'right changed Sipho Dlamini',
          'till created Till 1',
          'till changed Till 1',
          'plan changed',
        ],
      ]),
    )
    expect((await list({ noun: 'right' }))[0]).toMatchObject({ before: { role: 'none' }, after: { role: 'admin' } })
    expect((await list({ noun: 'plan' }))[0]).toMatchObject({ after: { subscriptionid: 'High Street' } })
  })

  test('has a site that is deleted as a change of the rights and the read keys that had it', async () => {
    const siteid = await addSite('Durban')
    const { employeeid, user_id } = await addEmployee()
    await editEmployee(employeeid, { position: 'Employee' })
    const of = { siteids: [siteid, thandi.siteid], name: 'stock' as const }
    await thandi.api.employees.setRight({ employeeid, right: of })
    const key = await thandi.api.readKeys.create({ name: 'Warehouse', right: of, days: 30, current: thandi.credentials.password })
    server.secrets.add(key.key)
    const { till } = await createTill(server, { api: thandi.api, siteid })
    await ask('delete from changes where businessid = $1', [thandi.businessid])
    await thandi.api.sites.remove({ siteid })
    const shrunk = { before: { sites: 'Durban, Sandton' }, after: { sites: 'Sandton' }, person: 'Thandi Nkosi' }
    expect(await list()).toMatchObject([
      { noun: 'till', action: 'deleted', rowid: String(till.tillid) },
      { noun: 'site', action: 'deleted' },
      { noun: 'right', action: 'changed', name: 'Sipho Dlamini', rowid: user_id, ...shrunk },
      { noun: 'read key', action: 'changed', name: 'Warehouse', ...shrunk },
    ])
  })

  test('has accounts for an accounting program: those that changed', async () => {
    const { xero } = await thandi.api.accounting.settings()
    const save = (accounts: typeof xero) => thandi.api.accounting.saveSettings({ program: 'xero', accounts })
    await save(xero)
    await save(xero)
    await save({ ...xero, vat_account: '821', tracking: 'Site' })
    expect(await list({ noun: 'accounting' })).toMatchObject([
      {
        ...{ action: 'changed', name: 'xero', person: 'Thandi Nkosi' },
        before: { vat_account: xero.vat_account, tracking: '' },
        after: { vat_account: '821', tracking: 'Site' },
      },
      { action: 'changed', name: 'xero', before: null, after: xero },
    ])
  })

  test('has an unknown product that is linked, at the product that gets its sales', async () => {
    const productid = await add({ productname: 'Bread', price: 12 })
    const till = await createTill(server, thandi)
    const named = { productname: 'Brown bred', barcode: '6001' }
    const sale = {
      reference: '1',
      saledate: '2026-11-20T09:00:00Z',
      finalamount: 24,
      items: [{ ...named, quantity: 2, price: 12 }],
    }
    expect((await till.push([sale])).body.sales).toMatchObject([{ status: 'created' }])
    for (let time = 0; time < 2; time++) await thandi.api.products.unknown.link({ siteid: thandi.siteid, ...named, productid })
    const { rows } = await thandi.api.changes.history({ noun: 'product', rowid: String(productid) })
    expect(rows).toMatchObject([
      {
        ...{ action: 'linked', name: 'Bread', person: 'Thandi Nkosi', sitename: 'Sandton', undo: null },
        ...{ before: null, after: { sold_as: 'Brown bred', barcode: '6001' } },
      },
      { action: 'created' },
    ])
  })

  test('has no secret', async () => {
    await addEmployee()
    await createTill(server, thandi)
    await add({ productname: 'Bread' })
    const text = JSON.stringify(await ask('select before, after from changes where businessid = $1', [thandi.businessid]))
    expect(text).not.toMatch(/hash|password|key_start|wk_|request_id|token/)
  })

  test('has a bulk change once, with its products beside it, and its undoing', async () => {
    for (const productname of ['Bread', 'Milk']) await add({ productname, price: 10 })
    await ask('delete from changes where businessid = $1', [thandi.businessid])
    const { changeid } = await thandi.api.products.changes.preview({ search: {}, change: { kind: 'set_price', price: 11 } })
    for await (const _ of await thandi.api.products.changes.apply({ changeid: String(changeid) }));
    expect(await list()).toMatchObject([{ noun: 'bulk change', action: 'changed', after: { products: 2 }, undo: 'possible' }])
    expect([await words({ action: 'changed' }), await words({ action: 'created' })]).toEqual([['bulk change changed'], []])
    expect(await list({ noun: 'product' })).toMatchObject([
      { before: { price: 10 }, after: { price: 11 } },
      { before: { price: 10 }, after: { price: 11 } },
    ])
    for await (const _ of await thandi.api.products.changes.undo({ changeid: String(changeid) }));
    expect(await list()).toMatchObject([
      { noun: 'bulk change', action: 'undone', undo: null, is_undo: true },
      { noun: 'bulk change', action: 'changed', undo: 'done' },
    ])
    const rows = (await (await thandi.fetch('/api/v1/changes.csv?noun=bulk%20change')).text()).split('\r\n').slice(1, -1)
    expect(rows.map((row) => row.split(',bulk change,,,')[1])).toEqual([
      'undone,"Undone: Price set to 11; Products: 2"',
      'changed,"Price set to 11; Products: 2"',
    ])
  })

  test('has an import once, with its rows beside it', async () => {
    const { importFile } = createImportHelpers(server, () => thandi)
    await add({ productname: 'Bread', price: 10 })
    await ask('delete from changes where businessid = $1', [thandi.businessid])
    await importFile('Product,Price,Stock\nBread,11,4\nMilk,20,\n')
    const person = {
      siteid: thandi.siteid,
      firstname: 'Sipho',
      lastname: 'Dlamini',
      position: 'Employee' as const,
      hiredate: null,
    }
    await thandi.api.employees.imports.confirm({ employees: [person] })
    expect(await list()).toMatchObject([
      { noun: 'import', name: 'Employees', after: { employees: 1 } },
      { noun: 'import', name: 'Products', after: { added: 1, changed: 1 }, client_ip: expect.any(String) },
    ])
    expect((await words({ noun: 'product' })).sort()).toEqual(['product changed Bread', 'product created Milk'])
    expect((await list({ noun: 'product', action: 'changed' }))[0]).toMatchObject({ before: { price: 10 }, after: { price: 11 } })
    expect(await words({ noun: 'employee' })).toEqual(['employee created Sipho Dlamini'])
  })

  test('has documents, cash-ups and settings', async () => {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    const shown = await thandi.api.cashUps.day({ siteid: thandi.siteid, day })
    await thandi.api.cashUps.create({
      ...{ siteid: thandi.siteid, day, lines: [{ payment_method: 'cash', counted: 0 }], note: 'Closed' },
      opened: { entry: 0, sales: shown.expected.length },
    })
    await ask(
      `insert into stock_documents (businessid, siteid, user_id, kind, number, state) values ($1, $2, $3, 'order', 12, 'draft')`,
      [thandi.businessid, thandi.siteid, thandi.user_id],
    )
    await ask(`update stock_documents set state = 'sent', version = version + 1 where businessid = $1`, [thandi.businessid])
    expect(await words()).toEqual([
      'stock document changed order 12',
      'stock document created order 12',
      `cash-up created ${day}`,
    ])
    expect((await list())[0]).toMatchObject({ before: { state: 'draft' }, after: { state: 'sent' }, sitename: 'Sandton' })
    const { rows } = await thandi.api.changes.history({ noun: 'cash-up', rowid: `${thandi.siteid} ${day}` })
    expect(rows).toMatchObject([{ after: { entry: 1, note: 'Closed' }, person: 'Thandi Nkosi' }])
  })

  test('has what a server of release 1.0 changes, without the place', async () => {
    const productid = await add({ productname: 'Bread', price: 12 })
    const scopes = createTenantScopes(server.store.pool)
    await scopes.asTenant(thandi.user_id, (scope) =>
      scope.updateTable('product').set({ price: 14 }).where('productid', '=', productid).execute(),
    )
    expect((await list())[0]).toMatchObject({ person: 'Thandi Nkosi', client_ip: null, device: null, after: { price: 14 } })
  })

  test('keeps texts of 2,000 characters and hostile texts as they are', async () => {
    const description = '"\'\\<script>{x}%_'.padEnd(2000, 'ë')
    const productid = await add({ productname: '=cmd|x', description: '' })
    await edit(productid, { description })
    expect((await list())[0]).toMatchObject({ name: '=cmd|x', after: { description } })
    const file = await (await thandi.fetch('/api/v1/changes.csv?noun=product')).text()
    expect(file).toContain("'=cmd|x")
    expect(file).not.toMatch(/,=cmd/)
  })

  test('shows that a site of a change was deleted since', async () => {
    const siteid = await addSite('Durban')
    const productid = await add({ productname: 'Bread' })
    await edit(productid, { siteid })
    await edit(productid, { siteid: thandi.siteid })
    await thandi.api.sites.remove({ siteid })
    expect((await list({ noun: 'product' }))[0]).toMatchObject({ before: { siteid: 'Deleted' }, after: { siteid: 'Sandton' } })
  })

  test('cannot be written by a signed-in person, whatever the statement', async () => {
    await add({ productname: 'Bread' })
    const scopes = createTenantScopes(server.store.pool)
    for (const statement of [
      `update changes set name = 'x'`,
      'delete from changes',
      `insert into changes (noun, action) values ('product', 'created')`,
      'truncate changes',
      `select log_sign_in(gen_random_uuid(), 'signed in', '', '')`,
      'select delete_old_changes(1)',
      `select log_event('product', 'x', '{}')`,
    ])
      await expect(
        scopes.asTenant(thandi.user_id, (scope) => sql.raw(statement).execute(scope)),
        statement,
      ).rejects.toMatchObject({
        code: '42501',
      })
  })
})

describe('log of changes: list', () => {
  test('is filtered by noun, person, action, site and day, and has older ones', async () => {
    const siteid = await addSite('Durban')
    await ask(
      `insert into changes (businessid, noun, name, action, at, user_id, siteid, actor)
       select $1, 'supplier', 'S' || n, 'changed', timestamptz '2026-11-20T22:30Z' + n * interval '1 second', $2, $3, 'person' from generate_series(1, 120) n`,
      [thandi.businessid, thandi.user_id, siteid],
    )
    // 22:30 UTC is the next day in Johannesburg.
    expect(await list({ from: '2026-11-20', to: '2026-11-20' })).toEqual([])
    const first = await thandi.api.changes.list({
      from: '2026-11-21',
      to: '2026-11-21',
      siteid,
      person: thandi.user_id,
      action: 'changed',
    })
    expect(first.rows.map(({ name }) => name).slice(0, 2)).toEqual(['S120', 'S119'])
    const second = await thandi.api.changes.list({ noun: 'supplier', before: first.next ?? 0 })
    const third = await thandi.api.changes.list({ noun: 'supplier', before: second.next ?? 0 })
    expect([first.rows.length, second.rows.length, third.rows.length, third.next]).toEqual([50, 50, 20, null])
    expect(await list({ person: crypto.randomUUID() })).toEqual([])
    expect(await list({ action: 'deleted' })).toEqual([])
  })

  test('goes on with nothing when its last change was deleted by age', async () => {
    expect((await thandi.api.changes.list({ before: 999_999 })).rows).toEqual([])
  })

  test('is a CSV file in the time of the business, without the export itself, which is logged', async () => {
    await addSite('Durban')
    const answer = await thandi.fetch('/api/v1/changes.csv')
    expect(answer.headers.get('x-total-rows')).toBe('1')
    const [, row, end] = (await answer.text()).split('\r\n')
    expect(row).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+02:00,Thandi Nkosi,/)
    expect(row).toContain('Name: Durban')
    expect(end).toBe('')
    expect((await list({ noun: 'export' }))[0]).toMatchObject({ name: 'changes.csv', after: { rows: 1 }, person: 'Thandi Nkosi' })
  })

  test('has words for every column, and in the file nothing that is the same before and after', async () => {
    const logged = await ask(
      `select distinct unnest(convert_from((regexp_match(replace(encode(tgargs, 'escape'), '\\000', E'\\x01'), '\\x01({[^\\x01]*})\\x01$'))[1]::bytea, 'UTF8')::text[]) as name
         from pg_trigger where tgfoid in ('log_added_rows'::regproc, 'log_deleted_rows'::regproc, 'log_changed_row'::regproc)`,
    )
    expect(logged.length).toBeGreaterThan(40)
    for (const { name } of logged) expect(findField(name), name).toMatchObject({ label: expect.stringMatching(/^[A-Z]/) })
    await ask(
      `insert into changes (businessid, noun, name, action, before, after) values
       ($1, 'business', 'x', 'changed', '{"two_step_for": [], "name": "x"}', '{"two_step_for": ["stock"], "name": "x"}'),
       ($1, 'right', 'x', 'changed', '{"right": "none", "sites": null, "sees_costs": null}', '{"right": "manager", "sites": "", "sees_costs": false}')`,
      [thandi.businessid],
    )
    const rows = (await (await thandi.fetch('/api/v1/changes.csv')).text()).split('\r\n').slice(1, -1)
    expect(rows.map((row) => row.split(',changed,')[1])).toEqual([
      'Permissions: none → Shop manager',
      'Two-step sign-in required for: nobody → Stock keepers',
    ])
  })

  test('shows nothing of another business', async () => {
    await addSite('Durban')
    const anna = await createOwner(server)
    const rows = (await anna.api.changes.list({})).rows
    expect(rows.some(({ name }) => name === 'Durban')).toBe(false)
  })
})

describe('log of changes: sign-ins', () => {
  test('has sign-ins, refusals of a right password, and changes of the password', async () => {
    const { email } = thandi.credentials
    const { user_id } = await addEmployee()
    await ask('delete from changes where businessid = $1', [thandi.businessid])
    await thandi.api.session.signIn(thandi.credentials)
    await expect(thandi.api.session.signIn({ email, password: 'wrong password' })).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
    await thandi.api.session.signIn(thandi.credentials)
    expect(await words({ noun: 'sign-in' })).toEqual(['sign-in signed in Thandi Nkosi', 'sign-in signed in Thandi Nkosi'])
    expect((await list({ noun: 'sign-in' }))[0]).toMatchObject({ device: 'Unknown device', rowid: thandi.user_id })
    await ask(`update business_users set role = 'employee' where user_id = $1`, [user_id])
    const [{ email: hers }] = await ask('select email from auth."user" where id = $1', [user_id])
    await expect(
      createClient(server).api.session.signIn({ email: hers, password: 'correct horse battery' }),
    ).rejects.toMatchObject({
      code: 'ROLE_REFUSED',
    })
    expect((await list({ action: 'refused' }))[0]).toMatchObject({
      person: 'Sipho Dlamini',
      after: { reason: expect.any(String) },
    })
    server.secrets.add('a new password 1')
    await thandi.api.account.changePassword({ current: thandi.credentials.password, password: 'a new password 1' })
    expect((await list({ noun: 'sign-in' }))[0]).toMatchObject({ action: 'password changed', before: null, after: null })
    expect((await list({ noun: 'sign-in', action: 'no sign-ins' })).map(({ action }) => action)).toEqual([
      'password changed',
      'refused',
    ])
  })

  test('has a sign-in by the sign-up form, and a refusal there', async () => {
    const credentials = newCredentials(server)
    const form = { ...credentials, firstname: 'Anna', lastname: 'Botha' }
    const anna = createClient(server)
    await anna.api.signup.createUser(credentials)
    await anna.api.signup.start(form)
    await anna.api.rpc_create_business({ p_name: 'Botha Books', p_reg: '2026/1' })
    await createClient(server).api.signup.start(form)
    await anna.api.signup.createSite({ sitename: 'Durban', location: 'Durban' })
    await anna.api.signup.choosePlan({ subscriptionid: 2 })
    await anna.api.signup.finish()
    await expect(createClient(server).api.signup.start(form)).rejects.toMatchObject({ code: 'NOT_STARTED' })
    expect((await anna.api.changes.list({ noun: 'sign-in' })).rows).toMatchObject([
      { action: 'refused', after: { reason: 'The sign-up is finished.' }, person: 'Anna Botha' },
      { action: 'signed in', person: 'Anna Botha', device: 'Unknown device', client_ip: expect.any(String) },
    ])
  })
})

describe('log of changes: anonymous person', () => {
  test('has no name, e-mail address and place of the person any more, and the words of other entries as they were', async () => {
    const { employeeid, user_id } = await addEmployee("O'Neill")
    await editEmployee(employeeid, { hiredate: '2020-01-01', isenabled: false, disablereason: "Sipho O'Neill left" })
    await thandi.api.suppliers.create({ name: "Sipho O'Neill Foods", account_number: "Sipho O'Neill" })
    await ask(
      `insert into changes (businessid, user_id, actor, client_ip, device, noun, rowid, name, action, before, after)
       values ($1, $2::uuid, 'person', '10.0.0.1', 'Chrome', 'sign-in', $2::text, 'Sipho O''Neill', 'email changed', '{"email": "sipho@old.example"}', '{}')`,
      [thandi.businessid, user_id],
    )
    await thandi.api.employees.makeAnonymous({ employeeid })
    const [{ text }] = await ask(`select json_agg(c)::text as text from changes c where businessid = $1 and noun <> 'supplier'`, [
      thandi.businessid,
    ])
    expect(text).not.toMatch(/Sipho|Neill|old\.example|2020-01-01|10\.0\.0\.1/)
    expect(await words()).toContain('employee made anonymous Former employee 1')
    expect(await list({ noun: 'supplier' })).toMatchObject([
      { name: "Sipho O'Neill Foods", after: { name: "Sipho O'Neill Foods", account_number: "Sipho O'Neill" } },
    ])
    expect((await list({ noun: 'sign-in' })).find(({ rowid }) => rowid === user_id)).toMatchObject({
      person: 'Former employee 1',
    })
  })
})

describe('log of changes: end', () => {
  test('is kept for 24 months, or as the owner chooses', async () => {
    const anna = await createOwner(server)
    const addOld = (businessid: string, months: number) =>
      ask(
        `insert into changes (businessid, noun, name, action, at) values ($1, 'site', 'old', 'created', now() - make_interval(months => $2, days => 1))`,
        [businessid, months],
      )
    const countOld = async ({ businessid }: Owner) =>
      (await ask(`select count(*)::int as rows from changes where businessid = $1 and name = 'old'`, [businessid]))[0].rows
    for (const months of [23, 24, 24, 36, 60, 120]) {
      await addOld(thandi.businessid, months)
      await addOld(anna.businessid, months)
    }
    await anna.api.changes.keep({ kept_months: null })
    const scopes = createTenantScopes(server.store.pool)
    expect(await deleteOldChanges({ scopes, log: silentLog }, { sliceRows: 2 })).toBe(5)
    expect([await countOld(thandi), await countOld(anna)]).toEqual([1, 6])
    await anna.api.changes.keep({ kept_months: 60 })
    await deleteOldChanges({ scopes, log: silentLog })
    expect(await countOld(anna)).toBe(4)
    expect(await anna.api.changes.options()).toMatchObject({ kept_months: 60, is_owner: true })
    expect((await anna.api.changes.list({ noun: 'business' })).rows[0]).toMatchObject({
      before: { changes_kept_months: null },
      after: { changes_kept_months: 60 },
    })
  })
})

describe('undo of a product change', () => {
  const undo = (productid: number, changeid: number, who = thandi) => who.api.products.undo({ productid, changeid })
  const newest = async () => {
    const [change] = await list({ noun: 'product' })
    if (!change) throw new Error('there is no change')
    return change
  }
  let productid: number
  beforeEach(async () => {
    productid = await add({ productname: 'Bread', price: 12, stock: 5 })
  })

  test('gives back what the change took, as a new change, and not what was changed beside it', async () => {
    await edit(productid, { price: 13.5, vat_rate: 0, reorder_level: 4 })
    const { changeid } = await newest()
    await edit(productid, { description: 'Fresh' })
    await undo(productid, changeid)
    expect(await thandi.api.products.get({ productid })).toMatchObject({
      ...{ price: 12, vat_rate: 15, reorder_level: null, description: 'Fresh', stock: 5, version: 4 },
    })
    const rows = await list({ noun: 'product' })
    expect(rows[0]).toMatchObject({
      is_undo: true,
      before: { price: 13.5 },
      after: { price: 12, vat_code: 'standard' },
      undo: 'possible',
    })
    expect(rows.find((row) => row.changeid === changeid)).toMatchObject({ undo: 'done' })
    expect((await list({ action: 'undone' })).length).toBe(1)
  })

  test('can be undone itself', async () => {
    await edit(productid, { price: 13.5 })
    await undo(productid, (await newest()).changeid)
    await undo(productid, (await newest()).changeid)
    expect((await thandi.api.products.get({ productid })).price).toBe(13.5)
  })

  test('is refused when the value was changed since, and when two windows do it at once', async () => {
    await edit(productid, { price: 13 })
    const { changeid } = await newest()
    await edit(productid, { price: 14 })
    await expect(undo(productid, changeid)).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
    const last = await newest()
    const both = await Promise.allSettled([undo(productid, last.changeid), undo(productid, last.changeid)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CHANGED_SINCE' } })
    // With the value of the change again, it still is undone once.
    await edit(productid, { price: 14 })
    await expect(undo(productid, last.changeid)).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
  })

  test('is refused for a deleted product, another product, an addition, a picture, and by another business', async () => {
    const created = await newest()
    await edit(productid, { price: 13 })
    const { changeid } = await newest()
    const other = await add({ productname: 'Milk' })
    await expect(undo(other, changeid)).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
    await expect(undo(productid, created.changeid)).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
    await ask(`update product set picture = repeat('a', 32) where productid = $1 and businessid = $2`, [
      productid,
      thandi.businessid,
    ])
    expect(await newest()).toMatchObject({ after: { picture: 'a'.repeat(32) }, undo: null })
    await expect(undo(productid, (await newest()).changeid)).rejects.toMatchObject({ code: 'NOT_UNDOABLE' })
    await expect(undo(productid, changeid, await createOwner(server))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await thandi.api.products.remove({ productid })
    await expect(undo(productid, changeid)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await list({ noun: 'product', action: 'deleted' })).toMatchObject([
      { name: 'Bread', before: { price: 13 }, after: null },
    ])
  })

  test('is refused as an edit is: a barcode that another product has now, a site that is gone', async () => {
    await edit(productid, { barcode: '6001' })
    await edit(productid, { barcode: '' })
    const { changeid } = await newest()
    await add({ productname: 'Rolls', barcode: '6001' })
    await expect(undo(productid, changeid)).rejects.toMatchObject({ code: 'BARCODE_TAKEN' })
    const siteid = await addSite('Durban')
    const moved = await add({ productname: 'Tea' })
    await edit(moved, { siteid })
    await edit(moved, { siteid: thandi.siteid })
    const back = await newest()
    await thandi.api.sites.remove({ siteid })
    await expect(undo(moved, back.changeid)).rejects.toMatchObject({ code: 'NO_SITE' })
  })
})

describe('undo of an employee change', () => {
  test('gives back the position and the access, once', async () => {
    const { employeeid } = await addEmployee()
    await editEmployee(employeeid, { position: 'Employee', isenabled: false, disablereason: 'On leave' })
    const { changeid } = (await thandi.api.changes.history({ noun: 'employee', rowid: String(employeeid) })).rows[0] ?? {
      changeid: 0,
    }
    await thandi.api.employees.undo({ employeeid, changeid })
    expect(await findEmployee(employeeid)).toMatchObject({ position: 'Owner', isenabled: true, disablereason: '' })
    expect((await list({ noun: 'right' }))[0]).toMatchObject({
      before: { role: 'employee' },
      after: { role: 'admin' },
      is_undo: true,
    })
    await expect(thandi.api.employees.undo({ employeeid, changeid })).rejects.toMatchObject({ code: 'CHANGED_SINCE' })
  })

  test('is refused for who was deleted or made anonymous, and where nobody could sign in any more', async () => {
    const { employeeid } = await addEmployee()
    await editEmployee(employeeid, { lastname: 'Zulu' })
    const { changeid } = (await list({ noun: 'employee' }))[0] ?? { changeid: 0 }
    await thandi.api.employees.makeAnonymous({ employeeid })
    await expect(thandi.api.employees.undo({ employeeid, changeid })).rejects.toMatchObject({ code: 'ANONYMOUS' })
    await expect(thandi.api.employees.undo({ employeeid: 999_999, changeid })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
