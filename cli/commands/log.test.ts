import { hostname, userInfo } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../db/testing/store.ts'
import type { OperatorEntry } from '../../server/shared/operator-log.ts'
import { createOwner } from '../../server/testing/clients.ts'
import { testServer } from '../../server/testing/server.ts'
import { waitUntil } from '../../server/testing/wait-until.ts'
import { runWinkel, toDatabaseUrl } from '../testing/run-winkel.ts'

const server = await testServer()
afterAll(server.close)
const ask = (statement: string) => server.ownerPool.query(statement)

const variables = { DATABASE_OWNER_URL: toDatabaseUrl(server.ownerPool.options), DATA_DIR: server.config.dataDir }
const winkel = (...args: string[]) => runWinkel(args, variables)

async function readLog(...options: string[]): Promise<OperatorEntry[]> {
  const { code, stdout, stderr } = await winkel('log', '--json', ...options)
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

test('winkel log: says that there is nothing, and refuses a number that is none', async () => {
  await ask('delete from operator_log')
  expect(await winkel('log')).toMatchObject({ code: 0, stdout: 'No command has changed anything yet.\n' })
  for (const number of ['0', 'x', '99999', '-1'])
    expect(await winkel('log', `--last=${number}`)).toMatchObject({ code: 2, stdout: '' })
})

test('operator log: has each command that changes something, with who ran it, and none that reads', async () => {
  const { api, credentials } = await createOwner(server)
  const { ticketid } = await api.tickets.create({ subject: 'Scanner', message: 'Reads twice.' })
  await ask('delete from operator_log')
  const { email } = credentials
  await winkel('announce', 'Closed on Monday', '--until', '2999-01-01')
  const { rows } = await ask('select max(announcementid) as id from announcements')
  const commands = [
    ['announcements', 'end', String(rows[0].id)],
    ['tickets', 'answer', String(ticketid), 'Clean its window.'],
    ['tickets', 'close', String(ticketid)],
    ['users', 'reset', email, '--json'],
    ['users', 'unlock', email],
    ['users', 'sign-out', email],
    ['doctor', '--repair'],
    ['backup', join(server.config.dataDir, 'copies/')],
  ]
  for (const args of commands) await winkel(...args)
  for (const args of [['businesses'], ['tickets'], ['tickets', 'show', '1'], ['announcements'], ['tills'], ['doctor'], ['log']])
    await winkel(...args)

  const entries = await readLog()
  expect(entries.map((entry) => [...entry.command.split(' '), ...entry.arguments]).reverse()).toEqual([
    ['announce', 'Closed on Monday', '--until', '2999-01-01'],
    ...commands,
  ])
  const machine = { os_user: expect.stringContaining(userInfo().username), host: hostname() }
  for (const entry of entries) expect(entry).toMatchObject({ ...machine, outcome: 'done', reason: null })
  expect(await readLog('--last', '1')).toMatchObject([{ command: 'backup' }])
  expect((await winkel('log')).stdout).toMatch(
    /^When .*Who .*Outcome .*Command\n\d{4}-\d\d-\d\d \d\d:\d\d SAST .*announce "Closed on Monday" --until 2999-01-01\n$/s,
  )
})

test('operator log: has a command that failed, with the reason, and no secret of an address', async () => {
  await winkel('users', 'sign-out', 'nobody@shop.example')
  await winkel('announce', ' ')
  await winkel('backup', 's3+http://key:se/cret@127.0.0.1:1/shop/winkel')
  await winkel('backup', '--slow') // wrong usage does not run
  expect(await readLog('--last', '3')).toMatchObject([
    { command: 'backup', arguments: ['s3+http://…@127.0.0.1:1/shop/winkel'], outcome: 'failed' },
    { command: 'announce', arguments: [' '], outcome: 'failed', reason: 'The text has from 1 to 500 characters' },
    { command: 'users sign-out', outcome: 'failed', reason: 'No account has the e-mail nobody@shop.example' },
  ])
  const { rows } = await ask('select operator_log::text as row from operator_log')
  expect(rows.filter(({ row }) => row.includes('se/cret'))).toEqual([])
})

test('operator log: has the migration of an external database', async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const external = { DATABASE_URL: toDatabaseUrl(database.login), DATABASE_OWNER_URL: toDatabaseUrl(database.owner) }
  const { code, stderr, stdout } = await runWinkel(['migrate'], external)
  expect(code, stderr).toBe(0)
  expect(stdout).toMatch(/^Winkel \d+\.\d+\.\d+\S* has migrated the database to \d\d-[a-z-]+\.\n$/)
  const log = async () => JSON.parse((await runWinkel(['log', '--json'], external)).stdout)
  expect(await log()).toMatchObject([{ command: 'migrate', arguments: [], outcome: 'done' }])
  expect((await runWinkel(['migrate'], external)).stdout).toMatch(/^The database is at \S+\. Winkel \S+ has nothing to do\.\n$/)

  const client = new Client(database.owner)
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(
    `insert into winkel_migrations.kysely_migration values ('99-next', ''); insert into winkel_migrations.checksum values ('99-next', '')`,
  )
  expect(await runWinkel(['migrate'], external)).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^The database was migrated by a newer Winkel \(to 99-next\), with which servers of \S+ go on\. Nothing was done\.$/m,
    ),
  })
})

test('operator log: names the person who became another user by sudo', async () => {
  await runWinkel(['announce', 'By sudo'], { ...variables, SUDO_USER: 'thandi' })
  expect(await readLog('--last', '1')).toMatchObject([{ os_user: `${userInfo().username}, from thandi by sudo` }])
})

test('operator log: a change whose entry cannot be written is not made', async () => {
  await ask(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no entry'; end $$;
    create trigger refuse before insert on operator_log for each row execute function refuse()`)
  try {
    expect(await winkel('announce', 'Not logged')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'It could not be done: no entry.\n',
    })
  } finally {
    await ask('drop trigger refuse on operator_log; drop function refuse()')
  }
  expect((await ask(`select from announcements where message = 'Not logged'`)).rowCount).toBe(0)
})

test('operator log: a backup of a database that has no log yet is made', async () => {
  await ask('alter table operator_log rename to operator_log_later')
  try {
    const { code, stderr } = await winkel('backup', join(server.config.dataDir, 'older/'))
    expect(code, stderr).toBe(0)
  } finally {
    await ask('alter table operator_log_later rename to operator_log')
  }
})

test('operator log: no role of the server reads or writes it', async () => {
  for (const role of ['winkel_tenant', 'winkel_auth'])
    for (const statement of [
      'select command from operator_log',
      `insert into operator_log (os_user, host, command, arguments, outcome) values ('x', 'x', 'x', '{}', 'done')`,
      'delete from operator_log',
    ]) {
      const client = await server.store.pool.connect()
      await client.query(`begin; set local role ${role}`)
      await expect(client.query(statement)).rejects.toThrow('permission denied for table operator_log')
      await client.query('rollback')
      client.release()
    }
})

test('operator log: the servers log each command after its COMMIT, and nothing that is no entry', async () => {
  const findLines = () => server.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'operator_command')
  const text = 'ÿ"'.repeat(200)
  await ask(`notify winkel_operator, '{'`)
  await winkel('announce', text)
  await waitUntil(() => expect(findLines().at(-1)?.operator.arguments).toBe(text.slice(0, 300)))
  expect(findLines().at(-1)).toMatchObject({
    level: 30,
    operator: { command: 'announce', outcome: 'done', host: hostname(), entry: (await readLog('--last', '1'))[0]?.entryid },
  })
})
