import { randomBytes } from 'node:crypto'
import { Client, type ClientConfig, Pool } from 'pg'
import { inject } from 'vitest'
import { silentLog } from '../log.ts'
import { openPools } from '../open-store.ts'
import { TEMPLATE, type TestCluster } from './cluster.ts'

/** Where this run's PostgreSQL is, for tests of how a database is made; all others want `testStore`. */
export const testCluster = () => inject('cluster')

/** One statement as the superuser, in no database of ours. */
export async function asAdmin(statement: string, { admin }: TestCluster = testCluster()) {
  const client = new Client(admin)
  // The query fails too. A cluster that stops ends the connections that drop its databases.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** An empty database owned by the owner, and how to drop it. */
export async function emptyDatabase(template = 'template1', cluster = testCluster()) {
  const { admin, owner, login } = cluster
  const database = `test_${randomBytes(6).toString('hex')}`
  // A copy of the files takes half of the processor time of one through the WAL.
  await asAdmin(`create database ${database} owner ${owner.user} template ${template} strategy file_copy`, cluster)
  const on = (config: ClientConfig): ClientConfig => ({ ...config, database })
  // PostgreSQL waits for connections that are about to end. It closes the others only when forced.
  const drop = () =>
    asAdmin(`drop database if exists ${database}`, cluster).catch(() =>
      asAdmin(`drop database if exists ${database} with (force)`, cluster),
    )
  return { admin: on(admin), owner: on(owner), login: on(login), drop }
}

/**
 * A migrated database of its own for one test file: a Store as the server has it, `ownerPool` for what only the owner may see
 * or break, and the connection of the superuser. Close it in `afterAll`.
 *
 *     const store = await testStore()
 *     afterAll(store.close)
 */
export async function testStore(cluster = testCluster()) {
  const { admin, owner, login, drop } = await emptyDatabase(TEMPLATE, cluster)
  const store = await openPools(login, silentLog)
  const ownerPool = new Pool({ ...owner, types: store.pool.options.types, max: 3 })
  ownerPool.on('error', () => undefined)
  const close = async () => {
    await Promise.all([store.close(), ownerPool.end()])
    // Nobody waits for it: PostgreSQL drops a database when every connection of the cluster has noticed, also one that waits for a slow client.
    // What is left is deleted with the cluster.
    void drop().catch(() => undefined)
  }
  return { ...store, ownerPool, admin, close }
}
