import { afterAll, expect, test } from 'vitest'
import { testStore } from './testing/store.ts'

// What the migrations promise of every table and function, whichever of them will be added.

const store = await testStore()
afterAll(store.close)

const ask = async <Row = { name: string }>(question: string): Promise<Row[]> => (await store.ownerPool.query(question)).rows
const namesOf = async (question: string) => (await ask(question)).map(({ name }) => name)

const ours = `n.nspname in ('public', 'auth')`
/** A tenant table is one with a businessid. Business is the tenant itself: its id is its businessid. */
const tenantTables = `
  select c.oid, c.relname, a.attnum
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = case c.relname when 'business' then 'id' else 'businessid' end
   where c.relkind in ('r', 'p') and ${ours}`

/** Looked up before a business is known; the migrations say so where each is made. */
const FOUND_BEFORE_THE_BUSINESS = ['business_users__one_business', 'employee__by_user', 'till_keys__hash']
/** To users, who belong to no business, and to the price list, which is everybody's. */
const TO_TABLES_WITHOUT_TENANT = [
  'business_subscriptions_subscriptionid_fkey',
  'business_users_user_id_fkey',
  'employee_user_id_fkey',
]

test('every table belongs to a business, or is one of the few that belong to nobody', async () => {
  const others = await namesOf(`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname = 'public' and c.oid not in (select oid from (${tenantTables}) t) order by 1`)
  expect(others).toEqual(['announcements', 'subscriptions'])
})

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

test('each entity has the fields of the specification (3.1, 3.2, 3.3, 3.5, 3.9, 3.11, 3.12, 3.13, 3.14, 3.15, 3.16)', async () => {
  const columns = await ask<{ table: string; names: string[] }>(`
    select table_name as table, array_agg(column_name::text) as names
      from information_schema.columns where table_schema = 'public' group by 1`)
  for (const [entity, fields] of Object.entries(ENTITIES))
    expect(columns.find(({ table }) => table === entity)?.names, entity).toEqual(expect.arrayContaining(fields))
})

test('what is not said is ZAR, an Employee and active, and a user has one business (3.1, 3.6, 7.2.1, 7.3.1, 9.5)', async () => {
  const defaults = await namesOf(`
    select table_name || '.' || column_name || ' = ' || column_default as name from information_schema.columns
     where (table_name, column_name) in (('subscriptions', 'currency'), ('employee', 'position'), ('business_subscriptions', 'status'))
     order by 1`)
  expect(defaults).toEqual([
    "business_subscriptions.status = 'active'::text",
    "employee.position = 'Employee'::text",
    "subscriptions.currency = 'ZAR'::text",
  ])
  const unique = await namesOf(`
    select pg_get_constraintdef(oid) as name from pg_constraint where conrelid = 'business_users'::regclass and contype = 'u'`)
  expect(unique).toEqual(['UNIQUE (user_id)'])
})

test('row security is on and forced on every tenant table, with a policy for the tenant and one for the owner (1.9)', async () => {
  const tables = await ask<{ relname: string; on: boolean; policies: string[] }>(`
    select t.relname, c.relrowsecurity and c.relforcerowsecurity as on,
           array(select p.polname::text from pg_policy p where p.polrelid = t.oid and p.polpermissive order by 1) as policies
      from (${tenantTables}) t join pg_class c on c.oid = t.oid order by 1`)
  expect(tables.length).toBeGreaterThan(13)
  for (const { relname, on, policies } of tables)
    expect({ relname, on, policies }).toEqual({ relname, on: true, policies: [`${relname}__owner`, `${relname}__tenant`] })
})

test('the policy of a tenant compares with the entered business, for what is read and for what is written', async () => {
  const wrong = await ask(`
    select p.polname as name, pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)
      from pg_policy p join (${tenantTables}) t on t.oid = p.polrelid
     where p.polname like '%\\_\\_tenant'
       and not (p.polcmd = '*'
            and p.polroles = array['winkel_tenant'::regrole::oid]
            and pg_get_expr(p.polqual, p.polrelid) ~ '^\\((business)?id = \\( SELECT current_business\\(\\) AS current_business\\)\\)$'
            and pg_get_expr(p.polwithcheck, p.polrelid) = pg_get_expr(p.polqual, p.polrelid))`)
  expect(wrong).toEqual([])
})

test('the business leads every key and index of a tenant table, so that it can be distributed by it', async () => {
  const strays = await namesOf(`
    select i.relname as name from pg_index x join pg_class i on i.oid = x.indexrelid join (${tenantTables}) t on t.oid = x.indrelid
     where x.indkey[0] <> t.attnum order by 1`)
  expect(strays).toEqual(FOUND_BEFORE_THE_BUSINESS)
})

test('a reference into a tenant table carries the business along', async () => {
  const strays = await namesOf(`
    select k.conname as name from pg_constraint k join (${tenantTables}) t on t.oid = k.conrelid
      left join (${tenantTables}) r on r.oid = k.confrelid
     where k.contype = 'f' and (k.conkey[1] <> t.attnum or r.attnum is null or k.confkey[1] <> r.attnum) order by 1`)
  expect(strays).toEqual(TO_TABLES_WITHOUT_TENANT)
})

test('nobody names a business when writing: every businessid is the entered one unless the owner says otherwise', async () => {
  const strays = await namesOf(`
    select t.relname as name from (${tenantTables}) t left join pg_attrdef d on d.adrelid = t.oid and d.adnum = t.attnum
     where t.relname <> 'business' and pg_get_expr(d.adbin, d.adrelid) is distinct from 'current_business()'`)
  expect(strays).toEqual([])
})

test('a function that acts as the owner looks for names in one place only', async () => {
  const strays = await namesOf(`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and ${ours}
       and not coalesce(p.proconfig && array['search_path=public, pg_temp', 'search_path=pg_catalog'], false)`)
  expect(strays).toEqual([])
})

test('no function is open to everybody', async () => {
  const open = await namesOf(`
    select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where ${ours} and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) order by 1`)
  expect(open).toEqual([])
})

test('each role may call what it needs and nothing else', async () => {
  const grants = await ask<{ role: string; functions: string[] }>(`
    select a.grantee::regrole::text as role, array_agg(p.proname::text order by p.proname) as functions
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace, aclexplode(p.proacl) a
     where ${ours} and a.grantee <> p.proowner group by 1 order by 1`)
  expect(grants).toEqual([
    { role: 'winkel', functions: ['enter_business', 'enter_till', 'schema_version'] },
    { role: 'winkel_auth', functions: ['account_status', 'is_employed', 'rename_owner', 'rpc_create_business'] },
    {
      role: 'winkel_tenant',
      functions: [
        'create_employee',
        'current_business',
        'current_till_site',
        'ensure_till_employee',
        'is_timezone',
        'line_total',
        'parse_timestamp',
        'remove_employee',
        'update_employee',
        'update_products',
      ],
    },
  ])
})

test('there is no view that would read past the policies', async () => {
  expect(
    await namesOf(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('v', 'm') and ${ours}`,
    ),
  ).toEqual([])
})

test('winkel_auth sees no tenant table, winkel_tenant no user and no session, and everybody nothing', async () => {
  const grants = await ask<{ grantee: string; schemas: string[] }>(`
    select grantee, array_agg(distinct table_schema::text order by table_schema::text) as schemas
      from (select grantee, table_schema from information_schema.role_table_grants where not (grantee = 'winkel_auth' and table_name = 'subscriptions')
             union select grantee, table_schema from information_schema.column_privileges where not (grantee = 'winkel_auth' and table_name = 'subscriptions')) g
     where table_schema in ('public', 'auth') and grantee <> current_user group by 1 order by 1`)
  expect(grants).toEqual([
    { grantee: 'winkel_auth', schemas: ['auth'] },
    { grantee: 'winkel_tenant', schemas: ['public'] },
  ])
})
