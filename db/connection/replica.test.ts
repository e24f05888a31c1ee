import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { openPools } from '../open-store.ts'
import { createTenantScopes, type ReadFrom, type Scope } from '../tenant-scope.ts'
import { startTestCluster, TEMPLATE } from '../testing/cluster.ts'
import { createBusiness } from '../testing/create-business.ts'
import { startStandby } from '../testing/standby.ts'
import { emptyDatabase } from '../testing/store.ts'
import { openReplica } from './replica.ts'

// In a cluster of its own, because a standby has all databases of its primary.
const { cluster, stop } = await startTestCluster()
const database = await emptyDatabase(TEMPLATE, cluster)
const standby = await startStandby(cluster)
const primary = new Client(database.admin)
await primary.connect()
const lines: string[] = []
const write = ({ event }: { event: string }, message: string) => void lines.push(`${event}: ${message}`)
const log = { info: write, warn: write, error: write }
const { pool, close } = await openPools(database.login, log)
afterAll(async () => {
  await Promise.all([close(), primary.end()])
  await standby.remove()
  await stop()
})

const waitUntil = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { timeout: 30_000, interval: 20 })

function open(role: ClientConfig = { ...database.login, ...standby.socket }, primaryPool = pool) {
  lines.length = 0
  const replica = openReplica({ role, primary: primaryPool, log, retryMs: 100 })
  onTestFinished(replica.close)
  return replica
}

async function pauseReplay() {
  await standby.run('select pg_wal_replay_pause()')
  onTestFinished(async () => void (await standby.run('select pg_wal_replay_resume()')))
}

/** A replica that is in use, the scopes of a server with it, and a new business. */
async function openUsed() {
  const replica = open()
  const scopes = createTenantScopes(pool, replica)
  const { user_id, employeeid } = await createBusiness(primary)
  const waitForReplica = () => waitUntil(async () => expect(await scopes.readAsTenant(user_id, isOnStandby)).toBe(true))
  await waitForReplica()
  return { replica, scopes, user_id, employeeid, waitForReplica }
}

test.each([
  ['the primary itself', () => database.login, 'DATABASE_READ_URL leads to a database that is no standby'],
  [
    'another database of the standby',
    () => ({ ...database.login, ...standby.socket, database: TEMPLATE }),
    'DATABASE_READ_URL names another database than DATABASE_URL',
  ],
  [
    'another role',
    () => ({ ...database.owner, ...standby.socket }),
    'DATABASE_READ_URL signs in as another role than DATABASE_URL',
  ],
  ['a server that there is not', () => ({ ...database.login, host: '127.0.0.1', port: 1 }), 'connect ECONNREFUSED 127.0.0.1:1'],
])('replica: not used, with a reason in the log, with %s', async (_what, role, reason) => {
  const replica = open(role())
  await waitUntil(() => expect(lines).toEqual([`replica_not_used: the replica is not used: ${reason}`]))
  let tries = 0
  const count = () => tries++
  pool.on('acquire', count)
  onTestFinished(() => void pool.off('acquire', count))
  await waitUntil(() => expect(tries).toBeGreaterThan(2))
  expect(lines).toHaveLength(1)
  expect(replica.isUp()).toBe(false)
})

const isOnStandby = async (scope: Scope) =>
  (await sql<{ yes: boolean }>`select pg_is_in_recovery() as yes`.execute(scope)).rows[0]?.yes

test('replica: a read is one of the standby, in a business, and can change nothing', async () => {
  const { replica, scopes } = await openUsed()
  const businesses = [await createBusiness(primary), await createBusiness(primary)]
  for (const { user_id, businessid, siteid } of businesses) {
    const read = await waitUntil(async () => {
      const found = await scopes.readAsTenant(user_id, async (scope, from) => ({
        from,
        isOnStandby: await isOnStandby(scope),
        sites: (await sql`select siteid, businessid from site`.execute(scope)).rows,
      }))
      expect(found.isOnStandby).toBe(true)
      return found
    })
    expect(read.from).toMatchObject({ businessid, right: 'everything', as_at: expect.any(Date) })
    expect(read.sites).toEqual([{ siteid, businessid }])
  }
  await expect(replica.pool.query('select from site')).rejects.toThrow('permission denied')
  const [one] = businesses
  const rename = (scope: Scope) => sql`update site set location = 'changed'`.execute(scope)
  await expect(scopes.readAsTenant(one?.user_id ?? '', rename)).rejects.toThrow(
    'cannot execute UPDATE in a read-only transaction',
  )
  expect((await replica.pool.query('show default_transaction_read_only')).rows).toEqual([{ default_transaction_read_only: 'on' }])
})

test.each(['on', 'off'])('replica: what was just saved is read, with synchronous_commit %s', async (setting) => {
  await primary.query(`alter system set synchronous_commit = ${setting}`)
  await primary.query('select pg_reload_conf()')
  await waitUntil(async () =>
    expect((await pool.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: setting }]),
  )
  const { scopes, user_id } = await openUsed()
  let onStandby = 0
  for (let nth = 0; nth < 10; nth++) {
    await scopes.asTenant(user_id, (scope) => sql`update site set location = ${String(nth)}`.execute(scope))
    const read = await scopes.readAsTenant(user_id, async (scope) => ({
      rows: (await sql`select location from site`.execute(scope)).rows,
      isOnStandby: await isOnStandby(scope),
    }))
    expect(read.rows).toEqual([{ location: String(nth) }])
    if (read.isOnStandby) onStandby++
  }
  expect(onStandby).toBeGreaterThan(0)
})

test('replica: while it is behind, the primary answers', async () => {
  const { replica, scopes, user_id } = await openUsed()
  await pauseReplay()
  await scopes.asTenant(user_id, (scope) => sql`update site set location = 'saved'`.execute(scope))
  const read = (scope: Scope, { as_at }: ReadFrom) =>
    sql`select location from site`.execute(scope).then(({ rows }) => ({ rows, as_at }))
  const fromPrimary = { rows: [{ location: 'saved' }], as_at: undefined }
  expect(await scopes.readAsTenant(user_id, read)).toEqual(fromPrimary)
  expect(replica.isUp()).toBe(false)
  expect(lines.at(-1)).toBe('replica_not_used: the replica is not used: it is behind the primary')
  expect(await replica.readLag()).toBeGreaterThan(0)

  await standby.run('select pg_wal_replay_resume()')
  await waitUntil(() => expect(replica.isUp()).toBe(true))
  expect(lines.at(-1)).toMatch(/^replica_used: /)
  expect(await waitUntil(replica.readLag)).toBe(0)
  expect((await scopes.readAsTenant(user_id, read)).rows).toEqual(fromPrimary.rows)
})

test('replica: a person who was disabled is refused although the replica does not know', async () => {
  const { scopes, user_id, employeeid } = await openUsed()
  await pauseReplay()
  await primary.query(`update employee set isenabled = false, disablereason = 'x', user_id = $1 where employeeid = $2`, [
    user_id,
    employeeid,
  ])
  await expect(scopes.readAsTenant(user_id, isOnStandby)).rejects.toThrow('disabled')
})

test('replica: a statement that replay cancels is repeated on the primary', async () => {
  const { replica, scopes, user_id } = await openUsed()
  await primary.query('create table scratch (id integer); grant select on scratch to winkel_tenant')
  await standby.run(`alter system set max_standby_streaming_delay = 0`)
  await standby.run('select pg_reload_conf()')
  const places: (boolean | undefined)[] = []
  await scopes
    .readAsTenant(user_id, async (scope) => {
      places.push(await isOnStandby(scope))
      await sql`select from scratch`.execute(scope)
      if (places.length > 1) return
      const sleeping = sql`select pg_sleep(30)`.execute(scope)
      await Promise.all([sleeping, primary.query('drop table scratch')])
    })
    .catch((error) => expect(error.message).toBe('relation "scratch" does not exist')) // the primary has dropped it
  expect(places).toEqual([true, false])
  expect(lines).toContainEqual(expect.stringMatching(/^replica_not_used: /))
  await waitUntil(() => expect(replica.isUp()).toBe(true))
})

test('replica: one that is busy or slow leaves the read to the primary, and is used on', async () => {
  const { replica, scopes, user_id } = await openUsed()
  const gate = Promise.withResolvers<void>()
  let reading = 0
  const hold = Array.from({ length: 6 }, () =>
    scopes.readAsTenant(user_id, async (_scope, { as_at }) => {
      if (!as_at) return
      reading++
      await gate.promise
    }),
  )
  await waitUntil(() => expect(reading).toBe(6))
  expect(await scopes.readAsTenant(user_id, isOnStandby)).toBe(false)
  gate.resolve()
  await Promise.all(hold)

  const places: (boolean | undefined)[] = []
  await scopes.readAsTenant(user_id, async (scope) => {
    places.push(await isOnStandby(scope))
    if (places.length === 1) await sql`set local statement_timeout = 50`.execute(scope)
    await sql`select pg_sleep(0.2)`.execute(scope)
  })
  expect(places).toEqual([true, false])
  expect(replica.isUp()).toBe(true)
})

test('replica: one that stops in the middle of a read, and one that is away, cost no answer', async () => {
  const { replica, scopes, user_id, waitForReplica } = await openUsed()
  const places: (boolean | undefined)[] = []
  await scopes.readAsTenant(user_id, async (scope) => {
    places.push(await isOnStandby(scope))
    if (places.length === 1) await standby.stop()
    await sql`select from site`.execute(scope)
  })
  expect(places).toEqual([true, false])
  expect(replica.isUp()).toBe(false)
  expect(await scopes.readAsTenant(user_id, isOnStandby)).toBe(false)
  await standby.start()
  await waitForReplica()
})

// It is no standby afterwards, so the tests above come first.
test('replica: once promoted it is not used, and another one only when it has followed', async () => {
  const { replica, scopes, user_id, waitForReplica } = await openUsed()
  const follower = await startStandby(cluster)
  onTestFinished(follower.remove)
  const { host, port } = standby.socket
  await follower.run(`alter system set primary_conninfo = 'host=${host} port=${port} user=${database.admin.user}'`)
  await follower.stop()
  await waitForReplica() // a follower that has more than it when it is promoted never follows it
  await standby.run('select pg_promote()')
  await primary.query(`update site set location = 'of the primary'`)
  const places: (boolean | undefined)[] = []
  const read = await scopes.readAsTenant(user_id, async (scope, { as_at }) => {
    places.push(await isOnStandby(scope))
    return { as_at, rows: (await sql`select location from site`.execute(scope)).rows }
  })
  expect(read).toEqual({ as_at: undefined, rows: [{ location: 'of the primary' }] })
  expect(places).toEqual([false])
  await waitUntil(() => expect(lines.at(-1)).toMatch(/^replica_not_used: .* leads to a database that is no standby$/))
  expect(replica.isUp()).toBe(false)
  await expect(replica.pool.query('create temporary table t ()')).rejects.toThrow(/read-only transaction|permission denied/)

  const failedOver = await openPools({ ...database.login, ...standby.socket }, log)
  onTestFinished(failedOver.close)
  await follower.start()
  const other = open({ ...database.login, ...follower.socket }, failedOver.pool)
  await waitUntil(() => expect(lines.at(-1)).toMatch(/ the replica has not followed the last change of the primary yet$/))
  await waitUntil(async () => {
    await standby.run('checkpoint')
    await follower.run('checkpoint') // a restart point, which a standby makes by itself after some minutes
    expect(other.isUp()).toBe(true)
  })
})
