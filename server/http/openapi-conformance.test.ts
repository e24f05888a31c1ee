import type { OpenAPI } from '@orpc/contract'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createClient, createOwner, createTill } from '../testing/clients.ts'
import { createRequestArbitrary, findCalls, sendGeneratedRequest } from '../testing/generated-requests.ts'
import { testServer } from '../testing/server.ts'

// Whatever is sent, the answer is one that the description of the API names.

const REQUESTS = 1_000
const SEED = 20_261_121

const server = await testServer()
afterAll(server.close)
const thandi = await createOwner(server)
const counter = await createTill(server, thandi)
const visitor = createClient(server)
const document: OpenAPI.Document = JSON.parse(await (await visitor.fetch('/api/v1/openapi.json')).text())

const calls = findCalls(document)

test('OpenAPI: schemas have names, and each name that is used is there', () => {
  const text = JSON.stringify(document)
  const names = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect([...new Set(names)].toSorted()).toEqual(Object.keys(document.components?.schemas ?? {}).toSorted())
  expect(names).toEqual(expect.arrayContaining(['Problem', 'SaleDetail', 'SaleSince', 'Product']))
  expect(text).not.toContain('{"not":{}}') // nothing would satisfy it
})

test('OpenAPI: a call says who may make it, its errors and the headers of its answers', () => {
  const forKeys = calls.filter(({ operation }) => operation.security?.some((one) => 'readKey' in one))
  expect(forKeys.length).toBeGreaterThan(40)
  for (const { operation } of forKeys) expect(operation.description).toContain('For read keys with the right ')
  const { responses } = calls.find(({ path }) => path === '/sales/since')?.operation ?? {}
  expect(responses).toMatchObject({
    410: { description: expect.stringContaining('`CURSOR_OUTDATED`: This cursor is') },
    429: { headers: { 'Retry-After': { schema: { type: 'integer' } } } },
  })
  const till = calls.find(({ path, method }) => path === '/sales' && method === 'POST')?.operation
  expect(till?.responses?.['200']).toMatchObject({ headers: { 'Winkel-Epoch': {} } })
})

test('OpenAPI: every documented call exists, also those with files', async () => {
  const asked = calls.map(({ method, path }) => ({ method, path: `/api/v1${path.replaceAll(/\{\w+\}/g, '1')}` }))
  expect(asked).toEqual(
    expect.arrayContaining([
      { method: 'GET', path: '/api/v1/sales.csv' },
      { method: 'PUT', path: '/api/v1/products/1/picture' },
      { method: 'POST', path: '/api/v1/products/imports/1' },
    ]),
  )
  for (const { method, path } of asked) {
    const { body } = await visitor.send(method, path)
    expect({ method, path, body }).not.toMatchObject({ body: { message: 'There is no such call.' } })
    expect({ method, path, body }).not.toMatchObject({ body: { code: 'METHOD_NOT_ALLOWED' } })
  }
})

test.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))(
  'OpenAPI: %s answers only with documented statuses',
  async (name, call) => {
    const { operation } = call
    const documented = Object.keys(operation.responses ?? {})
    // A sign-out or a new business would end the session that the other calls use.
    const caller = name === 'DELETE /session' ? visitor : thandi
    await fc.assert(
      fc.asyncProperty(createRequestArbitrary(call), async (request) => {
        const status = await sendGeneratedRequest(call, request, { owner: caller, visitor, tillKey: counter.key })
        expect(documented).toContain(String(status))
      }),
      { seed: SEED, numRuns: Math.ceil(REQUESTS / calls.length) },
    )
  },
)
