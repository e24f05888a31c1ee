import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../db/log.ts'
import { openStore } from '../../db/open-store.ts'
import { readOperatorConfig } from '../config.ts'
import { replica as replicaCheck } from '../doctor/checks/replica.ts'
import { createDoctorContext } from '../doctor/create-context.ts'
import { createOwner } from '../testing/clients.ts'
import { startReplicaServers } from '../testing/replica-servers.ts'
import { waitUntil } from '../testing/wait-until.ts'

const servers = await startReplicaServers()
const { store, admin, standby, proxy, server, plainServer, replica, login, waitForReplica, prepareOutage } = servers

const thandi = await createOwner({ ...server, store })
const CALLS = [
  '/api/v1/reports?by=site&from=2026-01-01&to=2026-12-31',
  '/api/v1/sales?from=2026-01-01&to=2026-12-31',
  '/api/v1/reports/stock-value',
  '/api/v1/sales.csv?from=2026-11-01&to=2026-11-30',
  '/api/v1/products.csv',
]
const urlOf = (port: number, name = login.database) => `postgres://${login.user}@127.0.0.1:${port}/${name}`

test('read replica: metrics have its state and its lag, and nothing on a server without one', async () => {
  await waitForReplica()
  await waitUntil(async () => {
    const metrics = await server.metrics.text()
    expect(metrics).toContain('\nwinkel_replica_up 1\n')
    expect(metrics).toContain('\nwinkel_replica_lag_seconds 0\n')
  })
  expect(await plainServer.metrics.text()).not.toMatch(/^winkel_replica/m)
})

test.each([
  ['frozen', () => proxy.freeze()],
  ['unreachable', () => proxy.cut()],
])('read replica: while it is %s, reports and files are answered and the server is ready', async (_how, start) => {
  await prepareOutage()
  start()
  for (const path of CALLS) {
    const answer = await thandi.fetch(path)
    expect({ path, status: answer.status, text: await answer.text() }).toMatchObject({ path, status: 200 })
  }
  expect((await thandi.fetch('/readyz')).status).toBe(200)
  expect(await server.metrics.text()).toContain('\nwinkel_replica_up 0\n')
  expect(await server.metrics.text()).not.toMatch(/^winkel_replica_lag_seconds /m)
})

test('read replica: a file that has begun goes on from the primary', async () => {
  const { ownerPool } = store
  await ownerPool.query(
    `insert into product (businessid, siteid, productname, price)
     select $1, $2, 'Product ' || lpad(n::text, 5, '0'), 1 from generate_series(1, 8000) n`,
    [thandi.businessid, thandi.siteid],
  )
  await prepareOutage()
  const answer = await waitUntil(async () => {
    const file = await thandi.fetch('/api/v1/products.csv')
    const isFromReplica = file.headers.has('winkel-as-at')
    if (!isFromReplica) await file.text() // else the next one is refused
    expect(isFromReplica).toBe(true)
    return file
  })
  proxy.cut()
  const lines = (await answer.text()).trim().split('\n')
  expect(lines).toHaveLength(8_001)
  expect(new Set(lines).size).toBe(8_001)
  expect(replica.isUp()).toBe(false)
})

test('doctor: says whether the replica can be used', async () => {
  const runCheck = async (databaseReadUrl?: string) => {
    const config = readOperatorConfig({ DATABASE_URL: urlOf(proxy.near.port), DATABASE_READ_URL: databaseReadUrl })
    const found = await replicaCheck.run(createDoctorContext({ client: admin, isEmbedded: false, config, environment: {} }))
    return [found].flat().map(({ status, sentence }) => `${status} ${sentence}`)
  }
  expect(await runCheck()).toEqual([])
  expect(await runCheck(urlOf(proxy.near.port))).toEqual([
    'warning hot_standby_feedback is off: long reads are cancelled, or hold the replica back.',
  ])
  await standby.run('alter system set hot_standby_feedback = on')
  await standby.run('select pg_reload_conf()')
  await waitUntil(async () =>
    expect(await runCheck(urlOf(proxy.near.port))).toEqual(['ok It has what the primary has, and hot_standby_feedback is on.']),
  )
  expect(await runCheck(urlOf(proxy.near.port, 'postgres'))).toEqual([
    'problem The replica is not used: DATABASE_READ_URL names another database than DATABASE_URL.',
  ])
  expect(await runCheck(urlOf(1))).toEqual(['problem The replica cannot be read: connect ECONNREFUSED 127.0.0.1:1.'])
})

test('store: opens with a replica, also with one that is away', async () => {
  const { host, port } = store.admin
  const databaseUrl = `postgres://${login.user}@localhost/${login.database}?host=${host}&port=${port}`
  for (const [databaseReadUrl, isUp] of [
    [urlOf(proxy.near.port), true],
    [urlOf(1), false],
  ] as const) {
    const opened = await openStore({ dataDir: tmpdir(), databaseUrl, databaseReadUrl, log: silentLog })
    onTestFinished(opened.close)
    await waitUntil(() => expect(opened.replica?.isUp()).toBe(isUp))
  }
})
