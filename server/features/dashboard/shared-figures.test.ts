import { afterAll, expect, test } from 'vitest'
import { createAccount, createOwner, createTill } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { waitUntil } from '../../testing/wait-until.ts'

// Calls for the same figures at the same time share a read. No call gets figures that are older than the call or of another business.

const server = await testServer()
afterAll(server.close)

const RANGE = { from: '2026-11-21', to: '2026-11-21' }
/** Waits for its turn without a connection. */
const LONG_RANGE = { from: '2026-10-01', to: '2026-11-21' }
const createSale = (nth: number) => ({ reference: `sale ${nth}`, saledate: '2026-11-21T12:00:00+02:00', finalamount: 10 })

/** Signs in another admin of the owner's business. */
async function createAdmin(businessid: string) {
  const admin = await createAccount(server)
  await server.ownerPool.query(`insert into business_users (businessid, user_id, role) values ($1, $2, 'admin')`, [
    businessid,
    admin.user_id,
  ])
  await server.ownerPool.query('delete from auth.signup where user_id = $1', [admin.user_id])
  return admin
}

test('dashboard figures: every answer includes the sales that were stored before the request', async () => {
  const thandi = await createOwner(server)
  const till = await createTill(server, thandi)
  let [begun, stored] = [0, 0]
  const push = async () => {
    await till.push([createSale(begun++)])
    stored++
  }
  const look = async () => {
    const before = stored
    const { orders, revenue } = await thandi.api.dashboard.figures(RANGE)
    expect(orders).toBeGreaterThanOrEqual(before)
    expect(orders).toBeLessThanOrEqual(begun)
    expect(revenue).toBe(orders * 10)
  }
  const lookAgain = async () => {
    for (let times = 0; times < 12; times++) await look()
  }
  const sell = async () => {
    for (let sales = 0; sales < 20; sales++) await push()
  }
  await Promise.all([sell(), ...Array.from({ length: 6 }, lookAgain)])
  expect(await thandi.api.dashboard.figures(RANGE)).toMatchObject({ orders: 20, revenue: 200 })
})

test('dashboard figures: two businesses that request the same days at once each get their own', async () => {
  const owners = [await createOwner(server), await createOwner(server)]
  for (const [nth, owner] of owners.entries()) {
    const till = await createTill(server, owner)
    await till.push(Array.from({ length: nth + 1 }, (_, sale) => createSale(sale)))
  }
  const asked = Array.from({ length: 12 }, (_, nth) => nth % 2)
  const answers = await Promise.all(asked.map((nth) => owners[nth]?.api.dashboard.figures(RANGE)))
  expect(answers.map((answer) => answer?.orders)).toEqual(asked.map((nth) => nth + 1))
})

test.each([
  ['seven weeks', LONG_RANGE],
  ['thirty days', { from: '2026-10-29', to: '2026-11-27' }],
])(
  'dashboard figures of %s: calls that wait at the same time share one read without a connection, and a refused caller stays refused',
  async (_, range) => {
    const thandi = await createOwner(server)
    const till = await createTill(server, thandi)
    const [admin, demoted] = [await createAdmin(thandi.businessid), await createAdmin(thandi.businessid)]
    await server.ownerPool.query(`update business_users set role = 'employee' where user_id = $1`, [demoted.user_id])

    const countWaiting = async () => {
      const { rowCount } = await server.ownerPool.query(
        `select from pg_locks where not granted and relation = 'product_buckets'::regclass
          and database = (select oid from pg_database where datname = current_database())`,
      )
      return rowCount
    }
    let released = 0
    server.store.pool.on('release', () => released++)
    const owner = await server.ownerPool.connect()
    await owner.query('begin; lock table product_buckets in access exclusive mode')
    // More than the permits of a business, which its tills need too.
    const calls = [thandi, admin, thandi, admin, thandi, admin, thandi, admin].map(({ api }) => api.dashboard.figures(range))
    const refused = await demoted.api.dashboard.figures(range).catch((error: unknown) => error)
    // Each of the nine callers is let in or refused, in a transaction that ends. The first one reads, and the others wait.
    await waitUntil(async () => {
      expect(await countWaiting()).toBe(1)
      expect(released).toBeGreaterThanOrEqual(calls.length + 1)
      expect(server.store.pool.totalCount - server.store.pool.idleCount, 'connections in use').toBe(1)
    })
    const sale = await till.push([createSale(1)])
    await owner.query('rollback')
    owner.release()
    const answers = await Promise.all(calls)
    expect(refused).toMatchObject({ code: 'ROLE_REFUSED' })
    expect(sale).toMatchObject({ body: { sales: [{ status: 'created' }] } })
    // The first read was running; the others shared the second one. Background work releases connections too, so a call may come after it.
    expect(new Set(answers.map(({ as_at }) => as_at.getTime())).size).toBeLessThanOrEqual(3)
  },
)
