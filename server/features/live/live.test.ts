import { afterAll, expect, test } from 'vitest'
import { createOwner } from '../../testing/clients.ts'
import { testServer } from '../../testing/server.ts'
import { waitUntil } from '../../testing/wait-until.ts'

const server = await testServer()
afterAll(server.close)

test('live stream: one more than a session may have is answered with 429, and a closed one makes room', async () => {
  const thandi = await createOwner(server)
  const streams = await Promise.all([1, 2, 3].map(() => thandi.api.live.changes()))
  const refused = await thandi.send('GET', '/api/v1/live')
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_STREAMS', status: 429 } })
  await expect(thandi.api.live.changes()).rejects.toMatchObject({ code: 'TOO_MANY_STREAMS', status: 429 })

  await streams[0]?.return?.()
  const next = await waitUntil(() => thandi.api.live.changes())
  expect((await next.next()).value).toEqual({ changed: 'sales' })
  for (const stream of [...streams, next]) await stream.return?.()
})
