import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { describeDifferences } from '../../db/catalogue/describe-differences.ts'
import { splitByNeed } from '../../db/catalogue/needs.ts'
import { findCatalogueDifferences } from '../../db/catalogue/record-catalogue.ts'
import { testStore } from '../../db/testing/store.ts'
import { startServer } from '../testing/server.ts'

const BY_DOCTOR = 'Run `npm run winkel -- doctor`: it prints the SQL that undoes this.'
const UNDO = 'Undo the change, or restore a backup. docs/operating.md describes both.'
const MIGRATE = 'Run `npm run migrate` with DATABASE_OWNER_URL set: it creates what is missing.'

/** One of each kind that is dropped or changed, and the sentence for it. */
const FAULTS: [statement: string, sentence: string][] = [
  ['drop policy sales__tenant on sales', `The database lacks 1 policy (policy sales__tenant of public.sales). ${BY_DOCTOR}`],
  [
    'create policy shared on sales to winkel_tenant using (true)',
    `The database has 1 policy that it should not have (policy shared of public.sales). ${BY_DOCTOR}`,
  ],
  ['alter table employee disable row level security', 'table public.employee'],
  [
    'alter table sales no force row level security',
    `The database lacks 1 table (table public.sales (owner owner, row security, forced)). ${BY_DOCTOR}`,
  ],
  [
    'revoke select on sales from winkel_tenant',
    `The database lacks 1 grant (grant of select on public.sales to winkel_tenant). ${BY_DOCTOR}`,
  ],
  [
    'grant update (stock) on product to public',
    `The database has 1 grant that it should not have (grant of update on public.product.stock to everybody). ${BY_DOCTOR}`,
  ],
  ['grant select on auth.session to winkel_tenant', 'grant of select on auth.session to winkel_tenant'],
  [
    'alter table sales disable trigger roll_up_after_insert',
    `The database lacks 1 trigger (trigger roll_up_after_insert of public.sales). ${UNDO}`,
  ],
  ['drop trigger forbid_timezone_change on business', 'trigger forbid_timezone_change of public.business'],
  ['drop function count_silent_tills()', 'function public.count_silent_tills()'],
  ['alter function enter_business(text) security invoker', 'function public.enter_business(text)'],
  ['drop function schema_version()', 'grant of execute on public.schema_version() to login'],
  ['alter table sales drop constraint sales__site', 'constraint sales__site of public.sales'],
  ['alter table site drop constraint site__sitename', 'constraint site__sitename of public.site'],
  ['drop index employee__by_site', 'index employee__by_site of public.employee'],
  ['drop index product__barcode_at_site', 'index product__barcode_at_site of public.product'],
  ['alter table product alter businessid drop default', 'column businessid of public.product'],
  [
    'alter role winkel inherit; grant winkel_tenant to winkel with inherit true',
    `The database has 1 membership that it should not have (membership winkel_tenant of login). Undo the change.`,
  ],
  ['alter role winkel bypassrls', `The database lacks 1 role (role login (login)). ${MIGRATE}`],
  ['delete from winkel_migrations.catalogue', `The database lacks 1 list (list of what belongs to its version). ${MIGRATE}`],
  [
    'update winkel_migrations.catalogue set version = $$01-sign-in$$',
    `The database lacks 1 list (list of what belongs to its version). ${MIGRATE}`,
  ],
  [
    'revoke winkel_tenant from winkel granted by winkel_owner',
    `The database lacks 1 membership (membership winkel_tenant of login). ${MIGRATE}`,
  ],
  [
    'drop policy site__tenant on site; drop policy site__owner on site; revoke delete on site from winkel_tenant',
    `The database lacks 1 grant, 2 policies (the first is grant of delete on public.site to winkel_tenant). ${BY_DOCTOR}`,
  ],
]

const store = await testStore()

test('database catalogue: what is missing or too much is named, with the remedy', async () => {
  const client = new Client(store.admin)
  await client.connect()
  onTestFinished(() => client.end())
  const describe = async () => describeDifferences(await findCatalogueDifferences(client, 'winkel'))
  expect(await describe()).toBeUndefined()
  for (const [statement, sentence] of FAULTS) {
    await client.query(`begin; ${statement}`)
    const found = await describe()
    expect(`${found?.sentence} ${found?.remedy}`, statement).toContain(sentence)
    await client.query('rollback')
  }
  await client.query(`begin; create table notes (id int); grant select on notes to public; create index on sales (received_at);
    create role reports; grant select on sales, saleitems to reports; create policy reports on sales for select to reports using (true)`)
  expect(await describe(), 'what an operator adds').toBeUndefined()
  await client.query('rollback')
})

/** One of each kind, and whether requests depend on it. */
const NEEDED: [statement: string, isNeeded: boolean][] = [
  ['drop index employee__by_site', false],
  ['drop index product__barcode_at_site', true],
  ['alter table site drop constraint site__sitename', true],
  ['alter default privileges for role winkel_owner grant execute on functions to public', false],
  ['create role reports; create policy reports on sales for update to reports using (true)', false],
  ['create role reports; create policy reports on sales as restrictive to reports using (true)', false],
  ['create role reports; grant reports to winkel_tenant', true],
  ['create policy shared on sales for select to winkel_tenant using (true)', true],
  ['create policy shared on sales for select to public using (true)', true],
  ['drop policy sales__backup on sales', false],
  ['drop policy sales__tenant on sales', true],
  ['revoke select on sales from winkel_backup', false],
  ['revoke select on sales from winkel_tenant', true],
  ['grant update (stock) on product to public', false],
  ['alter table sales no force row level security', true],
  ['alter table sales disable trigger roll_up_after_insert', true],
  ['drop function count_silent_tills()', true],
  ['alter role winkel bypassrls', true],
]

test('database catalogue: what requests depend on differs from the rest', async () => {
  const client = new Client(store.admin)
  await client.connect()
  onTestFinished(() => client.end())
  for (const [statement, isNeeded] of NEEDED) {
    await client.query(`begin; ${statement}`)
    const { needed, tolerated } = splitByNeed(await findCatalogueDifferences(client, 'winkel'))
    await client.query('rollback')
    expect([describeDifferences(needed) !== undefined, describeDifferences(tolerated) !== undefined], statement).toEqual([
      isNeeded,
      !isNeeded,
    ])
  }
})

const readReady = async (server: Awaited<ReturnType<typeof startServer>>) =>
  /^winkel_ready\{.*$/gm.exec(await server.metrics.text())?.[0]

test('server: serves without an index that only makes reads fast, and says so in the log, in the metrics and on /readyz', async () => {
  await store.ownerPool.query('drop index employee__by_site')
  const server = await startServer(store)
  onTestFinished(async () => {
    await server.close()
    await store.ownerPool.query('create index employee__by_site on employee (businessid, siteid)')
  })
  const warning = `The database lacks 1 index (index employee__by_site of public.employee). ${BY_DOCTOR}`
  await expect
    .poll(() => server.logged.filter((line) => line.includes('database_differs')).map((line) => JSON.parse(line).msg))
    .toEqual([`The server serves. ${warning}`])
  const answer = await fetch(`${server.url}/readyz`)
  expect([answer.status, await answer.json()]).toMatchObject([200, { status: 'ready', warning }])
  expect(await readReady(server)).toBe('winkel_ready{reason="database differs"} 1')
})

test('server: is not ready on a database that lacks a function, says what is missing, and is ready when it is there again', async () => {
  const { rows } = await store.ownerPool.query(
    `select pg_get_functiondef('enter_till_keys(bytea[])'::regprocedure) as definition`,
  )
  await store.ownerPool.query('drop function enter_till_keys(bytea[])')
  const server = await startServer(store)
  onTestFinished(async () => {
    await server.close()
    await store.close()
  })
  const askReady = async () => {
    const answer = await fetch(`${server.url}/readyz`)
    return { status: answer.status, body: await answer.json() }
  }
  const reason =
    'The database lacks 1 function, 1 grant (the first is function public.enter_till_keys(bytea[])). Restore the database again with its roles, as docs/operating.md describes.'
  expect(await askReady()).toMatchObject({ status: 503, body: { status: 'not ready', reason } })
  expect(server.logged.filter((line) => line.includes('database_incomplete')).map((line) => JSON.parse(line).msg)).toEqual([
    reason,
  ])

  expect(await readReady(server)).toBe('winkel_ready{reason="database incomplete"} 0')

  await store.ownerPool.query(`${rows[0].definition}; grant execute on function enter_till_keys(bytea[]) to winkel`)
  await expect.poll(askReady).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect(await readReady(server)).toBe('winkel_ready{reason="none"} 1')
})
