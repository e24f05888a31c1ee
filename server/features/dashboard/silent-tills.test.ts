import { afterAll, expect, test } from 'vitest'
import { createOwner, createTill } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'

const server = await testServer()
afterAll(server.close)

const setUse = (tillid: number, used_days: number, ago: string) =>
  server.ownerPool.query('update till_keys set used_days = $2, last_used_at = now() - $3::interval where tillid = $1', [
    ...[tillid, used_days, ago],
  ])

test('silent tills: are used on at least five of their last seven days and not in the last day, until they are used again', async () => {
  const shop = await createOwner(server)
  const { till, push } = await createTill(server, shop)
  const find = async () => (await shop.api.dashboard.silentTills()).map(({ name }) => name)
  expect(await find()).toEqual([])
  for (const [used_days, ago, isSilent] of [
    [0b0011111, '25 hours', true],
    [0b1101111, '60 days', true],
    [0b0001111, '25 hours', false],
    [0b1111111, '23 hours', false],
  ] as const) {
    await setUse(till.tillid, used_days, ago)
    expect(await find(), `${used_days.toString(2)} ${ago}`).toEqual(isSilent ? ['Till 1'] : [])
  }

  await setUse(till.tillid, 0b0011111, '25 hours')
  expect(await server.metrics.text()).toContain('\nwinkel_silent_tills 1\n')
  await push([])
  await push([{ reference: 'a', saledate: '2026-11-20T09:00:00Z', finalamount: 1 }])
  expect(await find()).toEqual([])
  expect(await server.metrics.text()).toContain('\nwinkel_silent_tills 0\n')
})

test.each([
  [0, null, 0b0000001],
  [0b0000001, 1, 0b0000011],
  [0b0000011, 3, 0b0011001],
  [0b1111111, 6, 0b1000001],
  [0b1111111, 60, 0b0000001],
])('silent tills: the days %d of a key, last used %s days ago, become %d by a use', async (used_days, days, expected) => {
  const { rows } = await server.ownerPool.query(
    'select shift_used_days($1, now() - make_interval(days => $2::integer)) as shifted',
    [used_days, days],
  )
  expect(rows).toEqual([{ shifted: expected }])
})
