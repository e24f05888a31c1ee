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

test('anonymous employee: sales, cash-ups, documents, exports and the file of the business have the new name, and texts their words', async () => {
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
    message: `Write to ${credentials.email}.`,
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
      employee_code: null,
      has_pin: false,
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
  expect(day.entries).toMatchObject([{ saved_by: 'Former employee 1', note: `Counted by ${name}.` }])
  expect(await owner.api.stock.get({ documentid })).toMatchObject({
    ...{ created_by: 'Former employee 1', note: 'For JAN-PIET VAN WYK (JR.)' },
    events: [{ user: 'Former employee 1' }, { user: 'Former employee 1' }],
  })
  expect(JSON.stringify(await owner.api.products.stockHistory({ productid }))).toContain('Former employee 1')
  const ticket = await owner.api.tickets.get({ ticketid })
  expect(ticket.subject).toBe(`${name} cannot sign in`)
  expect(ticket.messages[0]?.message).toBe(`Write to ${credentials.email}.`)
  expect(await ask('select from import_names where businessid = $1', [owner.businessid])).toEqual([])
  expect((await owner.api.businessExport.get()).state).toBe('none')
  for (const path of ['employees.csv', 'sales.csv?from=2026-11-20&to=2026-11-20']) {
    const csv = await (await owner.fetch(`/api/v1/${path}`)).text()
    expect(csv).not.toContain('Wyk')
    expect(csv).toContain('Former employee')
  }
  const file = join(server.config.dataDir, 'business.zip')
  await downloadBusinessFile(owner, file)
  const entries = [...(await readEntries(file))].map(([entry, content]) => ({ entry, text: content.toString('utf8') }))
  const find = (word: string) => entries.filter(({ text }) => text.includes(word)).map(({ entry }) => entry)
  expect(find(user_id)).toContain('employees.csv')
  expect(find('Jan-Piet').toSorted()).toEqual(['cash-ups.csv', 'support-tickets.csv'])
  expect(find(credentials.email)).toEqual(['ticket-messages.csv'])
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

test('anonymous employee: by the owner alone, and not the owner, the employee of a till or one of another business', async () => {
  const [owner, other] = [await createOwner(server), await createOwner(server)]
  const admin = await hire(owner)
  const adminClient = await signIn(admin.credentials)
  const till = await createTill(server, owner)
  await till.push([{ reference: '1', saledate: SALEDATE, finalamount: 10 }])
  const [{ till_employeeid }] = await ask('select till_employeeid from site where siteid = $1', [owner.siteid])
  for (const [api, employeeid, code] of [
    [owner.api, owner.employeeid, 'NOT_ANONYMOUS'],
    [adminClient.api, owner.employeeid, 'OWNER_ONLY'],
    [adminClient.api, admin.employeeid, 'OWNER_ONLY'],
    [adminClient.api, till_employeeid, 'OWNER_ONLY'],
    [owner.api, till_employeeid, 'TILL_EMPLOYEE'],
    [other.api, admin.employeeid, 'NOT_FOUND'],
  ] as const)
    await expect(api.employees.makeAnonymous({ employeeid })).rejects.toMatchObject({ code })
  expect((await owner.api.employees.list({})).rows.filter((row) => row.is_anonymous)).toEqual([])
})

test('anonymous employee: one whose name is what others wrote changes no text', async () => {
  const owner = await createOwner(server)
  const [{ employeeid }] = await ask(
    `insert into employee (businessid, siteid, firstname, lastname) values ($1, $2, 'Till', 'short') returning employeeid`,
    [owner.businessid, owner.siteid],
  )
  await ask(`insert into support_tickets (businessid, subject) values ($1, 'Till short by R 200')`, [owner.businessid])
  await owner.api.suppliers.create({ name: 'Till short', account_number: 'Till short' })
  const readTexts = () =>
    ask(
      `select subject as text from support_tickets where businessid = $1
       union all select concat(name, after) from changes where businessid = $1 and noun <> 'employee'`,
      [owner.businessid],
    )
  const texts = await readTexts()
  await owner.api.employees.makeAnonymous({ employeeid })
  expect(await readTexts()).toEqual(texts)
  expect((await owner.api.changes.list({ noun: 'employee' })).rows[0]).toMatchObject({
    ...{ action: 'made anonymous', name: 'Former employee 1', person: 'Thandi Nkosi', before: null, after: null },
  })
})

test('anonymous employee: the operator’s log loses the address that a command was given, and no words that have it in them', async () => {
  const owner = await createOwner(server)
  const { employeeid, credentials } = await hire(owner)
  const { email } = credentials
  const add = (command: string, words: string[], reason: string | null) =>
    ask(`insert into operator_log (os_user, host, command, arguments, outcome, reason) values ('thandi', $1, $2, $3, $4, $5)`, [
      email,
      command,
      words,
      reason === null ? 'done' : 'failed',
      reason,
    ])
  await add('users reset', [email.toUpperCase(), '--json'], null)
  await add('users unlock', [email], `No account has the e-mail ${email}`)
  await add('users unlock', [email], 'The database does not answer')
  await add('announce', [`x${email}`, `Write to ${email}`], `Not sent to ${email}`)
  await owner.api.employees.makeAnonymous({ employeeid })
  expect(await ask(`select arguments, reason from operator_log where host = $1 order by entryid`, [email])).toEqual([
    { arguments: ['…', '--json'], reason: null },
    { arguments: ['…'], reason: '…' },
    { arguments: ['…'], reason: 'The database does not answer' },
    { arguments: [`x${email}`, `Write to ${email}`], reason: `Not sent to ${email}` },
  ])
})
