import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { silentLog } from '../../../db/log.ts'
import { openPools } from '../../../db/open-store.ts'
import { createTenantScopes, type TenantScopes } from '../../../db/tenant-scope.ts'
import { startTestCluster, TEMPLATE } from '../../../db/testing/cluster.ts'
import { createBusiness } from '../../../db/testing/create-business.ts'
import { startStandby } from '../../../db/testing/standby.ts'
import { emptyDatabase } from '../../../db/testing/store.ts'
import { waitUntil } from '../../testing/wait-until.ts'
import { CursorOutdated, findSalesSince, keepPlace } from './since.ts'

// In a cluster of its own, because a standby has all databases of its primary.
const { cluster, stop } = await startTestCluster()
const database = await emptyDatabase(TEMPLATE, cluster)
const standby = await startStandby(cluster)
const primary = new Client(database.admin)
await primary.connect()
const pools = await openPools(database.login, silentLog)
afterAll(async () => {
  await Promise.all([pools.close(), primary.end()])
  await standby.remove()
  await stop()
})

test('sales since: a cursor lives through a promotion if the standby has what was read, and is refused if it has not', async () => {
  const { businessid, user_id, siteid, employeeid } = await createBusiness(primary)
  const sell = async (client: Pick<Client, 'query'>) => {
    const { rows } = await client.query(
      `insert into sales (businessid, siteid, employeeid, saledate, finalamount) values ($1, $2, $3, now(), 1) returning saleid`,
      [businessid, siteid, employeeid],
    )
    return Number(rows[0].saleid)
  }
  /** Reads on until the sales are there, and returns the cursor behind them. */
  const read = (scopes: TenantScopes, expected: number[], begin?: string) => {
    const given: number[] = []
    let cursor = begin
    return waitUntil(async () => {
      const { rows, place } = await scopes.asTenant(user_id, (scope, entered) =>
        findSalesSince(scope, entered, { cursor, limit: 500 }),
      )
      given.push(...rows.map(({ saleid }) => saleid))
      cursor = await scopes.asAuth((scope) => keepPlace(scope, place))
      expect(given).toEqual(expected)
      return cursor
    })
  }
  const ofPrimary = createTenantScopes(pools.pool)
  const first = await sell(primary)
  const kept = await read(ofPrimary, [first])
  const second = await sell(primary)
  const position = (await primary.query('select pg_current_wal_insert_lsn() as position')).rows[0].position
  await waitUntil(async () => {
    const { rows } = await standby.run(`select pg_last_wal_replay_lsn() >= '${position}' as is_there`)
    expect(rows).toEqual([{ is_there: true }])
  })
  await standby.run(`alter system set primary_conninfo = ''`)
  await standby.run('select pg_reload_conf()')
  await waitUntil(async () => expect((await standby.run('select from pg_stat_wal_receiver')).rows).toEqual([]))
  const lost = await sell(primary)
  const ofLost = await read(ofPrimary, [second, lost], kept)

  await standby.run('select pg_promote()')
  const promoted = await openPools({ ...database.login, ...standby.socket }, silentLog)
  const ofPromoted = createTenantScopes(promoted.pool)
  const next = await read(ofPromoted, [second], kept)
  const writer = new Client({ ...database.admin, ...standby.socket })
  await writer.connect()
  // As many readings as the cursor has counted, and more.
  for (let nth = 0; nth < 5; nth++) await read(ofPromoted, [], next)
  const newest = await sell(writer)
  await read(ofPromoted, [newest], next)
  const refused = ofPromoted.asTenant(user_id, (scope, entered) => findSalesSince(scope, entered, { cursor: ofLost, limit: 500 }))
  await expect(refused).rejects.toBeInstanceOf(CursorOutdated)
  await Promise.all([writer.end(), promoted.close()])
})
