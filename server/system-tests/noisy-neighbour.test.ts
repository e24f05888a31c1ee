import { afterAll, expect, test } from 'vitest'
import { createOwner, createTill } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'
import { waitUntil } from '../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)

const SALE = { saledate: '2026-11-21T10:00:00Z', finalamount: 1 }

test('tenant permits: a business whose calls all wait for a lock leaves connections for the others', async () => {
  const [thandi, anna] = [await createOwner(server), await createOwner(server, { businessname: 'Botha Bakery' })]
  const tills = await Promise.all(Array.from({ length: 12 }, () => createTill(server, thandi)))
  const pushes = () => tills.map(({ push }, index) => push([{ ...SALE, reference: `held up ${index}` }]))

  const change = await server.ownerPool.connect()
  await change.query('begin')
  const blocker = await change.query('select pg_backend_pid() as pid')
  await change.query('select from site where siteid = $1 for update', [thandi.siteid])
  const heldUp = pushes()
  let finished = 0
  for (const push of heldUp) void push.finally(() => finished++)
  await waitUntil(async () => {
    const { rowCount } = await server.ownerPool.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [
      blocker.rows[0].pid,
    ])
    expect(rowCount).toBeGreaterThan(0)
  })
  expect((await anna.send('GET', '/api/v1/sites')).status).toBe(200)
  expect(finished, 'pushes that were answered before the other business').toBe(0)

  for (const { status, headers, body } of await Promise.all(heldUp)) {
    expect(status).toBe(503)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(body).toMatchObject({ code: 'TOO_BUSY', message: expect.stringContaining('try again') })
  }

  await change.query('rollback')
  change.release()
  for (const { status, body } of await Promise.all(pushes())) {
    expect(status).toBe(200)
    expect(body.sales[0].status).toBe('created')
  }
})

test('tenant permits: sixty calls of one business at once are answered in turn', async () => {
  const thandi = await createOwner(server)
  const answers = await Promise.all(Array.from({ length: 60 }, () => thandi.send('GET', '/api/v1/sites')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})

test('turns of long reads: of many reads of ten years of one business, one runs, and the others hold no connection', async () => {
  const [thandi, anna] = [await createOwner(server), await createOwner(server, { businessname: 'Botha Bakery' })]
  const { pool } = server.store
  const owner = await server.ownerPool.connect()
  await owner.query('begin; lock table site_daily in access exclusive mode')
  const years = (nth: number) => `from=2016-12-0${nth}&to=2026-11-0${nth}`
  let letIn = 0
  pool.on('release', () => letIn++)
  const calls = [1, 2, 3, 4].flatMap((nth) =>
    ['dashboard/figures', 'sales/figures', 'sales'].map((call) => thandi.send('GET', `/api/v1/${call}?${years(nth)}`)),
  )
  // Each caller is let in, in a transaction that ends. Then one of them reads, and the others wait without a connection.
  await waitUntil(async () => {
    const { rowCount } = await server.ownerPool.query(
      `select from pg_locks where not granted and relation = 'site_daily'::regclass
          and database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rowCount).toBe(1)
    expect(letIn).toBeGreaterThanOrEqual(calls.length)
    expect(pool.totalCount - pool.idleCount, 'connections in use').toBe(1)
  })
  expect((await anna.send('GET', '/api/v1/sites')).status).toBe(200)
  await owner.query('rollback')
  owner.release()
  const statuses = (await Promise.all(calls)).map(({ status }) => status)
  // A read that waited for the lock for longer than a statement may is refused.
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(calls.length - 2)
})
