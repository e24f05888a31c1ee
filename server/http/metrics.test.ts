import { afterAll, expect, test } from 'vitest'
import { createClient, createOwner } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'

const server = await testServer()
afterAll(server.close)

test('metrics: name procedures and routes, and count every unknown path as other', async () => {
  const thandi = await createOwner(server)
  const series = async () => (await server.metrics.text()).match(/^winkel_request_duration_seconds_count.*$/gm) ?? []
  await thandi.fetch('/api/v1/sites')
  await thandi.fetch('/api/rpc/sites/list', { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  await thandi.fetch('/api/v1/products.csv')
  await createClient(server).fetch('/api/nothing')
  const named = (await series()).length
  for (let n = 0; n < 50; n++) {
    await createClient(server).fetch(`/api/x${n}-${'a'.repeat(100)}`)
    await createClient(server).fetch(`/api/v1/x${n}`)
    await thandi.fetch(`/api/v1/products/imports/${crypto.randomUUID()}`, { method: 'POST' })
    await thandi.fetch(`/api/v1/sites/${n}`, { method: 'DELETE' })
  }
  const all = await series()
  expect(all.length).toBeLessThan(named + 10)
  const routes = all.map((line) => /route="([^"]*)"/.exec(line)?.[1])
  expect(routes).toEqual(
    expect.arrayContaining(['sites.list', '/api/v1/products.csv', 'products.imports.confirm', 'sites.remove', 'other']),
  )
})
