import { expect, onTestFinished, test } from 'vitest'
import { createClient, createOwner, createTill } from '../testing/clients.ts'
import { addProduct, createEdit, findProduct } from '../testing/products.ts'
import { startReplicaServers } from '../testing/replica-servers.ts'
import { createSale } from '../testing/till-shop.ts'
import { waitUntil } from '../testing/wait-until.ts'

const servers = await startReplicaServers()
const { store, server, otherServer, plainServer, replica, waitForReplica, pauseReplay } = servers

const thandi = await createOwner({ ...server, store })
const till = await createTill(server, thandi)
await till.push([createSale('a'), createSale('b')])
const product = await addProduct(thandi, { productname: 'Samp 2 kg', stock: 4, price: 25, purchaseprice: 15 })

/** The same person at another server: the cookies are valid at each. */
const signedInAt = (at: Pick<typeof plainServer, 'url' | 'config' | 'secrets'>) => {
  const client = createClient(at)
  for (const [name, value] of thandi.cookies) client.cookies.set(name, value)
  return client
}
const [here, there, plain] = [signedInAt(server), signedInAt(otherServer), signedInAt(plainServer)]

const YEAR = 'from=2026-01-01&to=2026-12-31'
const MONTH = 'from=2026-11-01&to=2026-11-30'
const REPORTS = [
  `/api/v1/reports?by=day&${MONTH}`,
  `/api/v1/reports?by=site&${YEAR}`,
  `/api/v1/sales?${YEAR}`,
  `/api/v1/sales/figures?${YEAR}`,
  '/api/v1/reports/reorder',
  '/api/v1/reports/slow-sellers',
  '/api/v1/reports/stock-value',
  '/api/v1/reports/in-transit',
  `/api/v1/reports/shrinkage?${MONTH}`,
  `/api/v1/reports/sales?kind=tips&${MONTH}`,
  `/api/v1/reports/sales?kind=discounts&${YEAR}`,
]
const EXPORTS = [
  `/api/v1/sales.csv?${MONTH}`,
  `/api/v1/reports.csv?by=site&${MONTH}`,
  '/api/v1/products.csv',
  '/api/v1/employees.csv',
  '/api/v1/cash-ups.csv?month=2026-11',
  '/api/v1/reports/stock-value.csv',
  `/api/v1/reports/shrinkage.csv?${MONTH}`,
  `/api/v1/reports/sales.csv?kind=refunds&${MONTH}`,
]
const ON_PRIMARY = [
  `/api/v1/sales?${MONTH}`,
  `/api/v1/sales/figures?${MONTH}`,
  `/api/v1/dashboard/figures?${MONTH}`,
  '/api/v1/products',
  '/api/v1/cash-ups?month=2026-11',
  '/api/v1/session',
]

/** Reads until the replica answers, which a busy machine can delay. */
const readFromReplica = (path: string) =>
  waitUntil(async () => {
    const answer = await here.send('GET', path)
    expect(answer).toMatchObject({ status: 200, body: { replica_as_at: expect.any(String) } })
    return answer.body
  })

test.each(REPORTS)('read replica: %s comes from it, says as at, and is the answer of the primary', async (path) => {
  await waitForReplica()
  const { replica_as_at, as_at, ...answer } = await readFromReplica(path)
  expect(Date.now() - Date.parse(replica_as_at)).toBeGreaterThanOrEqual(0)
  if (as_at) expect(as_at).toBe(replica_as_at)
  const { as_at: _, ...expected } = (await plain.send('GET', path)).body
  expect(answer).toEqual(expected)
})

test.each(EXPORTS)('read replica: the file %s comes from it and says as at in a header only', async (path) => {
  await waitForReplica()
  const text = await waitUntil(async () => {
    const answer = await here.fetch(path)
    const text = await answer.text()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('winkel-as-at')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    return text
  })
  const expected = await plain.fetch(path)
  expect(expected.headers.get('winkel-as-at')).toBeNull()
  expect(text).toBe(await expected.text())
})

test('read replica: figures of a long range come from it, as at a time of the primary', async () => {
  await waitForReplica()
  const path = `/api/v1/dashboard/figures?${YEAR}`
  let reads = 0
  replica.pool.on('acquire', () => reads++)
  await waitUntil(async () => {
    const { body } = await here.send('GET', path)
    expect(body).not.toHaveProperty('replica_as_at')
    expect(body.orders).toBe(2)
    expect(reads).toBeGreaterThan(0)
  })
})

test.each(ON_PRIMARY)('read replica: %s is read from the primary', async (path) => {
  await waitForReplica()
  let reads = 0
  const count = () => reads++
  replica.pool.on('acquire', count)
  onTestFinished(() => void replica.pool.off('acquire', count))
  const { status, body } = await here.send('GET', path)
  expect({ status, reads }).toEqual({ status: 200, reads: 0 })
  expect(body).not.toHaveProperty('replica_as_at')
})

test('read replica: what one person saved is in the report and the file of another at another server, while replay is paused', async () => {
  await pauseReplay()
  const row = await findProduct(thandi.api, product.productid, 'Samp 2 kg')
  await here.api.products.update(createEdit(row, { price: row.price + 1 }))
  const value = (await there.api.stockReports.stockValue({})).total.value
  expect(value).toBe(4 * (row.price + 1))
  expect(await (await there.fetch('/api/v1/products.csv')).text()).toContain(`${row.price + 1}.00`)
  const { push } = await createTill(otherServer, { ...thandi, api: there.api })
  const before = (await here.api.dashboard.figures({ from: '2026-01-01', to: '2026-12-31' })).orders
  await push([createSale('just now')])
  expect((await here.api.dashboard.figures({ from: '2026-01-01', to: '2026-12-31' })).orders).toBe(before + 1)
  expect((await here.api.sales.figures({ from: '2026-01-01', to: '2026-12-31' })).replica_as_at).toBeUndefined()
})

test('read replica: two businesses see their own figures only', async () => {
  const sipho = await createOwner({ ...server, store }, { businessname: 'Dube Stores' })
  await addProduct(sipho, { productname: 'Dube only', stock: 1, price: 9 })
  const [ours, theirs] = await waitUntil(async () => {
    const answers = await Promise.all([here, sipho].map(({ api }) => api.stockReports.stockValue({})))
    for (const answer of answers) expect(answer.replica_as_at).toBeDefined()
    return answers
  })
  expect(ours?.rows.map(({ siteid }) => siteid)).toEqual([thandi.siteid])
  expect(theirs?.rows.map(({ siteid, value }) => ({ siteid, value }))).toEqual([{ siteid: sipho.siteid, value: 9 }])
})
