import { afterAll, expect, test } from 'vitest'
import { createOwner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

const HOUR_MS = 3_600_000
const now = Date.now()
const hoursAgo = (hours: number) => new Date(now - hours * HOUR_MS)

test('late sales: those of days that were over when the caller looked, and that arrived since, and the list has exactly these', async () => {
  const thandi = await createOwner(server)
  const other = await createOwner(server)
  const looked = hoursAgo(2)
  const sell = async (business: typeof thandi, saledate: Date, received_at: Date) =>
    server.ownerPool.query(
      `insert into sales (businessid, siteid, employeeid, saledate, finalamount, received_at) values ($1, $2, $3, $4, 10, $5)`,
      [business.businessid, business.siteid, business.employeeid, saledate, received_at],
    )
  expect(await thandi.api.dashboard.lateSales()).toMatchObject({ since: null, days: [] })
  await thandi.api.dashboard.markSeen({ as_at: looked })
  await sell(thandi, hoursAgo(72), hoursAgo(1))
  await sell(thandi, hoursAgo(72), hoursAgo(1))
  await sell(thandi, hoursAgo(96), hoursAgo(1))
  // Seen before; of the day on which the dashboard was seen or later; of another business.
  await sell(thandi, hoursAgo(72), hoursAgo(3))
  await sell(thandi, hoursAgo(0), hoursAgo(0))
  await sell(other, hoursAgo(72), hoursAgo(1))

  const late = await thandi.api.dashboard.lateSales()
  expect(late.since).toEqual(looked)
  expect(late.days.map(({ orders }) => orders)).toEqual([2, 1])
  const range = { from: late.days.at(-1)?.day ?? '', to: late.days[0]?.day ?? '' }
  const filter = { ...range, received_after: looked.toISOString() }
  expect(await thandi.api.sales.list(filter)).toMatchObject({ results: 3 })
  expect(await thandi.api.sales.list({ ...filter, sort: 'site' })).toMatchObject({ results: 3 })
  expect(await thandi.api.sales.figures(filter)).toMatchObject({ orders: 3, revenue: 30 })

  await thandi.api.dashboard.markSeen({ as_at: late.as_at })
  expect(await thandi.api.dashboard.lateSales()).toMatchObject({ since: late.as_at, days: [] })
  // Neither back nor into the future.
  await thandi.api.dashboard.markSeen({ as_at: looked })
  await thandi.api.dashboard.markSeen({ as_at: new Date(now + 48 * HOUR_MS) })
  const { since } = await thandi.api.dashboard.lateSales()
  expect(since?.getTime()).toBeGreaterThanOrEqual(late.as_at.getTime())
  expect(since?.getTime()).toBeLessThan(Date.now() + HOUR_MS)
})
