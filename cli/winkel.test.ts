import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { silentLog } from '../db/log.ts'
import { openStore } from '../db/open-store.ts'
import { createAppCode } from '../db/testing/app-code.ts'
import { createBusiness } from '../db/testing/create-business.ts'
import { emptyDatabase } from '../db/testing/store.ts'
import { createClient, createOwner, createTill, newCredentials } from '../server/testing/clients.ts'
import { readMails } from '../server/testing/mails.ts'
import { testServer } from '../server/testing/server.ts'
import { runWinkel, runWinkelProcess, toDatabaseUrl } from './testing/run-winkel.ts'

const server = await testServer()
afterAll(server.close)

const variables = {
  DATABASE_OWNER_URL: toDatabaseUrl(server.ownerPool.options),
  DATA_DIR: server.config.dataDir,
  PUBLIC_URL: server.config.publicUrl,
}
const winkel = (...args: string[]) => runWinkel(args, variables)
const winkelJson = async (...args: string[]) => {
  const { code, stdout, stderr } = await winkel(...args, '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}
const countRows = async () => {
  const { rows } = await server.ownerPool.query(
    'select (select count(*) from announcements) as a, (select count(*) from ticket_messages) as m, (select count(*) from auth.verification) as v',
  )
  return rows[0]
}

async function createFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-cli-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test.each([
  [['nothing'], "Unknown command 'nothing'"],
  [['businesses', '--fast'], "Unknown option '--fast'"],
  [['tills', 'x'], 'Too many arguments'],
  [['tills', 'send-again', 'noon'], 'noon is not a time such as 2026-12-05 22:00.'],
  [['tills', 'send-again', '2026-02-30'], '2026-02-30 is a day or time that does not exist.'],
  [['tills', 'send-again', '2099-01-01'], '2099-01-01 is not over yet.'],
  [['announcements', 'end', 'x'], "'x' is invalid for argument 'number'"],
  [['announcements', 'end', '999'], 'There is no announcement 999 that has not ended.'],
  [['announce', ' '], 'The text has from 1 to 500 characters.'],
  [['announce', 'x', '--link', 'javascript:alert(1)'], '--link is an https:// address'],
  [['announce', 'x', '--link-title', 'Open'], '--link-title needs --link.'],
  [['announce', 'x', '--until', 'tomorrow'], '--until tomorrow is not a time'],
  [['announce', 'x', '--until', '2999-02-31'], 'a day or time that does not exist'],
  [['announce', 'x', '--until', '2020-01-01'], '--until must be later than now'],
  [['tickets', 'show', '999999'], 'There is no ticket 999999.'],
  [['tickets', 'answer', '999999', 'Hello'], 'There is no ticket 999999.'],
  [['tickets', 'answer', '1', ' '], 'Enter a message.'],
  [['tickets', 'close', '999999'], 'There is no ticket 999999.'],
  [['users', 'reset', 'nobody@shop.example'], 'No account has the e-mail nobody@shop.example.'],
  [['users', 'two-step-off', 'nobody@shop.example', '--yes'], 'No account has the e-mail nobody@shop.example.'],
])('winkel: %j ends with a sentence and exit code 2, and changes nothing', async (args, sentence) => {
  const before = await countRows()
  const { code, stdout, stderr } = await winkel(...args)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toContain(sentence)
  expect(stderr).not.toContain('    at ')
  expect(await countRows()).toEqual(before)
})

test('winkel: its process ends with the exit code, and with the sentence on stderr', async () => {
  const { code, stdout, stderr } = await runWinkelProcess(['tickets', 'show', '999999'], variables)
  expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: 'There is no ticket 999999.\n' })
})

test('winkel: says why a database cannot be used', async () => {
  const empty = await emptyDatabase()
  onTestFinished(empty.drop)
  const folder = await createFolder()
  const cases: [Record<string, string>, string][] = [
    [{ DATA_DIR: folder }, `There is no database in ${folder}`],
    [{ DATABASE_URL: 'postgres://winkel:x@localhost/winkel' }, 'Set DATABASE_OWNER_URL beside DATABASE_URL'],
    [
      { DATABASE_OWNER_URL: 'postgres://winkel_owner:x@127.0.0.1:1/winkel' },
      'No PostgreSQL answers at 127.0.0.1:1, which DATABASE_OWNER_URL names',
    ],
    [
      { DATABASE_OWNER_URL: 'postgres://winkel_owner:x@db.invalid/winkel' },
      'The host db.invalid of DATABASE_OWNER_URL is not known to DNS',
    ],
    [{ DATABASE_OWNER_URL: 'localhost' }, 'DATABASE_OWNER_URL must be a database address'],
    [{ DATABASE_OWNER_URL: toDatabaseUrl(empty.owner) }, 'The database is not migrated to this version of Winkel'],
  ]
  for (const [given, sentence] of cases)
    expect(await runWinkel(['businesses'], given)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(sentence),
    })
})

test.each([['businesses'], ['backup'], ['doctor'], ['migrate'], ['restore', 'x.winkel-backup']])(
  'winkel %s: refuses a misspelled variable',
  async (...args) => {
    expect(await runWinkel(args, { DATABASE_URI: 'postgres://localhost/winkel', DATA_DIR: '/nowhere' })).toMatchObject({
      code: 2,
      stderr: 'DATABASE_URI is not a variable of Winkel. Did you mean DATABASE_URL?\n',
    })
  },
)

test('winkel: starts the embedded PostgreSQL for a command when no server runs, and uses it when one does', async () => {
  const dataDir = join(await createFolder(), 'data')
  const store = await openStore({ dataDir, log: silentLog })
  const listBusinesses = async () => {
    const { code, stdout, stderr } = await runWinkelProcess(['businesses', '--json'], { DATA_DIR: dataDir })
    expect(code, stderr).toBe(0)
    return JSON.parse(stdout)
  }
  expect(await listBusinesses()).toEqual([])
  await store.close()
  // The file of a PostgreSQL that was killed.
  await mkdir(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'postgres', 'postmaster.pid'), `999999\n${dataDir}/postgres\n1\n5432\n/tmp/none\n\n\nready\n`)
  expect(await listBusinesses()).toEqual([])
  // It was stopped: another server may have the folder.
  const embedded = await startEmbedded({ dataDir, log: silentLog })
  await embedded.stop()
})

test('winkel businesses: lists each with its last sale, sales and plan', async () => {
  const { businessid } = await createBusiness(server.ownerPool, { name: 'Mokoena\u001b[31m Traders' })
  expect(await winkelJson('businesses')).toContainEqual(
    expect.objectContaining({ businessid, name: 'Mokoena\u001b[31m Traders', sales: 0, pictures: 0, last_sale_at: null }),
  )
  const { code, stdout } = await winkel('businesses')
  expect(code).toBe(0)
  expect(stdout).toContain('Mokoena Traders')
  expect(stdout).not.toContain('\u001b')
})

test('winkel announce: shows an announcement on the dashboard until it is ended', async () => {
  const { api } = await createOwner(server)
  const read = async () => (await api.dashboard.announcements()).map(({ message }) => message)
  const args = ['--link', '/sales', '--link-title', 'Open Sales', '--until', '2999-12-05']
  const { announcementid, valid_until } = await winkelJson('announce', 'New: refunds', ...args)
  expect(valid_until).toBe('2999-12-05T22:00:00.000Z')
  await winkelJson('announce', 'Later', '--from', '2999-01-01 10:00')
  expect(await read()).toEqual(['New: refunds'])
  expect((await winkel('announcements')).stdout).toMatch(/2999-12-06 00:00 SAST +New: refunds +\/sales\n.*2999-01-01 10:00 SAST/)

  expect(await winkel('announcements', 'end', String(announcementid))).toMatchObject({ code: 0 })
  expect(await read()).toEqual([])
  expect(await winkelJson('announcements')).toMatchObject([{ message: 'Later' }])
})

test('winkel tickets: lists, answers by mail, and closes the tickets of all businesses', async () => {
  const { api, credentials } = await createOwner(server)
  const { ticketid } = await api.tickets.create({ subject: 'Scanner', message: 'Reads twice.\u001b[2J' })
  const number = String(ticketid)
  expect(await winkelJson('tickets')).toMatchObject([{ ticketid, business: 'Nkosi Stores', subject: 'Scanner' }])
  const { code, stderr } = await winkel('tickets', 'answer', number, 'Clean its window.')
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('the mail was written to') })
  expect(await readMails(server, credentials.email)).toEqual([expect.stringContaining('Clean its window.')])
  expect(await api.tickets.count()).toEqual({ open: 1, new_answers: 1 })
  const { stdout } = await winkel('tickets', 'show', number)
  expect(stdout).toMatch(/Reads twice\.\n\nSupport, .*:\nClean its window\./s)

  expect(await winkel('tickets', 'close', number)).toMatchObject({ code: 0 })
  expect(await winkelJson('tickets')).toEqual([])
  expect(await api.tickets.get({ ticketid })).toMatchObject({ status: 'closed' })
})

test('winkel tills: lists the tills, and those that are silent', async () => {
  const shop = await createOwner(server)
  const { till } = await createTill(server, shop)
  await server.ownerPool.query(
    `update till_keys set used_days = 127, last_used_at = now() - interval '26 hours' where tillid = $1`,
    [till.tillid],
  )
  expect((await winkel('tills', '--silent')).stdout).toMatch(/Till 1 .* 1 day +silent\n$/)
})

test('winkel tills send-again: begins an epoch with the time of the data', async () => {
  const { api } = await createOwner(server)
  expect(await winkel('tills', 'send-again', '2026-01-02 02:00')).toMatchObject({ code: 0 })
  expect((await api.dashboard.figuresCheck()).restored?.restored_to).toEqual(new Date('2026-01-02T02:00:00+02:00'))
})

test('winkel users reset: prints a link that works once', async () => {
  const { credentials } = await createOwner(server)
  const { link } = await winkelJson('users', 'reset', credentials.email.toUpperCase())
  expect(link).toContain(`${server.config.publicUrl}/login?token=`)
  const token = new URL(link).searchParams.get('token') ?? ''
  const { password } = newCredentials(server)
  const { api } = createClient(server)
  await api.session.resetPassword({ token, password })
  await api.session.signIn({ email: credentials.email, password })
  await expect(api.session.resetPassword({ token, password })).rejects.toMatchObject({ status: 410 })
})

test('winkel users sign-out: ends all sessions of a person', async () => {
  const { api, credentials } = await createOwner(server)
  expect(await winkel('users', 'sign-out', credentials.email)).toMatchObject({ code: 0, stdout: '1 session has ended.\n' })
  await expect(api.sites.options()).rejects.toMatchObject({ status: 401 })
})

test('winkel users unlock: ends a lock by wrong passwords from a known place, and the counts of reset links', async () => {
  const { credentials } = await createOwner(server)
  const { email } = credentials
  const browser = createClient(server)
  await browser.api.session.signIn(credentials)
  const guess = async () => (await browser.send('POST', '/api/v1/session', { email, password: 'wrong' })).status
  while ((await guess()) !== 429);
  for (const client of [browser, createClient(server)]) await client.api.session.requestPasswordReset({ email })
  const countResets = async () =>
    (await server.ownerPool.query(`select from auth.attempts where key like 'reset%' and key not like 'reset_network%'`)).rowCount
  // In the known browser: its own and that of all known ones. In the other one: the client IP's of an hour and of a day, and that of all.
  expect(await countResets()).toBe(5)
  expect(await winkel('users', 'unlock', email)).toMatchObject({ code: 0, stdout: 'The person can sign in again.\n' })
  expect(await countResets()).toBe(0)
  await browser.api.session.signIn(credentials)
})

test('winkel users two-step-off: asks first, and then lets the password alone sign in', async () => {
  const { api, credentials } = await createOwner(server)
  const { uri, recovery_codes } = await api.account.twoStep.start({ current: credentials.password })
  for (const secret of [...recovery_codes, new URL(uri).searchParams.get('secret') ?? '']) server.secrets.add(secret)
  await api.account.twoStep.confirm({ code: createAppCode(uri) })
  const signIn = () => createClient(server).api.session.signIn(credentials)

  const asked = await winkel('users', 'two-step-off', credentials.email)
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Add --yes to confirm this. Nothing was changed.') })
  await expect(signIn()).rejects.toMatchObject({ code: 'CODE_REQUIRED' })
  expect(await winkel('users', 'two-step-off', credentials.email, '--yes')).toMatchObject({ code: 0 })
  await signIn()
  const mails = await readMails(server, credentials.email, 2)
  expect(mails.some((mail) => mail.includes('Two-step sign-in is off'))).toBe(true)
})

test('winkel check-config: reads the variables of a server, connects to nothing and writes nothing', async () => {
  const folder = join(await createFolder(), 'data')
  const check = (variables: Record<string, string>) => runWinkel(['check-config'], { DATA_DIR: folder, ...variables })
  expect(await check({ BACKUP_AT: '3' })).toEqual({
    code: 0,
    stdout: 'The variables are right.\n',
    stderr: 'BACKUP_AT is not a variable of Winkel, and is not read.\n',
  })
  expect(await check({ DATABASE_URL: 'postgres://winkel:word@db.example/winkel' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('AUTH_SECRET is required with DATABASE_URL'),
  })
  expect(existsSync(folder)).toBe(false)
})

test('winkel users create-owner: creates a business and its owner, who chooses a password with the link', async () => {
  const { email, password } = newCredentials(server)
  const create = (...args: string[]) =>
    winkel(
      'users',
      'create-owner',
      email,
      '--business',
      'Karoo Pantry',
      '--registration-number',
      '2026/1',
      '--firstname',
      'Thandi',
      ...args,
    )
  expect(await create('--lastname', ' ')).toMatchObject({ code: 2, stderr: expect.stringContaining('Nothing was changed.') })
  const { code, stdout, stderr } = await create('--lastname', 'Nkosi', '--json')
  expect(code, stderr).toBe(0)
  const { link, businessid } = JSON.parse(stdout)
  const owner = createClient(server)
  await owner.api.session.resetPassword({ token: new URL(link).searchParams.get('token') ?? '', password })
  const { rows } = await server.ownerPool.query(
    'select name, u.role, e.lastname from business b join business_users u on u.businessid = b.id join employee e on e.businessid = b.id where b.id = $1',
    [businessid],
  )
  expect(rows).toEqual([{ name: 'Karoo Pantry', role: 'owner', lastname: 'Nkosi' }])
  await owner.api.session.signIn({ email, password })
  expect(await owner.api.session.get()).toMatchObject({ role: 'owner' })
  expect(await create('--lastname', 'Nkosi')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`An account has the e-mail ${email} already`),
  })
})

test('winkel test-mail: writes or sends one mail, and says where the mail server is away', async () => {
  const folder = await createFolder()
  const send = (variables: Record<string, string>) =>
    runWinkel(['test-mail', 'thandi@shop.example'], { DATA_DIR: folder, PUBLIC_URL: 'https://shop.example', ...variables })
  expect(await send({})).toMatchObject({ code: 0, stderr: expect.stringContaining('the mail was written to') })
  const [name = ''] = await readdir(join(folder, 'outbox'))
  expect(await readFile(join(folder, 'outbox', name), 'utf8')).toContain(
    'To: thandi@shop.example\nSubject: Test mail of Winkel\n',
  )
  expect(await send({ SMTP_URL: 'smtp://127.0.0.1:1' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The mail could not be sent: connect ECONNREFUSED'),
  })
})
