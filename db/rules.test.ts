import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { type Kind, readRules } from './testing/rules/catalogue.ts'
import { findBlindProofs, findBrokenProofs } from './testing/rules/rule.ts'
import { createShops } from './testing/rules/shops.ts'
import { createRuleTable } from './testing/rules/table.ts'
import { testStore } from './testing/store.ts'

// Each rule of the schema does what it is there for, and its proof fails when the rule is dropped: a proof that something else makes
// true proves nothing. `npm run drill -- sabotage` counts them by kind.

const store = await testStore()
const client = new Client(store.admin)
await client.connect()
afterAll(async () => {
  await client.end()
  await store.close()
})
const shops = await createShops(store.ownerPool)
const table = createRuleTable(shops)
const catalogue = await readRules(client)

const format = ({ kind, name }: { kind: Kind; name: string }) => `${kind} ${name}`

test('schema rules: each rule of the catalogue has a row in the table, and each row has a rule', () => {
  expect(table.map(format).sort()).toEqual(catalogue.map(format).sort())
})

async function findBrokenRules(...kinds: Kind[]) {
  const rules = table.filter(({ kind }) => kinds.includes(kind))
  expect(rules.length).toBeGreaterThan(0)
  const broken: string[] = []
  for (const rule of rules) broken.push(...(await findBrokenProofs(client, shops, rule)))
  return broken
}

test('schema rules: a query without a filter reads only the entered business (1.9, 7.3.1)', async () => {
  expect(await findBrokenRules('policy', 'row security', 'forced row security')).toEqual([])
})

test('schema rules: a key refuses an id of another business, of nothing, and a second row', async () => {
  expect(await findBrokenRules('foreign key', 'primary key', 'unique constraint', 'unique index')).toEqual([])
})

test('schema rules: a check refuses what its column does not take', async () => {
  expect(await findBrokenRules('check')).toEqual([])
})

test('schema rules: a trigger keeps stock, roll-ups and listing right', async () => {
  expect(await findBrokenRules('trigger')).toEqual([])
})

test('schema rules: a role may do what it is granted', async () => {
  expect(await findBrokenRules('grant', 'membership', 'default privilege')).toEqual([])
})

test('schema rules: a user of a business reads and writes no column without a grant', async () => {
  const { rows: columns } = await client.query<{ table: string; column: string }>(`
    select attrelid::regclass::text as table, quote_ident(attname) as column
      from pg_attribute join pg_class c on c.oid = attrelid
     where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind = 'r' and attnum > 0 and not attisdropped`)
  const granted = new Set(table.map(({ name }) => name))
  const allowed = (privilege: string, { table, column }: (typeof columns)[number]) =>
    granted.has(`winkel_tenant: ${privilege} on ${table}`) ||
    granted.has(`winkel_tenant: ${privilege} (${column.replaceAll('"', '')}) on ${table}`)
  const forbidden = columns.flatMap((column) =>
    Object.entries({
      select: `select ${column.column} from ${column.table}`,
      insert: `insert into ${column.table} (${column.column}) values (default)`,
      update: `update ${column.table} set ${column.column} = default`,
    }).flatMap(([privilege, statement]) => (allowed(privilege, column) ? [] : [statement])),
  )
  expect(forbidden.length).toBeGreaterThan(300)
  const done: string[] = []
  await client.query(`begin; select enter_business('${shops.own.user_id}'); set local role winkel_tenant; savepoint entered`)
  for (const statement of forbidden) {
    const error = await client.query(statement).then(
      () => 'the statement succeeded',
      (error: Error) => error.message,
    )
    if (!error.startsWith('permission denied')) done.push(`${statement}: ${error}`)
    await client.query('rollback to entered')
  }
  await client.query('rollback')
  expect(done).toEqual([])
})

test('schema rules: the table notices each rule that is dropped', async () => {
  const blind: string[] = []
  for (const rule of catalogue) {
    const row = table.find((row) => format(row) === format(rule))
    blind.push(...(row ? await findBlindProofs(client, shops, row, rule) : [format(rule)]))
  }
  expect(blind).toEqual([])
})
