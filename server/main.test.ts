import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { findFreePort } from '../db/embedded/free-port.ts'
import { version } from './shared/version.ts'

const RUN = join(import.meta.dirname, '..', 'tools', 'run.mjs')
const MAIN = join(import.meta.dirname, 'main.ts')

/** One data folder for all tests: to create a cluster takes longer than all else that they do. */
const dataDir = await mkdtemp(join(tmpdir(), 'winkel-main-'))
afterAll(() => rm(dataDir, { recursive: true }))

/** `npm start`. Nobody reads its log until `readLog` is called. */
function start(variables: Record<string, string>) {
  const child = spawn(process.execPath, [RUN, MAIN], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const stderr = text(child.stderr)
  const readLog = async () => {
    const lines = (await text(child.stdout)).trimEnd().split('\n')
    return lines.map((line) => JSON.parse(line))
  }
  onTestFinished(async () => {
    child.stdout.resume()
    child.kill('SIGTERM')
    await exit
  })
  return { signal: (name: NodeJS.Signals) => child.kill(name), exit, stderr, readLog }
}

const ready = (port: number) =>
  vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200), {
    // Initdb alone may take 20 s beside other work.
    timeout: 60_000,
    interval: 50,
  })

vi.setConfig({ testTimeout: 120_000 })

/** Longer than a test may take: what a test of it waits for does not come from its end. */
const LONG_WAIT = { STOP_WAIT_SECONDS: '600' }

/** Every metric that the alerts and the board name, also those that have nothing to say. */
async function expectNamedMetrics(metrics: string) {
  const offered = [...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  for (const file of ['prometheus/alerts.yml', 'prometheus/alerts.test.yml', 'grafana/winkel.json']) {
    const text = await readFile(join(import.meta.dirname, '..', 'deploy', file), 'utf8')
    const named = [...text.matchAll(/\b(?:winkel|nodejs|process)_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    expect(named.length).toBeGreaterThan(10)
    expect(offered, file).toEqual(expect.arrayContaining(named))
  }
}

test('server: starts in an empty folder, offers every metric that deploy/ names, stops at once after Ctrl-C, and leaves no PostgreSQL behind', async () => {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const first = start({ PORT: String(port), METRICS_PORT: String(metricsPort), DATA_DIR: dataDir, ...LONG_WAIT })
  await ready(port)
  await expectNamedMetrics(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(true)
  const log = first.readLog()

  // Ctrl-C comes twice: from the terminal and from npm.
  first.signal('SIGINT')
  first.signal('SIGINT')
  expect(await first.exit).toBe(0)
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  const events = (await log).map(({ event }) => event)
  expect(events).not.toContain('server_stopping')
  expect(events.at(-1)).toBe('server_stopped')
})

/** A request whose last byte is sent by `finish`. */
async function startRequest(port: number) {
  const socket = createConnection(port, '127.0.0.1')
  await once(socket, 'connect')
  const body = '{"email":"a@winkel.example","password":"x"}'
  socket.write(
    `POST /api/v1/session HTTP/1.1\r\nhost: localhost:${port}\r\norigin: http://localhost:${port}\r\ncontent-type: application/json\r\n` +
      `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  )
  expect(String((await once(socket, 'data'))[0])).toContain('100 Continue')
  const finish = async () => {
    socket.write(body)
    return String((await once(socket, 'data'))[0])
  }
  return {
    finish,
    closed: once(
      socket.on('error', () => undefined),
      'close',
    ),
  }
}

test('server: a stop waits for STOP_WAIT_SECONDS, closes idle connections, lets a request finish, and writes every log line', async () => {
  const port = await findFreePort()
  const server = start({ PORT: String(port), DATA_DIR: dataDir, STOP_WAIT_SECONDS: '1' })
  await ready(port)
  // More lines than a pipe takes while nobody reads it: the server answers all the same.
  const calls = Array.from({ length: 10 }, async () => {
    const ids: (string | null)[] = []
    for (let n = 0; n < 30; n++) {
      const answer = await fetch(`http://127.0.0.1:${port}/api/${'x'.repeat(1_000)}`)
      await answer.text()
      ids.push(answer.headers.get('x-request-id'))
    }
    return ids
  })
  const ids = (await Promise.all(calls)).flat()
  const log = server.readLog()
  const silent = createConnection(port, '127.0.0.1')
  await once(silent, 'connect')
  const silentClosed = once(silent.resume(), 'close')
  const busy = await startRequest(port)
  server.signal('SIGTERM')
  await silentClosed
  expect(await busy.finish()).toMatch(/^HTTP\/1.1 401 .*\r\nconnection: close\r\n/is)

  const lines = await log
  const answered = lines.filter(({ event, status }) => event === 'call_answered' && status === 404)
  expect(answered.map(({ request }) => request).sort()).toEqual(ids.sort())
  expect(lines.map(({ event }) => event)).toContain('server_stopping')
  expect(lines.at(-1)).toMatchObject({ event: 'server_stopped' })
  expect(await server.exit).toBe(0)
})

test('server: on SIGTERM it is not ready and answers on, also on new connections, until the wait ends or a second signal comes', async () => {
  const port = await findFreePort()
  const server = start({ PORT: String(port), DATA_DIR: dataDir, ...LONG_WAIT })
  await ready(port)
  server.signal('SIGTERM')
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' } })
  await vi.waitFor(async () => {
    const answer = await ask('/readyz')
    expect([answer.status, await answer.json()]).toEqual([503, { status: 'not ready', reason: 'stopping', version }])
  })
  expect([(await ask('/healthz')).status, (await ask('/login')).status, (await ask('/api/v1/sites')).status]).toEqual([
    200, 200, 401,
  ])
  const busy = await startRequest(port)
  expect(await busy.finish()).toMatch(/^HTTP\/1.1 401 .*\r\nconnection: keep-alive\r\n/is)

  const signals = setInterval(() => server.signal('SIGINT'), 100)
  onTestFinished(() => clearInterval(signals))
  expect(await server.exit).toBe(1)
})

test('server: a second signal ends it while requests are under way', async () => {
  const port = await findFreePort()
  const server = start({ PORT: String(port), DATA_DIR: dataDir })
  await ready(port)
  const busy = await startRequest(port)
  // Signals of the first second count as one.
  const signals = setInterval(() => server.signal('SIGTERM'), 100)
  onTestFinished(() => clearInterval(signals))
  expect(await server.exit).toBe(1)
  await busy.closed
})

test('server: after a kill the next one uses the PostgreSQL that still runs', async () => {
  const port = await findFreePort()
  const killed = start({ PORT: String(port), DATA_DIR: dataDir })
  await ready(port)
  killed.signal('SIGKILL')
  await killed.exit
  start({ PORT: String(port), DATA_DIR: dataDir })
  await ready(port)
})

// Only Linux has all of 127.0.0.0/8 as loopback.
test.runIf(process.platform === 'linux')(
  'server: metrics are on 127.0.0.1 wherever the server listens, or on METRICS_HOST',
  async () => {
    const isOpen = (host: string, port: number) =>
      fetch(`http://${host}:${port}/metrics`).then(
        ({ status }) => status === 200,
        () => false,
      )
    for (const [variables, open, closed] of [
      [{}, '127.0.0.1', '127.0.0.2'],
      [{ METRICS_HOST: '127.0.0.2' }, '127.0.0.2', '127.0.0.1'],
    ] as const) {
      const [port, metricsPort] = [await findFreePort(), await findFreePort()]
      const given = { PORT: String(port), METRICS_PORT: String(metricsPort), HOST: '0.0.0.0', DATA_DIR: dataDir, ...variables }
      const server = start(given)
      await ready(port)
      expect((await fetch(`http://127.0.0.2:${port}/healthz`)).status).toBe(200)
      expect([await isOpen(open, metricsPort), await isOpen(closed, metricsPort)]).toEqual([true, false])
      server.signal('SIGTERM')
      await server.exit
    }
  },
)

test('server: what keeps it from starting is one sentence', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as AddressInfo
  for (const [variables, sentence] of [
    [{ PORT: String(port), DATA_DIR: dataDir }, `Port ${port} is in use: choose another with PORT.\n`],
    [{ DATABASE_URI: 'postgres://localhost' }, 'DATABASE_URI is not a variable of Winkel. Did you mean DATABASE_URL?\n'],
    [{ PORT: 'x', DATA_DIR: dataDir }, 'PORT must be a whole number from 1 to 65535.\n'],
    [
      { DATABASE_URL: 'postgres://winkel:secret@127.0.0.1:1/winkel', AUTH_SECRET: 'x'.repeat(32) },
      'No PostgreSQL answers at 127.0.0.1:1, which DATABASE_URL names: start it, or correct the host and the port.\n',
    ],
  ] as const) {
    const { exit, stderr } = start(variables)
    expect(await stderr).toBe(sentence)
    expect(await exit).toBe(1)
  }
})
