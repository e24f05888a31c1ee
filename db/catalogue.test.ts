import { afterAll, expect, test } from 'vitest'
import { testStore } from './testing/store.ts'

// Rules for every table and function, also those that later migrations add.

const store = await testStore()
afterAll(store.close)

const query = async <Row = { name: string }>(statement: string): Promise<Row[]> => (await store.ownerPool.query(statement)).rows
const queryNames = async (statement: string) => (await query(statement)).map(({ name }) => name)

const inOwnSchemas = `n.nspname in ('public', 'auth')`
/** A tenant table is one with a businessid. Business is the tenant itself: its id is its businessid. */
const tenantTables = `
  select c.oid, c.relname, a.attnum
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'business' then 'id' else 'businessid' end
   where c.relkind in ('r', 'p') and ${inOwnSchemas}`

/** Looked up before the business is known; the migration of each says so. */
const NOT_LED_BY_BUSINESS = [
  'business_users__one_business',
  'employee__by_user',
  'invitations__token',
  'notices__due',
  'notices__token',
  'read_keys__hash',
  'till_keys__hash',
]
/** References to users, who are in no tenant table, and to the announcements and the price list, which all businesses share. */
const REFERENCES_OUTSIDE_TENANTS = [
  'announcement_dismissals_announcementid_fkey',
  'announcement_dismissals_user_id_fkey',
  'business_subscriptions_subscriptionid_fkey',
  'business_users_user_id_fkey',
  'employee_user_id_fkey',
  'ticket_messages_user_id_fkey',
]

/** The specification's fields, by its names. */
const ENTITIES = {
  subscriptions: ['subscriptionid', 'name', 'description', 'price', 'currency', 'billing_period', 'is_active'],
  business: ['id', 'name', 'registration_number'],
  business_users: ['businessid', 'user_id', 'role'],
  employee: [
    ...['employeeid', 'businessid', 'siteid', 'firstname', 'lastname', 'position'],
    ...['hiredate', 'isenabled', 'disablereason', 'user_id'],
  ],
  site: ['siteid', 'businessid', 'sitename', 'location'],
  business_subscriptions: ['id', 'businessid', 'subscriptionid', 'status'],
  product: [
    ...['productid', 'productname', 'barcode', 'description', 'category', 'supplier'],
    ...['price', 'purchaseprice', 'stock', 'businessid', 'siteid'],
  ],
  sales: ['saleid', 'saledate', 'closetime', 'finalamount', 'payment_method', 'siteid', 'employeeid', 'businessid'],
  saleitems: ['saleid', 'productid', 'quantity', 'productname', 'price'],
  support_tickets: ['status', 'businessid'],
  announcements: ['announcementid', 'message', 'link_title', 'link_value', 'valid_from', 'valid_until', 'created_at'],
}

test('schema: each entity has the fields of the specification (3.1, 3.2, 3.3, 3.5, 3.9, 3.11, 3.12, 3.13, 3.14, 3.15, 3.16)', async () => {
  const columns = await query<{ table: string; names: string[] }>(`
    select table_name as table, array_agg(column_name::text) as names
      from information_schema.columns where table_schema = 'public' group by 1`)
  for (const [entity, fields] of Object.entries(ENTITIES))
    expect(columns.find(({ table }) => table === entity)?.names, entity).toEqual(expect.arrayContaining(fields))
})

test('schema: currency, position and status have defaults, and a user has one business (3.1, 3.6, 7.2.1, 7.3.1, 9.5)', async () => {
  const defaults = await queryNames(`
    select table_name || '.' || column_name || ' = ' || column_default as name from information_schema.columns
     where (table_name, column_name) in (('subscriptions', 'currency'), ('employee', 'position'), ('business_subscriptions', 'status'))
     order by 1`)
  expect(defaults).toEqual([
    "business_subscriptions.status = 'active'::text",
    "employee.position = 'Employee'::text",
    "subscriptions.currency = 'ZAR'::text",
  ])
  const unique = await queryNames(`
    select pg_get_constraintdef(oid) as name from pg_constraint where conrelid = 'business_users'::regclass and contype = 'u'`)
  expect(unique).toEqual(['UNIQUE (user_id)'])
})

test('schema: the tenant policy of every table compares with the entered business, for reading and writing (1.9, 7.3.1)', async () => {
  const wrong = await query(`
    select p.polname as name, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)
      from pg_policy p join (${tenantTables}) t on t.oid = p.polrelid
     where p.polname like '%\\_\\_tenant'
       and not (p.polcmd = '*'
            and p.polroles = array['winkel_tenant'::regrole::oid]
            and pg_get_expr(p.polqual, p.polrelid) ~ '^\\((business)?id = \\( SELECT current_business\\(\\) AS current_business\\)\\)$'
            and pg_get_expr(p.polwithcheck, p.polrelid) = pg_get_expr(p.polqual, p.polrelid))`)
  expect(wrong).toEqual([])
})

test('schema: row security is on and forced for every tenant table', async () => {
  const exceptions = await queryNames(`
    select relname as name from (${tenantTables}) t join pg_class using (oid, relname) where not (relrowsecurity and relforcerowsecurity)`)
  expect(exceptions).toEqual([])
})

/** What the roles of requests may read or write. */
const grantedColumns = `
  select r.oid as role, rolname, c.oid as table, c.relname, attnum, attname, atttypid
    from pg_roles r, pg_class c join pg_attribute on attrelid = c.oid
   where rolname in ('winkel_tenant', 'winkel_bookkeeper', 'winkel_manager_costs', 'winkel_manager', 'winkel_stock')
     and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped`

test('schema: a role reads or writes no table without a policy for it, but announcements and the price list, which are for all', async () => {
  const exceptions = await queryNames(`
    select distinct relname as name from (${grantedColumns}) g
     where has_column_privilege(role, "table", attnum, 'select, insert, update')
       and not exists (select from pg_policy where polrelid = "table" and role = any (polroles)) order by 1`)
  expect(exceptions).toEqual(['announcements', 'subscriptions'])
})

test('schema: a manager who does not see costs reads no column with costs', async () => {
  const exceptions = await queryNames(`
    select relname || '.' || attname as name from (${grantedColumns}) g
     where rolname = 'winkel_manager' and has_column_privilege(role, "table", attnum, 'select') and attname ~ 'cost|purchaseprice|is_free'`)
  expect(exceptions).toEqual([])
})

/** The server writes these from what is bounded elsewhere: sums, names of products, and of its own keys and files. */
const BOUNDED_ELSEWHERE = [
  'cash_up_lines.expected',
  'cash_up_lines.paid_in',
  'cash_up_lines.paid_out',
  'cash_up_lines.tips',
  'product_changes.change',
  'product_changes.lines',
  'product_imports.lines',
  'saleitems.adjustment',
  'saleitems.productname',
  'sales.units',
  'sales_import_batches.sales',
  'sales_imports.amount',
  'stock_document_lines.counted',
  'stock_document_lines.expected',
  'stock_documents.count_scope_name',
  'till_keys.epoch',
  'till_keys.key_start',
]

test('schema: a check bounds every text and number that a request writes', async () => {
  const exceptions = await queryNames(`
    select relname || '.' || attname as name from (${grantedColumns}) g
     where rolname = 'winkel_tenant' and has_column_privilege(role, "table", attnum, 'insert, update')
       and atttypid in ('text'::regtype, 'text[]'::regtype, 'json'::regtype, 'jsonb'::regtype, 'numeric'::regtype, 'bigint[]'::regtype)
       and not exists (select from pg_constraint where conrelid = "table" and contype = 'c' and attnum = any (conkey)) order by 1`)
  expect(exceptions).toEqual(BOUNDED_ELSEWHERE)
})

test('schema: businessid is the first column of every key and index of a tenant table', async () => {
  const exceptions = await queryNames(`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join (${tenantTables}) t on t.oid = x.indrelid
     where x.indkey[0] <> t.attnum order by 1`)
  expect(exceptions).toEqual(NOT_LED_BY_BUSINESS)
})

test('schema: a foreign key to a tenant table contains businessid', async () => {
  const exceptions = await queryNames(`
    select k.conname as name from pg_constraint k join (${tenantTables}) t on t.oid = k.conrelid
      left join (${tenantTables}) r on r.oid = k.confrelid
     where k.contype = 'f' and (k.conkey[1] <> t.attnum or r.attnum is null or k.confkey[1] <> r.attnum) order by 1`)
  expect(exceptions).toEqual(REFERENCES_OUTSIDE_TENANTS)
})

test('schema: the default of every businessid is the entered business', async () => {
  const exceptions = await queryNames(`
    select t.relname as name from (${tenantTables}) t left join pg_attrdef d on d.adrelid = t.oid and d.adnum = t.attnum
     where t.relname <> 'business' and pg_get_expr(d.adbin, d.adrelid) is distinct from 'current_business()'`)
  expect(exceptions).toEqual([])
})

test('schema: every SECURITY DEFINER function has a fixed search_path', async () => {
  const exceptions = await queryNames(`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and ${inOwnSchemas}
       and not coalesce(p.proconfig && array['search_path=public, pg_temp', 'search_path=pg_catalog'], false)`)
  expect(exceptions).toEqual([])
})

test('schema: there is no view, which would bypass the policies', async () => {
  expect(
    await queryNames(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('v', 'm') and ${inOwnSchemas}`,
    ),
  ).toEqual([])
})
