import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTenantScopes, type Scope } from './tenant-scope.ts'
import { createBusiness } from './testing/business.ts'
import { testCluster, testStore } from './testing/store.ts'

const store = await testStore()
afterAll(store.close)
const scopes = createTenantScopes(store.pool)
const a = await createBusiness(store.ownerPool, 'A')
const b = await createBusiness(store.ownerPool, 'B')
const c = await createBusiness(store.ownerPool, 'C')

const selectRows = async <Row = Record<string, unknown>>(scope: Scope, statement: string) =>
  (await sql.raw<Row>(statement).execute(scope)).rows

const { rows: catalogue } = await store.ownerPool.query<{ schema: string; table: string; tenant: string | null }>(`
  select t.table_schema as schema, t.table_name as table,
         (select c.column_name from information_schema.columns c
           where (c.table_schema, c.table_name) = (t.table_schema, t.table_name)
             and c.column_name = case t.table_name when 'business' then 'id' else 'businessid' end) as tenant
    from information_schema.tables t where t.table_schema in ('public', 'auth')`)
const tenantTables = catalogue.filter(({ tenant }) => tenant !== null)
/** Of till_keys nobody but the owner reads the hashes. */
const readable = (table: string) => (table === 'till_keys' ? 'businessid, tillid' : '*')

test.each(tenantTables)(
  'tenant scope: a query without a filter reads only the entered business in $table (1.9, 7.3.1)',
  async ({ table, tenant }) => {
    const { rows } = await store.ownerPool.query(`select distinct ${tenant} as tenant from ${table}`)
    expect(rows.length).toBe(3)
    for (const { user_id, businessid } of [a, b]) {
      const seen = await scopes.asTenant(user_id, (scope) => selectRows(scope, `select ${readable(table)} from ${table}`))
      expect(seen.length).toBeGreaterThan(0)
      expect(new Set(seen.map((row) => row[String(tenant)]))).toEqual(new Set([businessid]))
    }
  },
)

test.each(tenantTables)(
  'tenant scope: a query without a filter reads no row of $table before a business is entered',
  async ({ table }) => {
    const client = await store.pool.connect()
    try {
      await client.query('begin; set local role winkel_tenant')
      expect((await client.query(`select ${readable(table)} from ${table}`)).rows).toEqual([])
    } finally {
      await client.query('rollback')
      client.release()
    }
  },
)

test('tenant scope: a write without a filter changes and deletes no row of another business (1.10)', async () => {
  const d = await createBusiness(store.ownerPool, 'D')
  await scopes.asTenant(d.user_id, async (scope) => {
    await selectRows(scope, `update site set sitename = 'Mine now'`)
    await selectRows(scope, `update employee set siteid = siteid`)
    await selectRows(scope, `update till_keys set revoked_at = now()`)
    await selectRows(scope, `update business set name = 'Mine now'`)
  })
  const { rows } = await store.ownerPool.query(
    `select s.sitename, k.revoked_at, b.name from site s join till_keys k using (businessid, siteid) join business b on b.id = s.businessid where s.businessid = $1`,
    [b.businessid],
  )
  expect(rows).toEqual([{ sitename: 'Sandton', revoked_at: null, name: 'B' }])
  await expect(scopes.asTenant(c.user_id, (scope) => selectRows(scope, 'delete from site'))).rejects.toThrow('foreign key')
})

test.each(catalogue)('tenant scope: outside a scope the login role cannot read $table', async ({ schema, table }) => {
  for (const statement of [
    `select from ${schema}."${table}"`,
    `delete from ${schema}."${table}"`,
    `insert into ${schema}."${table}" default values`,
  ]) {
    await expect(store.pool.query(statement)).rejects.toThrow('permission denied')
  }
})

test('tenant scope: outside a scope the login role may execute only the functions that enter a scope and the schema version', async () => {
  const { rows } = await store.ownerPool.query(`
    select p.oid::regprocedure::text as name, format('%s %s(%s)', case p.prokind when 'p' then 'call' else 'select' end, p.oid::regproc, (select string_agg('null::' || t::regtype, ', ') from unnest(p.proargtypes) t)) as call
      from pg_proc p where p.pronamespace in ('public'::regnamespace, 'auth'::regnamespace) and p.prorettype <> 'trigger'::regtype`)
  const answers = await Promise.all(
    rows.map(({ name, call }) =>
      store.pool.query(call).then(
        () => name,
        (error: Error) => (error.message.startsWith('permission denied') ? [] : name),
      ),
    ),
  )
  expect(answers.flat().sort()).toEqual(['enter_business(text)', 'enter_till(bytea)', 'schema_version()'])
})

test('tenant scope: the login role cannot become the owner or create tables and functions', async () => {
  const { owner } = testCluster()
  await expect(store.pool.query(`set role ${owner.user}`)).rejects.toThrow('permission denied')
  await expect(store.pool.query('create table mine ()')).rejects.toThrow('permission denied')
  await expect(store.pool.query('create function mine() returns int language sql return 1')).rejects.toThrow('permission denied')
})

test('tenant scope: a business is entered only until its transaction ends', async () => {
  const client = new Client(store.listenConfig)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('role', 'winkel_tenant', true), enter_business($1)`, [a.user_id])
    expect((await client.query('select from site')).rowCount).toBe(1)
    await client.query('commit; begin; set local role winkel_tenant')
    expect((await client.query('select from site')).rowCount).toBe(0)
  } finally {
    await client.end()
  }
})

const otherwise = [
  ['site', 'businessid', `'${b.businessid}'`],
  ['site', 'till_employeeid', '1'],
  ['employee', 'businessid', `'${b.businessid}'`],
  ['employee', 'user_id', `'${b.user_id}'`],
  ['employee', 'position', `'Owner'`],
  ['employee', 'isenabled', 'true'],
  ['business', 'id', `'${b.businessid}'`],
  ['business', 'timezone', `'Europe/Paris'`],
  ['business_users', 'role', `'owner'`],
  ['business_users', 'user_id', `'${b.user_id}'`],
  ['business_users', 'businessid', `'${b.businessid}'`],
  ['business_subscriptions', 'businessid', `'${b.businessid}'`],
  ['business_subscriptions', 'status', `'ended'`],
  ['sales', 'businessid', `'${b.businessid}'`],
  ['sales', 'finalamount', '1'],
  ['saleitems', 'price', '1'],
  ['product', 'created_at', 'now()'],
  ['product', 'businessid', `'${b.businessid}'`],
  ['product_listing', 'productname', `'x'`],
  ['stock_movements', 'stock_after', '1'],
  ['product_imports', 'lines', `'[]'`],
  ['till_keys', 'siteid', '1'],
  ['till_keys', 'key_hash', `'\\x00'`],
  ['till_keys', 'businessid', `'${b.businessid}'`],
  ['site_daily', 'revenue', '1'],
  ['subscriptions', 'price', '1'],
  ['announcements', 'message', `'Hello'`],
]
test.each(otherwise)('tenant scope: a scope cannot change %s.%s', async (table, column, value) => {
  await expect(
    scopes.asTenant(a.user_id, (scope) => selectRows(scope, `update ${table} set ${column} = ${value}`)),
  ).rejects.toThrow('permission denied')
})

const inserts = [
  ['site', `(businessid, sitename, location) values ('${b.businessid}', 'x', 'x')`],
  ['employee', `(siteid, firstname, lastname, user_id) values (${a.siteid}, 'x', 'x', '${a.user_id}')`],
  ['employee', `(businessid, firstname, lastname) values ('${b.businessid}', 'x', 'x')`],
  [
    'sales',
    `(businessid, siteid, employeeid, saledate, finalamount) values ('${b.businessid}', ${b.siteid}, ${b.employeeid}, now(), 1)`,
  ],
  [
    'sales',
    `(saleid, siteid, employeeid, saledate, finalamount) overriding system value values (1, ${a.siteid}, ${a.employeeid}, now(), 1)`,
  ],
  ['till_keys', `(businessid, siteid, name, key_start, key_hash) values ('${b.businessid}', ${b.siteid}, 'x', 'x', sha256('x'))`],
  ['business_users', `(businessid, user_id, role) values ('${a.businessid}', '${c.user_id}', 'owner')`],
  ['business', `(name, registration_number) values ('x', 'x')`],
  ['product', `(businessid, siteid, productname) values ('${b.businessid}', ${b.siteid}, 'x')`],
  ['product_listing', `(productid, productname, barcode, category, supplier, price) values (${a.productid}, 'x', '', '', '', 1)`],
  ['product_imports', `(businessid, lines) values ('${b.businessid}', '[]')`],
  ['stock_movements', `(productid, reason, stock_before, stock_after) values (${a.productid}, 'edit', 1, 2)`],
]
test.each(inserts)('tenant scope: a scope cannot insert into %s %s', async (table, rest) => {
  await expect(scopes.asTenant(a.user_id, (scope) => selectRows(scope, `insert into ${table} ${rest}`))).rejects.toThrow(
    'permission denied',
  )
})

test('tenant scope: till keys and their hashes cannot be read', async () => {
  await expect(scopes.asTenant(a.user_id, (scope) => selectRows(scope, 'select key_hash from till_keys'))).rejects.toThrow(
    'permission denied',
  )
})

const pointing: [string, string, string][] = [
  [
    'a sale at its site',
    'sales__site',
    `insert into sales (siteid, employeeid, saledate, finalamount) values (${b.siteid}, ${a.employeeid}, now(), 1)`,
  ],
  [
    'a sale by its employee',
    'sales__employee',
    `insert into sales (siteid, employeeid, saledate, finalamount) values (${a.siteid}, ${b.employeeid}, now(), 1)`,
  ],
  [
    'a line on its sale',
    'saleitems__sale',
    `insert into saleitems (saleid, line, saledate, productid, quantity, productname, price, purchaseprice) values (${b.saleid}, 9, '2026-11-21T12:00Z', ${a.productid}, 1, 'x', 1, 1)`,
  ],
  [
    'a line with its product',
    'saleitems__product',
    `insert into saleitems (saleid, line, saledate, productid, quantity, productname, price, purchaseprice) values (${a.saleid}, 9, '2026-11-21T12:00Z', ${b.productid}, 1, 'x', 1, 1)`,
  ],
  [
    'an employee at its site',
    'employee__site',
    `insert into employee (siteid, firstname, lastname) values (${b.siteid}, 'x', 'x')`,
  ],
  ['an employee moved to its site', 'employee__site', `update employee set siteid = ${b.siteid}`],
  ['its site as the primary one', 'business__primary_site', `update business set primary_siteid = ${b.siteid}`],
  [
    'a till key for its site',
    'till_keys__site',
    `insert into till_keys (siteid, name, key_start, key_hash) values (${b.siteid}, 'x', 'x', sha256('x'))`,
  ],
]
test.each(pointing)('tenant scope: refuses an id of another business for %s by %s', async (_what, key, statement) => {
  await expect(scopes.asTenant(a.user_id, (scope) => selectRows(scope, statement))).rejects.toThrow(
    `violates foreign key constraint "${key}"`,
  )
})

test.each([
  ['product', () => `update product set siteid = ${b.siteid} where businessid = '${a.businessid}'`],
  ['site', () => `update site set till_employeeid = ${b.employeeid} where businessid = '${a.businessid}'`],
])('tenant scope: the key of %s refuses an id of another business from the owner too', async (_table, statement) => {
  await expect(store.ownerPool.query(statement())).rejects.toThrow('violates foreign key')
})

test('tenant scope: a till sells only at its own site', async () => {
  const other = await scopes.asTenant(a.user_id, (scope) =>
    selectRows<{ siteid: number }>(scope, `insert into site (sitename, location) values ('Rosebank', 'x') returning siteid`),
  )
  const sell = (siteid: unknown) =>
    scopes.asTill(a.key_hash, (scope) =>
      selectRows(
        scope,
        `insert into sales (siteid, employeeid, saledate, finalamount) values (${siteid}, ${a.employeeid}, now(), 0)`,
      ),
    )
  await sell(a.siteid)
  await expect(sell(other[0]?.siteid)).rejects.toThrow('row-level security')
})

test('tenant scope: 60 concurrent transactions of three businesses see only their own rows', async () => {
  const businesses = [a, b, c]
  const answers = await Promise.all(
    Array.from({ length: 60 }, async (_, index) => {
      const business = businesses[index % 3] ?? a
      const look = async (scope: Scope) => {
        const before = await selectRows<{ businessid: string }>(scope, 'select businessid from sales')
        await selectRows(
          scope,
          `insert into sales (siteid, employeeid, saledate, finalamount) values (${business.siteid}, ${business.employeeid}, now(), 0)`,
        )
        const after = await selectRows<{ businessid: string }>(scope, 'select businessid from sales')
        // Some are rolled back: the connection must leave their business too.
        if (index % 7 === 0) throw new Error('given up')
        return [...before, ...after]
      }
      const work = index % 2 === 0 ? scopes.asTenant(business.user_id, look) : scopes.asTill(business.key_hash, look)
      const seen = await work.catch((error) => {
        if (error.message === 'given up') return []
        throw error
      })
      return seen.every(({ businessid }) => businessid === business.businessid)
    }),
  )
  expect(answers).toEqual(Array.from({ length: 60 }, () => true))
  const { rows } = await store.ownerPool.query(
    'select distinct s.businessid = t.businessid as same from sales s join site t using (siteid)',
  )
  expect(rows).toEqual([{ same: true }])
})
