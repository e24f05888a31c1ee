import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readRules } from '../testing/read-rules.ts'
import { testStore } from '../testing/store.ts'
import { findCatalogueDifferences } from './record-catalogue.ts'
import { createRepair, groupByTable, readStatements } from './repair-statements.ts'

const store = await testStore()
const client = new Client(store.admin)
await client.connect()
afterAll(async () => {
  await client.end()
  await store.close()
})

/** Runs as the owner what breaks the database, then what the doctor prints, and returns what still differs. */
async function repair(faults: string[]) {
  await client.query(`begin; set local role winkel_owner; ${faults.join('; ')}`)
  try {
    const groups = groupByTable(await findCatalogueDifferences(client, 'winkel'))
    const policies = await readStatements(client)
    const statements = groups.map((group) => createRepair(group, policies, 'winkel'))
    // In a transaction an index cannot be created beside writers.
    for (const statement of statements) if (statement) await client.query(statement.replaceAll(' CONCURRENTLY ', ' '))
    return { groups, statements, left: await findCatalogueDifferences(client, 'winkel') }
  } finally {
    await client.query('rollback')
  }
}

/** All that belong to no key. */
const INDEXES = `
  select format('drop index %s', indexrelid::regclass) as drop from pg_index
   where indrelid in (select oid from pg_class where relnamespace in ('public'::regnamespace, 'auth'::regnamespace))
     and not exists (select from pg_constraint where conindid = indexrelid)`

const NOTHING = { missing: [], unexpected: [] }

test('repair statements: bring back every policy, every grant, every index and all row security, one line for each table', async () => {
  const kinds = ['policy', 'grant', 'row security', 'forced row security']
  const rules = (await readRules(client)).filter(({ kind }) => kinds.includes(kind)).map(({ drop }) => drop)
  const { rows: indexes } = await client.query<{ drop: string }>(INDEXES)
  const drops = [...rules, ...indexes.map(({ drop }) => drop)]
  const { groups, statements, left } = await repair(drops)
  expect(left).toEqual(NOTHING)
  expect(groups.length).toBeGreaterThan(40)
  expect(new Set(groups.map(({ name }) => name)).size).toBe(groups.length)
  expect(statements.filter((statement) => statement === undefined || statement.includes('\n'))).toEqual([])
})

test.each([
  ['an index that is different', 'drop index employee__by_site; create index employee__by_site on employee (siteid)'],
  ['a policy that is different', 'alter policy site__tenant on site using (true)'],
  ['a policy too much', 'create policy all_of_them on sales using (true)'],
  ['a restrictive policy', 'drop policy announcement_dismissals__user on announcement_dismissals'],
  ['a grant too much', 'grant select on operator_log to winkel_tenant'],
  ['a grant of a column too much', 'grant update (stock) on product to public'],
  ['a grant of a function to everybody', 'grant execute on function enter_business(text) to public'],
  [
    'a table whose name is a word of SQL',
    'revoke select on auth."user" from winkel_auth; revoke update on auth."twoFactor" from winkel_auth',
  ],
])('repair statements: undo %s', async (_what, fault) => {
  const { groups, left } = await repair([fault])
  expect(groups.length).toBeGreaterThan(0)
  expect(left).toEqual(NOTHING)
})

test('repair statements: there are none for what a migration creates once', async () => {
  const { statements } = await repair([
    'alter table sales drop constraint sales__site',
    'revoke select on sales from winkel_tenant',
  ])
  expect(statements).toEqual([undefined])
})
