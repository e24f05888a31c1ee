import { afterAll, expect, test } from 'vitest'
import { createOwner, createTill } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { createSale, createShopHelpers, readStatuses } from '../../testing/till-shop.ts'

const server = await testServer()
afterAll(server.close)
const { addTill, createOwnedShop } = createShopHelpers(server)

const DAY_MS = 86_400_000
const ahead = (reference: string, days = 400) =>
  createSale(reference, { saledate: new Date(Date.now() + days * DAY_MS).toISOString() })
const REASON = 'This date is more than 24 hours after the time of the server. Set the clock of the till.'

test('clocks of tills: one that is ahead is named until its till sends a sale with a right date', async () => {
  const shop = await createOwner(server)
  const { till, push } = await createTill(server, shop)
  const other = await createTill(server, shop)
  const list = () => shop.api.tills.clocksAhead()
  expect(await list()).toEqual([])
  await push([ahead('a')])
  const named = { tillid: till.tillid, name: 'Till 1', siteid: shop.siteid, sitename: 'Sandton', seconds: expect.any(Number) }
  expect(await list()).toEqual([named])
  const [clock] = await list()
  expect(Math.round(Number(clock?.seconds) / 86_400)).toBe(400)
  await other.push([createSale('other')])
  await push([createSale('other')]) // a duplicate
  expect(await list(), 'of another till').toEqual([named])
  await push([ahead('b', 3)])
  expect(Math.round(Number((await list())[0]?.seconds) / 86_400), 'as it was last').toBe(3)
  await push([createSale('c')])
  expect(await list()).toEqual([])
  expect(await (await createOwner(server)).api.tills.clocksAhead(), 'another business').toEqual([])
})

test('clocks of tills: of the sales of a request the last one counts', async () => {
  const { api, till } = await createOwnedShop()
  await till.push([createSale('a'), ahead('b')])
  expect(await api.tills.clocksAhead()).toHaveLength(1)
  await till.push([ahead('c'), createSale('d')])
  expect(await api.tills.clocksAhead()).toEqual([])
})

test('clocks of tills: a sale that was refused before says nothing of the clock of now, and a revoked key is not named', async () => {
  const { api, siteid, till } = await createOwnedShop()
  const wrong = ahead('a')
  await till.push([wrong])
  await till.push([createSale('b')])
  expect(readStatuses(await till.push([wrong]))).toEqual(['rejected'])
  expect(await api.tills.clocksAhead()).toEqual([])
  await till.push([ahead('c')])
  const [key] = await api.tills.list({ siteid })
  await api.tills.revoke({ tillid: Number(key?.tillid) })
  expect(await api.tills.clocksAhead()).toEqual([])
})

test('clocks of tills: two keys of one transaction have a clock each', async () => {
  const shop = await createOwnedShop()
  const other = await addTill(shop)
  await Promise.all([shop.till.push([ahead('a')]), other.push([createSale('b')]), shop.till.push([ahead('c')])])
  expect(await shop.api.tills.clocksAhead()).toHaveLength(1)
})

test('clocks of tills: a sale of the future is refused alike from the till and by hand, and is corrected under its reference', async () => {
  const { api, till } = await createOwnedShop()
  const wrong = ahead('a')
  await till.push([wrong])
  const [refused] = (await api.refusedSales.list({})).rows
  const refusedid = Number(refused?.refusedid)
  expect(refused).toMatchObject({ reference: 'a', amount: 10, reason: REASON, field: 'saledate' })
  expect(await api.refusedSales.get({ refusedid }), 'there is nothing to answer').toMatchObject({ lines: null })
  await expect(api.refusedSales.store({ refusedid })).rejects.toMatchObject({ code: 'STILL_REFUSED', message: REASON })
  expect(readStatuses(await till.push([createSale('a')]))).toEqual(['created'])
  expect(await api.refusedSales.sums()).toEqual([])
})
