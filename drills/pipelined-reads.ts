import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createConnection, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { defineDrill } from './lib/drill.ts'
import { findLinuxObstacle } from './lib/postgres-processes.ts'
import { startServerProcess } from './lib/server-process.ts'

const MAX_GROWTH_MB = 150
const MAX_HEALTH_MS = 1_000
const FILES = ['/api/docs/swagger-ui-bundle.js', '/api/v1/openapi.json', '/login']

export default defineDrill({
  description:
    'Clients ask for files and read nothing: memory stays bounded, others are answered, and the connections are closed',
  options: { requests: 1_000, connections: 150, each: 20, idle: 1_200, seconds: 8, stalledSeconds: 75 },
  // The server waits 30 s for a client that reads nothing, and looks every 30 s at most. server/http/http-server.test.ts proves
  // that with a lower limit.
  tiny: { requests: 10, connections: 3, each: 10, idle: 1_010, seconds: 0, stalledSeconds: 0 },
  findObstacle: findLinuxObstacle,
  async run(context) {
    const { options, figure, promise, limit, onFinished } = context
    const server = await startServerProcess(context)
    await server.waitUntilReady()
    const sockets: Socket[] = []
    const closeAll = () => {
      for (const socket of sockets.splice(0)) socket.destroy()
    }
    onFinished(closeAll)

    /** Opens connections that send `text` and read nothing. */
    const attack = async (connections: number, text: string) => {
      for (let count = 0; count < connections; count++) {
        const socket = createConnection(server.port, '127.0.0.1').on('error', () => undefined)
        sockets.push(socket)
        await once(socket, 'connect')
        socket.pause().write(text)
      }
    }
    const readMemory = async () => {
      const kilobytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${server.pid}/status`, 'utf8'))?.[1]
      return Math.round(Number(kilobytes) / 1024)
    }
    const healths: number[] = []
    const ask = async () => {
      const started = performance.now()
      const status = await fetch(`${server.url}/healthz`, { signal: AbortSignal.timeout(30_000) }).then(
        (answer) => answer.text().then(() => answer.status),
        () => 0,
      )
      healths.push(status === 200 ? performance.now() - started : Number.POSITIVE_INFINITY)
    }
    const watch = async (name: string, isFinished: (seconds: number) => boolean) => {
      const before = await readMemory()
      let peak = before
      healths.length = 0
      const started = performance.now()
      do {
        await Promise.all([ask(), delay(100)])
        peak = Math.max(peak, await readMemory())
      } while (!isFinished((performance.now() - started) / 1000))
      figure(`${name}: memory before and at most, MB`, `${before} ${peak}`)
      figure(`${name}: slowest /healthz, ms`, Math.round(Math.max(...healths)))
      limit(`${name}: memory grows by ${MAX_GROWTH_MB} MB at most`, peak - before <= MAX_GROWTH_MB)
      promise(`${name}: /healthz answers`, Number.isFinite(Math.max(...healths)))
      limit(`${name}: /healthz answers within ${MAX_HEALTH_MS} ms`, Math.max(...healths) <= MAX_HEALTH_MS)
    }
    const get = (path = '/') => `GET ${path} HTTP/1.1\r\nhost: localhost:${server.port}\r\n\r\n`

    for (const path of FILES) {
      await attack(1, get(path).repeat(options.requests))
      await watch(`one connection, ${options.requests} x ${path}`, (seconds) => seconds > options.seconds)
      closeAll()
    }
    await attack(options.connections, get(FILES[0]).repeat(options.each))
    await watch(`${options.connections} connections, ${options.each} x ${FILES[0]}`, (seconds) => seconds > options.seconds)
    closeAll()

    if (options.stalledSeconds > 0) {
      // Few enough to wait on a connection, too many for the buffers of the system.
      const stalled = () => server.lines.filter((line) => line.includes('"connection_stalled"')).length
      await attack(options.connections, get(FILES[0]).repeat(10))
      await watch(
        `${options.connections} connections, 10 x ${FILES[0]}`,
        (seconds) => stalled() >= options.connections || seconds > options.stalledSeconds,
      )
      figure('connections closed because nobody read', stalled())
      promise('every connection whose client reads nothing is closed', stalled() >= options.connections)
      closeAll()
    }

    await attack(options.idle, '')
    await delay(500)
    const refused = server.lines.filter((line) => line.includes('too_many_connections_of_client')).length
    figure(`of ${options.idle} connections of one address, refused`, refused)
    promise('connections of one address are limited', options.idle <= 1_000 || refused >= options.idle - 1_000)
    closeAll()
    await delay(500)
    await watch('afterwards', (seconds) => seconds > 1)
    promise('the server ran on', server.isRunning())
  },
})
