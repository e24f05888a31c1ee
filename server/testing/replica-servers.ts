import { Client } from 'pg'
import { afterAll, expect, onTestFinished } from 'vitest'
import { silentLog } from '../../db/log.ts'
import { addReplica, openPools } from '../../db/open-store.ts'
import { startTestCluster } from '../../db/testing/cluster.ts'
import { startStandby } from '../../db/testing/standby.ts'
import { testStore } from '../../db/testing/store.ts'
import { createDatabaseProxy } from './database-proxy.ts'
import { startServer } from './server.ts'
import { waitUntil } from './wait-until.ts'

/**
 * Two servers that read from one replica, behind a proxy, and one on the same database without it. In a cluster of its own, because a
 * standby has all databases of its primary. Closes everything after the tests of the file.
 */
export async function startReplicaServers() {
  const { cluster, stop } = await startTestCluster()
  const store = await testStore(cluster)
  const admin = new Client(store.admin)
  await admin.connect()
  await admin.query('alter system set synchronous_commit = on')
  await admin.query('select pg_reload_conf()')
  const standby = await startStandby(cluster)
  const proxy = await createDatabaseProxy({ ...store.admin, ...standby.socket })
  const { database, user } = store.pool.options

  const withReplica = async () => {
    const pools = await openPools({ ...store.admin, database, user }, silentLog)
    return { ...pools, ...addReplica(pools, { database, user, ...proxy.near }, silentLog, 100) }
  }
  const stores = [await withReplica(), await withReplica()] as const
  const server = await startServer(stores[0])
  const otherServer = await startServer(stores[1])
  const plainServer = await startServer(store)
  afterAll(async () => {
    await Promise.all([server, otherServer, plainServer].map(({ close }) => close()))
    await Promise.all(stores.map(({ close }) => close()))
    proxy.close()
    await standby.remove()
    await admin.end()
    await store.close()
    await stop()
  })

  const waitForReplica = () => waitUntil(() => expect(stores.every(({ replica }) => replica.isUp())).toBe(true))
  return {
    ...{ store, admin, standby, proxy, server, otherServer, plainServer, waitForReplica },
    replica: stores[0].replica,
    login: { database, user },
    /** Until the test ends. */
    async pauseReplay() {
      await waitForReplica()
      await standby.run('select pg_wal_replay_pause()')
      onTestFinished(async () => {
        await standby.run('select pg_wal_replay_resume()')
        await waitForReplica()
      })
    },
    /** Repairs the proxy when the test ends. */
    async prepareOutage() {
      await waitForReplica()
      onTestFinished(async () => {
        await proxy.repair()
        await waitForReplica()
      })
    },
  }
}
