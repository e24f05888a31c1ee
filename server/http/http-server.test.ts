import { once } from 'node:events'
import { createConnection, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { waitUntil } from '../testing/wait-until.ts'
import { createHttpServer, type HttpLimits } from './http-server.ts'

type Answer = (request: Request) => Response | Promise<Response>
type Options = HttpLimits & { trustedProxies?: number }

/** A server that answers with `answer`. `connect` opens a connection that sends text and collects what comes back. */
async function start(answer: Answer, { trustedProxies = 0, ...limits }: Options = {}) {
  const events: string[] = []
  const log = pino({}, { write: (line) => void events.push(JSON.parse(line).event) })
  const server = createHttpServer({ fetch: answer, trustedProxies, log, limits: { idleGraceMs: 0, inFlightMs: 0, ...limits } })
  const port = await server.listen(0, '127.0.0.1')
  onTestFinished(() => server.close())

  const connect = async () => {
    const socket = createConnection(port, '127.0.0.1')
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    const closed = new Promise((resolve) => socket.once('close', resolve))
    return { socket, closed, isClosed: () => socket.destroyed, ...collect(socket) }
  }
  return { events, close: server.close, connect }
}

function collect(socket: Socket) {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  return {
    text: () => text,
    /** The bodies of the answers so far, each of which is one word in brackets. */
    answers: () => text.match(/(?<=\[)\w+(?=\])/g) ?? [],
  }
}

const get = (path: string, headers = '') => `GET /${path} HTTP/1.1\r\nhost: localhost\r\n${headers}\r\n`
const name = (request: Request) => new URL(request.url).pathname.slice(1)
const echo: Answer = (request) => new Response(`[${name(request)}]`)

/** Answers each request only after `release` was called with its path. */
function createGate() {
  const started: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const gate = (path: string) => {
    const found = gates.get(path) ?? Promise.withResolvers<void>()
    gates.set(path, found)
    return found
  }
  const answer: Answer = async (request) => {
    started.push(name(request))
    await gate(name(request)).promise
    return echo(request)
  }
  return { started, answer, release: (path: string) => gate(path).resolve() }
}

test('HTTP/1.0: a request without a Host header is answered, as the checks of HAProxy are sent; one of HTTP/1.1 is refused', async () => {
  const { connect } = await start(echo)
  const [old, current] = [await connect(), await connect()]
  old.socket.write('GET /readyz HTTP/1.0\r\n\r\n')
  current.socket.write('GET /readyz HTTP/1.1\r\n\r\n')
  await Promise.all([old.closed, current.closed])
  expect(old.text()).toMatch(/^HTTP\/1\.1 200 /)
  expect(old.answers()).toEqual(['readyz'])
  expect(current.text()).toMatch(/^HTTP\/1\.1 400 /)
})

test('pipelining: requests of a connection are answered one after the other, in order', async () => {
  const { started, answer, release } = createGate()
  const { connect } = await start(answer)
  const { socket, answers } = await connect()
  socket.write(get('a') + get('b') + get('c'))
  for (const [path, before] of [
    ['a', ['a']],
    ['b', ['a', 'b']],
    ['c', ['a', 'b', 'c']],
  ] as const) {
    await waitUntil(() => expect(started).toContain(path))
    expect(started).toEqual(before)
    release(path)
    await waitUntil(() => expect(answers()).toEqual(before))
  }
})

test('pipelining: a connection with more requests than may wait is closed, and none of those is answered', async () => {
  const { started, answer } = createGate()
  const { connect, events } = await start(answer, { maxPipelined: 5 })
  const { socket, closed } = await connect()
  socket.write(get('a').repeat(1_000))
  await closed
  expect(started).toEqual(['a'])
  expect(events[0]).toBe('connection_refused')
})

test('slow reader: many answers of the same bytes are not copied, and connections that do not read are closed', async () => {
  const body = new Uint8Array(48 * 1024 * 1024)
  const { answer, started, release } = createGate()
  const { connect, events } = await start((request) => (name(request) === 'file' ? new Response(body) : answer(request)), {
    stalledMs: 1_000,
  })
  const before = process.memoryUsage().arrayBuffers
  const working = await connect()
  working.socket.write(get('working'))
  await waitUntil(() => expect(started).toEqual(['working']))

  const openReader = async () => {
    const reader = await connect()
    reader.socket.pause()
    reader.socket.write(get('file'))
    return reader
  }
  const readers = await Promise.all(Array.from({ length: 8 }, openReader))
  await waitUntil(() => expect(events).toEqual(readers.map(() => 'connection_stalled')))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(body.length)
  for (const { socket, closed } of readers) {
    socket.resume()
    await closed
    expect(socket.bytesRead).toBeLessThan(body.length)
  }
  // This one waited for as long, but for the server.
  release('working')
  await waitUntil(() => expect(working.answers()).toEqual(['working']))
})

test('connections: one address can open no more than the limit, and a closed one makes room', async () => {
  const { connect } = await start(echo, { maxConnectionsPerClient: 2 })
  const [first, second, third] = [await connect(), await connect(), await connect()]
  await third.closed
  first.socket.end()
  await first.closed
  second.socket.write(get('second'))
  await waitUntil(() => expect(second.answers()).toEqual(['second']))
  await waitUntil(async () => {
    const next = await connect()
    next.socket.write(get('next'))
    await Promise.race([once(next.socket, 'data'), next.closed])
    expect(next.answers()).toEqual(['next'])
  })
})

test('connections: behind a proxy the requests of a client IP are limited, not the connections of the proxy', async () => {
  const { started, answer, release } = createGate()
  const { connect } = await start(answer, { maxConnectionsPerClient: 2, trustedProxies: 1 })
  const ask = async (path: string, ip: string) => {
    const connection = await connect()
    connection.socket.write(get(path, `x-forwarded-for: 203.0.113.9, ${ip}\r\n`))
    return connection
  }
  await Promise.all([ask('a', '192.0.2.1'), ask('b', '192.0.2.1'), ask('c', '192.0.2.2'), ask('d', '192.0.2.3')])
  await waitUntil(() => expect([...started].sort()).toEqual(['a', 'b', 'c', 'd']))
  const refused = await ask('e', '192.0.2.1')
  await waitUntil(() => expect(refused.text()).toMatch(/^HTTP\/1.1 429 .*"code":"TOO_MANY_REQUESTS"/s))
  release('a')
  release('f')
  await waitUntil(async () => {
    const next = await ask('f', '192.0.2.1')
    await once(next.socket, 'data')
    expect(next.answers()).toEqual(['f'])
  })
})

test('connections: all together can be no more than the limit', async () => {
  const { connect, events } = await start(echo, { maxConnections: 2 })
  const [first, , third] = [await connect(), await connect(), await connect()]
  await third.closed
  expect(events).toEqual(['connection_refused'])
  first.socket.write(get('first'))
  await waitUntil(() => expect(first.answers()).toEqual(['first']))
})

test.each([
  ['headers', { headersMs: 50 }, 'GET / HTTP/1.1\r\nhost: localhost\r\n'],
  ['a body', { headersMs: 50, bodyPeriodMs: 50 }, 'POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nhalf'],
])('slow client: a connection whose client does not finish %s is closed', async (_what, limits, sent) => {
  const { connect } = await start(async (request) => new Response(await request.text()), { checkIntervalMs: 10, ...limits })
  const { socket, closed, text } = await connect()
  socket.write(sent)
  await closed
  expect(text()).toMatch(/^HTTP\/1.1 408 /)
})

test('slow client: a body may take many periods while its bytes keep coming, or while the server does not read it', async () => {
  const period = { bodyPeriodMs: 200, minBodyBytesPerSecond: 100, checkIntervalMs: 10 }
  const { answer, release } = createGate()
  let received = 0
  const { connect } = await start(async (request) => {
    if (name(request) === 'held') await answer(request)
    for await (const chunk of request.body ?? []) if (name(request) === 'steady') received += chunk.length
    return echo(request)
  }, period)
  const [held, steady] = [await connect(), await connect()]
  const post = (path: string, length: number) => `POST /${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${length}\r\n\r\n`
  const large = 512 * 1024
  held.socket.write(post('held', large) + 'x'.repeat(large))
  const piece = 'x'.repeat(100)
  steady.socket.write(post('steady', large))
  for (let periods = 0, sent = 0; periods < 4; periods++) {
    // Its first byte begins its period when those of the others are under way.
    const slow = await connect()
    slow.socket.write(`${post('slow', 10)}x`)
    while (!slow.isClosed()) {
      steady.socket.write(piece)
      sent += piece.length
      await waitUntil(() => expect(received).toBe(sent))
    }
    expect(slow.text()).toMatch(/^HTTP\/1.1 408 /)
  }
  steady.socket.write('x'.repeat(large - received))
  release('held')
  await waitUntil(() => expect([...held.answers(), ...steady.answers()]).toEqual(['held', 'steady']))
})

test('slow client: the rest of a body that is answered already must come within a period', async () => {
  const { connect } = await start(echo, { bodyPeriodMs: 50, minBodyBytesPerSecond: 1, checkIntervalMs: 10 })
  const { socket, closed, answers, isClosed } = await connect()
  socket.write('POST /early HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000000\r\n\r\n')
  await waitUntil(() => expect(answers()).toEqual(['early']))
  while (!isClosed()) {
    socket.write('x')
    await new Promise(setImmediate)
  }
  await closed
})

test('stop: an answer under way and one to a request that still arrives say Connection: close', async () => {
  const { started, answer, release } = createGate()
  const { connect, close } = await start(answer, { idleGraceMs: 200, inFlightMs: 60_000 })
  const [busy, idle, half] = [await connect(), await connect(), await connect()]
  release('before')
  idle.socket.write(get('before'))
  await waitUntil(() => expect(idle.answers()).toEqual(['before']))
  half.socket.write(get('half').slice(0, 20))
  busy.socket.write(get('busy') + get('waiting'))
  await waitUntil(() => expect(started).toContain('busy'))

  const closed = close()
  idle.socket.write(get('idle'))
  half.socket.write(get('half').slice(20))
  await waitUntil(() => expect(started).toEqual(expect.arrayContaining(['idle', 'half'])))
  for (const path of ['idle', 'half', 'busy', 'waiting']) release(path)
  await closed
  await Promise.all([busy.closed, idle.closed, half.closed])
  expect(idle.answers()).toEqual(['before', 'idle'])
  expect(half.answers()).toEqual(['half'])
  expect(busy.answers()).toEqual(['busy', 'waiting'])
  // Once each, in the last answer: the client may send nothing more.
  for (const { text } of [busy, idle, half]) expect(text().match(/^connection: close/gim)).toHaveLength(1)
  for (const { text } of [busy, idle, half]) expect(text().split('HTTP/1.1').at(-1)).toMatch(/^connection: close/im)
})

test('stop: connections without a request are closed, and new ones are refused', async () => {
  const { connect, close } = await start(echo, { inFlightMs: 60_000 })
  const [silent, idle] = [await connect(), await connect()]
  idle.socket.write(get('before'))
  await waitUntil(() => expect(idle.answers()).toEqual(['before']))
  await close()
  await Promise.all([silent.closed, idle.closed])
  await expect(connect()).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test('stop: a large answer is sent to its end, however late the client reads it', async () => {
  const body = new Uint8Array(48 * 1024 * 1024)
  const asked = Promise.withResolvers<void>()
  const { connect, close } = await start(
    () => {
      asked.resolve()
      return new Response(body)
    },
    { inFlightMs: 60_000 },
  )
  const { socket } = await connect()
  socket.removeAllListeners('data').pause()
  socket.write(get('file'))
  await asked.promise
  const closed = close()
  const received = await buffer(socket)
  expect(received.length - received.indexOf('\r\n\r\n') - 4).toBe(body.length)
  await closed
})

test('stop: a request that takes too long is cut', async () => {
  const { started, answer } = createGate()
  const { connect, close } = await start(answer, { inFlightMs: 50 })
  const { socket, closed, text } = await connect()
  socket.write(get('endless'))
  await waitUntil(() => expect(started).toEqual(['endless']))
  await close()
  await closed
  expect(text()).toBe('')
})
