import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { findCatalogueDifferences } from './catalogue/record-catalogue.ts'
import { createFilledBusiness } from './testing/create-filled-business.ts'
import { KINDS, readRules } from './testing/read-rules.ts'
import { testStore } from './testing/store.ts'

// What PostgreSQL enforces is in schema.sql, which schema.test.ts compares with the database. Here: that a rule which goes missing is noticed,
// and what no caller of the server can try, because the server does not do it.

const store = await testStore()
const client = new Client(store.admin)
await client.connect()
afterAll(async () => {
  await client.end()
  await store.close()
})
const own = await createFilledBusiness(store.ownerPool)
const rules = await readRules(client)

test.each(KINDS)('schema rules: the server and the doctor notice each dropped %s', async (kind) => {
  const dropped = rules.filter((rule) => rule.kind === kind)
  await client.query(`begin; set local role winkel_owner; ${dropped.map(({ drop }) => drop).join('; ')}`)
  const { missing, unexpected } = await findCatalogueDifferences(client, 'winkel')
  await client.query('rollback')
  expect(dropped.length).toBeGreaterThan(0)
  expect(missing.length + unexpected.length).toBeGreaterThanOrEqual(dropped.length)
})

/** As a person of the business. Nothing of it is kept. */
async function runAsTenant(work: string, query = 'select') {
  await client.query(`begin; select enter_business('${own.user_id}'); set local role winkel_tenant`)
  try {
    await client.query(work)
    return (await client.query(query)).rows
  } finally {
    await client.query('rollback')
  }
}

test('schema rules: no setting of a person turns a trigger off', async () => {
  const evade = `set local app.importing_business = 'on'; set local app.erasing = 'on'; set local app.skip_listing_trigger = 'on'`
  const change = `update product set productname = 'Milk', price = 20, stock = 7 where productid = ${own.productid}`
  const rows = await runAsTenant(
    `${evade}; ${change}`,
    `select l.productname, m.stock_after::float as stock, c.action
       from product_listing l join stock_movements m using (productid) join changes c on c.rowid = productid::text and c.at = now()
      where m.moved_at = now() order by m.movementid desc limit 1`,
  )
  expect(rows).toEqual([{ productname: 'Milk', stock: 7, action: 'changed' }])
})

const ofDocument = () => `where documentid = ${own.documentid}`
test.each([
  ['its fields', () => `update stock_documents set note = 'Changed' ${ofDocument()}`],
  ['its state', () => `update stock_documents set state = 'draft' ${ofDocument()}`],
  ['its row', () => `delete from stock_documents ${ofDocument()}`],
  ['a quantity', () => `update stock_document_lines set quantity = 13 ${ofDocument()}`],
  ['a line', () => `delete from stock_document_lines ${ofDocument()}`],
])('schema rules: a document that is not a draft stays as it is: %s', async (_what, statement) => {
  await expect(runAsTenant(statement())).rejects.toThrow(
    /of a document that is not a draft stay|a document that is not a draft stays/,
  )
})

test('schema rules: the time zone of a business with sales stays, as its days are counted in it', async () => {
  await expect(store.ownerPool.query(`update business set timezone = 'Europe/Paris'`)).rejects.toThrow(
    'the time zone of a business with sales cannot change',
  )
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
