import { expect, onTestFinished, test } from 'vitest'
import { version } from '../shared/version.ts'
import { createClient } from '../testing/clients.ts'
import { testServer } from '../testing/server.ts'

const WARNING = expect.stringContaining('Set TRUSTED_PROXIES to the number of proxies.')

async function askThroughProxy(trustedProxies: number) {
  const server = await testServer({ trustedProxies })
  onTestFinished(server.close)
  const proxy = createClient(server, { 'x-forwarded-for': '203.0.113.7' })
  const ready = async () => {
    const { version: shown, ...body } = (await createClient(server).send('GET', '/readyz')).body as Record<string, unknown>
    expect(shown).toBe(version)
    return body
  }
  const metric = async () => /^winkel_proxy_not_trusted (\d)$/m.exec(await server.metrics.text())?.[1]
  expect([await ready(), await metric()]).toEqual([{ status: 'ready' }, '0'])
  // Any client may set the header: one of them is no proxy.
  await proxy.api.session.get()
  for (let call = 1; call < 25; call++) await createClient(server).api.session.get()
  expect([await ready(), await metric()]).toEqual([{ status: 'ready' }, '0'])
  for (let call = 0; call < 75; call++) await proxy.api.session.get()
  return { ready, metric, events: () => server.logged.filter((line) => line.includes('"proxy_not_trusted"')) }
}

test('proxy check: a proxy that is not trusted is reported in the log once, on /readyz and in the metrics', async () => {
  const { ready, metric, events } = await askThroughProxy(0)
  expect(await ready()).toEqual({ status: 'ready', warning: WARNING })
  expect(await metric()).toBe('1')
  expect(events()).toHaveLength(1)
})

test('proxy check: a trusted proxy is not reported', async () => {
  const { ready, metric, events } = await askThroughProxy(1)
  expect(await ready()).toEqual({ status: 'ready' })
  expect(await metric()).toBe('0')
  expect(events()).toHaveLength(0)
})
