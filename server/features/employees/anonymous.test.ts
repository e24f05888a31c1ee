import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { downloadBusinessFile, readEntries } from '../../testing/business-file.ts'
import { createOwner, createTill } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createTeamHelpers } from '../../testing/team.ts'

const server = await testServer()
afterAll(server.close)
const { ask, hire, save, signIn, findRow, findUsers } = createTeamHelpers(server)

const SALEDATE = '2026-11-20T09:00:00Z'
const DAY = { from: '2026-11-20', to: '2026-11-20' }

test('anonymous employee: sales, cash-ups, documents, texts, exports and the file of the business have the new name only', async () => {
  const owner = await createOwner(server)
  const { employeeid, user_id, credentials, details } = await hire(owner, { firstname: 'Jan-Piet', lastname: 'van  Wyk (jr.)' })
  const till = await createTill(server, owner)
  await till.push([{ reference: '1', saledate: SALEDATE, finalamount: 10, payment_method: 'cash', employeeid }])
  const piet = await signIn(credentials)
  const name = 'Jan-Piet van  Wyk (jr.)'
  await piet.api.cashUps.create({
    ...{ siteid: owner.siteid, day: '2026-11-20', opened: { entry: 0, sales: 1 }, note: `Counted by ${name}.` },
    lines: [{ payment_method: 'cash', counted: 10 }],
  })
  const { productid } = await piet.api.products.create({
    ...{ productname: 'Tea', price: 1, purchaseprice: 1, stock: 5, siteid: owner.siteid },
  })
  const { documentid } = await piet.api.stock.create({
    ...{ kind: 'delivery', siteid: owner.siteid, finish: true, note: `For JAN-PIET VAN WYK (JR.)`, reference: 'x' },
    lines: [{ productid, quantity: 1 }],
  })
  const { ticketid } = await piet.api.tickets.create({
    subject: `${name} cannot sign in`,
    message: `van Wyk (jr.), Jan-Piet: write to ${credentials.email}. Not Jan-Pieter van Wyk (jr.)s.`,
  })
  await ask(`insert into import_names (businessid, name, employeeid) values ($1, $2, $3)`, [owner.businessid, name, employeeid])
  await owner.api.businessExport.create()
  const figures = await owner.api.sales.figures(DAY)

  const made = await owner.api.employees.makeAnonymous({ employeeid })
  expect(made).toEqual({ number: 1 })
  expect(await owner.api.employees.makeAnonymous({ employeeid })).toEqual({ number: 1 })

  expect(await findRow(owner, employeeid)).toEqual({
    ...{
      employeeid,
      siteid: owner.siteid,
      sitename: 'Sandton',
      firstname: 'Former employee',
      lastname: '1',
      position: 'Employee',
    },
    ...{
      hiredate: null,
      isenabled: false,
      disablereason: 'Left',
      is_linked: false,
      is_caller: false,
      is_anonymous: true,
      version: 2,
    },
  })
  expect((await owner.api.employees.list({})).rows.find((row) => row.is_caller)).not.toHaveProperty('is_anonymous')
  await expect(piet.api.session.get()).resolves.toBeNull()
  await expect(signIn(credentials)).rejects.toMatchObject({ code: 'LOGIN_FAILED' })
  expect(await findUsers(credentials.email)).toEqual([])
  await expect(save(owner, { ...details, firstname: 'Jan-Piet' })).rejects.toMatchObject({ code: 'ANONYMOUS', status: 409 })

  expect(await owner.api.sales.figures(DAY)).toEqual(figures)
  expect((await owner.api.sales.list(DAY)).rows).toMatchObject([{ firstname: 'Former employee', lastname: '1' }])
  const day = await owner.api.cashUps.day({ siteid: owner.siteid, day: '2026-11-20' })
  expect(day.entries).toMatchObject([{ saved_by: 'Former employee 1', note: 'Counted by Former employee 1.' }])
  expect(await owner.api.stock.get({ documentid })).toMatchObject({
    ...{ created_by: 'Former employee 1', note: 'For Former employee 1' },
    events: [{ user: 'Former employee 1' }, { user: 'Former employee 1' }],
  })
  expect(JSON.stringify(await owner.api.products.stockHistory({ productid }))).toContain('Former employee 1')
  const ticket = await owner.api.tickets.get({ ticketid })
  expect(ticket.subject).toBe('Former employee 1 cannot sign in')
  expect(ticket.messages[0]?.message).toBe('Former employee 1: write to Former employee 1. Not Jan-Pieter van Wyk (jr.)s.')
  expect(await ask('select from import_names where businessid = $1', [owner.businessid])).toEqual([])
  expect((await owner.api.businessExport.get()).state).toBe('none')
  for (const path of ['employees.csv', 'sales.csv?from=2026-11-20&to=2026-11-20']) {
    const csv = await (await owner.fetch(`/api/v1/${path}`)).text()
    expect(csv).not.toContain('Wyk')
    expect(csv).toContain('Former employee')
  }
  const file = join(server.config.dataDir, 'business.zip')
  await downloadBusinessFile(owner, file)
  const all = [...(await readEntries(file)).values()].map((entry) => entry.toString('utf8')).join('\n')
  expect(all.match(/.*Jan-Piet[^e].*|.*van\s+wyk \(jr\.\)[^s].*/gi) ?? []).toEqual([])
  expect(all).not.toContain(credentials.email)
  expect(all).toContain(user_id)
})

test('anonymous employee: the number is one of the business, and each person has another one', async () => {
  const [owner, other] = [await createOwner(server), await createOwner(server)]
  const numbers: number[] = []
  for (const { api, siteid } of [owner, owner, other]) {
    const { employeeid } = await hire({ ...owner, api, siteid })
    numbers.push((await api.employees.makeAnonymous({ employeeid })).number)
  }
  expect(numbers).toEqual([1, 2, 1])
})

test('anonymous employee: not the owner, not oneself, not the employee of a till, and not of another business', async () => {
  const [owner, other] = [await createOwner(server), await createOwner(server)]
  const admin = await hire(owner)
  const adminClient = await signIn(admin.credentials)
  const till = await createTill(server, owner)
  await till.push([{ reference: '1', saledate: SALEDATE, finalamount: 10 }])
  const [{ till_employeeid }] = await ask('select till_employeeid from site where siteid = $1', [owner.siteid])
  for (const [api, employeeid, code] of [
    [owner.api, owner.employeeid, 'NOT_ANONYMOUS'],
    [adminClient.api, owner.employeeid, 'NOT_ANONYMOUS'],
    [adminClient.api, admin.employeeid, 'NOT_ANONYMOUS'],
    [owner.api, till_employeeid, 'TILL_EMPLOYEE'],
    [other.api, admin.employeeid, 'NOT_FOUND'],
  ] as const)
    await expect(api.employees.makeAnonymous({ employeeid })).rejects.toMatchObject({ code })
  expect((await owner.api.employees.list({})).rows.filter((row) => row.is_anonymous)).toEqual([])
})

test('anonymous employee: one without a login, with a name that is a pattern', async () => {
  const owner = await createOwner(server)
  const [{ employeeid }] = await ask(
    `insert into employee (businessid, siteid, firstname, lastname) values ($1, $2, '.*', '[a-') returning employeeid`,
    [owner.businessid, owner.siteid],
  )
  await ask(`insert into support_tickets (businessid, subject) values ($1, 'All of it, and .* [a- too')`, [owner.businessid])
  await owner.api.employees.makeAnonymous({ employeeid })
  expect(await ask('select subject from support_tickets where businessid = $1', [owner.businessid])).toEqual([
    { subject: 'All of it, and Former employee 1 too' },
  ])
})

/** Texts in which nobody writes the name of an employee, and why. */
const WITHOUT_NAMES: Record<string, string> = {
  'accounting_settings.*': 'names of accounts',
  'business.*': 'of the business',
  'business_exports.*': 'no text of a person',
  'business_subscriptions.*': 'no text of a person',
  'business_users.*': 'no text of a person',
  'cash_up_lines.*': 'payment methods',
  'column_matchings.*': 'titles of columns',
  'employee.*': 'emptied in the own record; of the others a name is their own',
  'import_names.*': 'deleted with the employee',
  'invitations.*': 'deleted with the name',
  'notices.*': 'choices',
  'payment_buckets.*': 'payment methods',
  'preferences.*': 'choices',
  'product.*': 'of products',
  'product_changes.*': 'of products',
  'product_imports.*': 'of products',
  'product_listing.*': 'of products',
  'saleitems.*': 'of products',
  'sales.*': 'payment methods and the numbers of tills',
  'sales_import_batches.*': 'sales with the ids of employees',
  'sales_imports.*': 'states',
  'saved_reports.*': 'ids of employees',
  'sign_in_rules.*': 'four words',
  'site.*': 'of the site',
  'stock_document_events.*': 'states',
  'stock_document_lines.*': 'a reason of the list of the business',
  'stock_documents.*': 'states and categories',
  'stock_movements.*': 'states',
  'suppliers.*': 'of the supplier',
  'support_tickets.*': 'states',
  'read_keys.*': 'keys and one of three words',
  'till_keys.*': 'keys and epochs',
  'rights.*': 'one of three words',
  'vat_daily.*': 'rates',
  'vat_rates.*': 'rates',
  'webhook_deliveries.*': 'states and errors',
  'webhook_messages.*': 'ids',
  'webhooks.*': 'an address and secrets',
}

test('anonymous employee: a table with texts is searched for the name, or has none (else add it to texts_with_names)', async () => {
  const columns = await ask(`
    select distinct table_name as name from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' and data_type in ('text', 'json', 'jsonb', 'ARRAY')
       and table_name in (select table_name from information_schema.columns where column_name = 'businessid' union select 'business')`)
  const searched = (await ask('select distinct table_name as name from texts_with_names()')).map(({ name }) => name)
  const known = [...searched, ...Object.keys(WITHOUT_NAMES).map((name) => name.replace('.*', ''))]
  expect(columns.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
  const limits = await ask(`
    select t.table_name, t.column_name from texts_with_names() t
     where not exists (select from information_schema.columns c where c.table_name = t.table_name and c.column_name = t.column_name)`)
  expect(limits).toEqual([])
})
