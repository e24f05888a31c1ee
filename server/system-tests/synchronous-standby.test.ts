import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startTestCluster } from '../../db/testing/cluster.ts'
import { testStore } from '../../db/testing/store.ts'
import { createOwner, createTill } from '../testing/clients.ts'
import { startServer } from '../testing/server.ts'
import { createSale } from '../testing/till-shop.ts'
import { waitUntil } from '../testing/wait-until.ts'

// PostgreSQL answers a COMMIT when a standby has confirmed it, as in deploy/patroni. In a cluster of its own, because the setting is one
// of all databases.
const { cluster, stop } = await startTestCluster()
const store = await testStore(cluster)
const server = await startServer(store)
const admin = new Client(store.admin)
await admin.connect()
await admin.query('alter system set synchronous_commit = on')
afterAll(async () => {
  await setStandby('')
  await server.close()
  await admin.end()
  await store.close()
  await stop()
})

/** The standby that confirms commits: none, or one that there is not, so that nothing is confirmed. */
async function setStandby(name: '' | 'nobody') {
  await admin.query(`alter system set synchronous_standby_names = '${name}'`)
  await admin.query('select pg_reload_conf()')
  const setting = 'synchronous_standby_names'
  await waitUntil(async () => expect((await admin.query(`show ${setting}`)).rows).toEqual([{ [setting]: name }]))
}

const countWaiting = async () => {
  const { rows } = await admin.query(`select count(*)::integer as waiting from pg_stat_activity where wait_event = 'SyncRep'`)
  return rows[0].waiting
}

/** Calls while the standby confirms nothing: the answer comes when it confirms again. */
async function callWithoutStandby<Answer>(call: () => Promise<Answer>) {
  await setStandby('nobody')
  let isAnswered = false
  const calling = call().finally(() => {
    isAnswered = true
  })
  await waitUntil(async () => expect(isAnswered || (await countWaiting()) > 0).toBe(true))
  expect(isAnswered).toBe(false)
  await setStandby('')
  return calling
}

test.each(['created', 'duplicate'])('a till gets the answer %s when the standby has the sale', async (status) => {
  const owner = await createOwner({ ...server, store })
  const till = await createTill(server, owner)
  const sale = createSale('a')
  if (status === 'duplicate') await till.push([sale])
  expect(await callWithoutStandby(() => till.push([sale]))).toMatchObject({
    status: 200,
    body: { sales: [{ reference: 'a', status }] },
  })
})

test('a form that is sent again is answered when the standby has what it made', async () => {
  const owner = await createOwner({ ...server, store })
  const form = { request_id: randomUUID(), sitename: 'Rosebank', location: 'Oxford Road' }
  const { siteid } = await owner.api.sites.create(form)
  expect(await callWithoutStandby(() => owner.api.sites.create(form))).toMatchObject({ siteid })
})
