import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findCatalogueDifferences } from './catalogue/record-catalogue.ts'
import { KINDS, type Kind, readRules } from './testing/schema-rules/catalogue.ts'
import { findFaults } from './testing/schema-rules/rule.ts'
import { createShops } from './testing/schema-rules/shops.ts'
import { createRuleTable } from './testing/schema-rules/table.ts'
import { testStore } from './testing/store.ts'

// Each rule of the schema does what it is there for, and its proof fails when the rule is dropped: a proof that something else makes
// true proves nothing.

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
  const [known, found] = [table.map(format), catalogue.map(format)]
  expect(
    found.filter((rule) => !known.includes(rule)),
    'without a row: add it to db/testing/schema-rules/',
  ).toEqual([])
  expect(
    known.filter((rule) => !found.includes(rule)),
    'not in the database',
  ).toEqual([])
})

/** With each rule as it is, and without it. */
async function findFaultsOf(...kinds: Kind[]) {
  const faults: string[] = []
  for (const rule of table.filter(({ kind }) => kinds.includes(kind))) {
    const dropped = catalogue.find((dropped) => format(dropped) === format(rule))
    if (dropped) faults.push(...(await findFaults(client, shops, rule, dropped)))
  }
  return faults
}

test('schema rules: a query without a filter reads only the entered business (1.9, 7.3.1)', async () => {
  expect(await findFaultsOf('policy', 'row security', 'forced row security')).toEqual([])
})

test('schema rules: a key refuses an id of another business, of nothing, and a second row', async () => {
  expect(await findFaultsOf('foreign key', 'primary key', 'unique key')).toEqual([])
})

test('schema rules: a check refuses what its column does not take', async () => {
  expect(await findFaultsOf('check')).toEqual([])
})

test('schema rules: a trigger keeps stock, roll-ups and listing right', async () => {
  expect(await findFaultsOf('trigger')).toEqual([])
})

test('schema rules: a role may do what it is granted', async () => {
  expect(await findFaultsOf('grant', 'membership', 'default privilege')).toEqual([])
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

test('schema rules: the role of backups writes nothing but what was backed up last and the result of a trial restore', async () => {
  const { rows } = await client.query(`
    select oid::regclass::text as object from pg_class
     where relnamespace <> 'pg_catalog'::regnamespace
       and case when relkind = 'S' then has_sequence_privilege('winkel_backup', oid, 'usage, update')
                when relkind in ('r', 'p', 'v', 'm', 'f')
                then has_table_privilege('winkel_backup', oid, 'insert, update, delete, truncate, references, trigger') end
     union all
    select attrelid::regclass || '.' || attname from pg_attribute join pg_class c on c.oid = attrelid
     where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace <> 'pg_catalog'::regnamespace and attnum > 0 and not attisdropped
       and has_column_privilege('winkel_backup', attrelid, attnum, 'insert, update, references')
     union all
    select p.oid::regprocedure::text from pg_proc p join pg_language l on l.oid = prolang
     where lanname in ('sql', 'plpgsql') and pronamespace <> 'pg_catalog'::regnamespace
       and pronamespace <> 'information_schema'::regnamespace and has_function_privilege('winkel_backup', p.oid, 'execute')
     union all
    select 'schema ' || nspname from pg_namespace where has_schema_privilege('winkel_backup', oid, 'create')
     union all
    select 'role ' || rolname from pg_roles where rolname <> 'winkel_backup' and pg_has_role('winkel_backup', oid, 'member')
     union all
    select 'attributes' from pg_roles
     where rolname = 'winkel_backup' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication)
     order by 1`)
  expect(rows.map(({ object }) => object)).toEqual([
    'list_erased_businesses()',
    'record_backup(text,text,text,text)',
    'record_trial_restore(text,text)',
  ])
})

test.each(KINDS)('schema rules: the server and the doctor notice a dropped %s', async (kind) => {
  const [rule] = catalogue.filter((rule) => rule.kind === kind)
  await client.query(`begin; set local role winkel_owner; ${rule?.drop}`)
  const { missing, unexpected } = await findCatalogueDifferences(client, 'winkel')
  await client.query('rollback')
  expect([...missing, ...unexpected]).not.toEqual([])
})
