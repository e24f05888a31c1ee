import { afterAll, expect, test } from 'vitest'
import { testServer } from '../testing/server.ts'

const server = await testServer({ trustedProxies: 1 })
afterAll(server.close)

const REPORT = { message: 'TypeError: x is not a function', stack: 'at /assets/sites-1a2b3c.js:1:204', path: '/sites' }

const send = (body: unknown, { ip = '192.0.2.1', origin = server.url } = {}) =>
  fetch(`${server.url}/api/browser-errors`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin,
      'x-forwarded-for': ip,
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0',
    },
    body: JSON.stringify(body),
  })
const readReports = () => server.logged.filter((line) => line.includes('"browser_error"'))

test('browser errors: are one line of the log, cut, without the query of the path and without what else was sent', async () => {
  const { status } = await send({
    message: `TypeError: \n{"event":"forged"} ${'x'.repeat(1_000)}`,
    stack: 'y'.repeat(5_000),
    path: '/invitation?token=secret-token',
    password: 'secret-password',
  })
  expect(status).toBe(204)
  const [line = '', ...more] = readReports()
  expect(more).toEqual([])
  expect(line.trimEnd()).not.toContain('\n')
  expect(line).not.toMatch(/secret/)
  const report = JSON.parse(line)
  expect(report).toMatchObject({ level: 40, event: 'browser_error', path: '/invitation', device: 'Chrome on Windows' })
  expect([report.message.length, report.stack.length]).toEqual([300, 4_000])
  expect(report.version).toMatch(/^\d/)
})

test('browser errors: what is too large, no report or from another page is refused, and not logged', async () => {
  const before = readReports().length
  const ip = '192.0.2.2'
  expect((await send({ ...REPORT, stack: 'z'.repeat(20_000) }, { ip })).status).toBe(413)
  expect((await send({ message: 5 }, { ip })).status).toBe(400)
  expect((await send(REPORT, { ip, origin: 'https://evil.example' })).status).toBe(403)
  expect(readReports()).toHaveLength(before)
})

test('browser errors: are limited for a network, and for all together', async () => {
  const before = readReports().length
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) statuses.push((await send(REPORT, { ip: `2001:db8:1:2::${count}` })).status)
  expect(statuses).toEqual([...Array(10).fill(204), 429, 429])
  expect(readReports()).toHaveLength(before + 10)
  for (let count = 0; count < 120; count++) await send(REPORT, { ip: `198.51.100.${count}` })
  expect(readReports().length).toBeLessThanOrEqual(100)
  expect((await send(REPORT, { ip: '203.0.113.9' })).status).toBe(429)
})
