import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { ScopeRefused } from './errors.ts'
import { createTenantScopes, type Scope } from './tenant-scope.ts'
import { createFilledBusiness } from './testing/create-filled-business.ts'
import { testCluster, testStore } from './testing/store.ts'

const store = await testStore()
afterAll(store.close)
const scopes = createTenantScopes(store.pool)
const a = await createFilledBusiness(store.ownerPool, { name: 'A' })
const b = await createFilledBusiness(store.ownerPool, { name: 'B' })
const c = await createFilledBusiness(store.ownerPool, { name: 'C' })

const selectRows = async <Row = Record<string, unknown>>(scope: Scope, statement: string) =>
  (await sql.raw<Row>(statement).execute(scope)).rows

const { rows: tables } = await store.ownerPool.query<{ schema: string; table: string }>(`
  select table_schema as schema, table_name as table from information_schema.tables where table_schema in ('public', 'auth')`)
test('tenant scope: a write without a filter changes and deletes no row of another business (1.10)', async () => {
  const d = await createFilledBusiness(store.ownerPool, { name: 'D' })
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

test.each(tables)('tenant scope: outside a scope the login role cannot read $table', async ({ schema, table }) => {
  for (const statement of [
    `select from ${schema}."${table}"`,
    `delete from ${schema}."${table}"`,
    `insert into ${schema}."${table}" default values`,
  ]) {
    await expect(store.pool.query(statement)).rejects.toThrow('permission denied')
  }
})

test('tenant scope: the login role cannot become the owner or create tables and functions', async () => {
  const { owner } = testCluster()
  await expect(store.pool.query(`set role ${owner.user}`)).rejects.toThrow('permission denied')
  await expect(store.pool.query('create table mine ()')).rejects.toThrow('permission denied')
  await expect(store.pool.query('create function mine() returns int language sql return 1')).rejects.toThrow('permission denied')
})

test('tenant scope: an unknown till key is refused without an error of the database, which would fill its log', async () => {
  expect((await store.pool.query(`select * from enter_till_keys(array[sha256('unknown')])`)).rows).toEqual([])
  const hash = '00'.repeat(32)
  await expect(scopes.asTills([hash], async () => undefined)).rejects.toThrow(new ScopeRefused('unknown key'))
  expect([await scopes.findTill(hash), scopes.getRememberedBusiness(hash)]).toEqual(['unknown', undefined])
  const known = a.key_hash.toString('hex')
  expect([await scopes.findTill(known), scopes.getRememberedBusiness(known)]).toEqual(['open', a.businessid])
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
      const work =
        index % 2 === 0 ? scopes.asTenant(business.user_id, look) : scopes.asTills([business.key_hash.toString('hex')], look)
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
