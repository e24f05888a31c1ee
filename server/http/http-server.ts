import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { findClientNetwork } from '../shared/client-network.ts'
import { findClientIp } from './client-ip.ts'
import { type Connection, cut, LIMITS, type Limits } from './connection.ts'
import { endSlowBodies } from './slow-bodies.ts'
import { createStop, type Stop } from './stop-connections.ts'

/** A client that knows when its connection ends sends nothing on it afterwards. Proxies do not ask: theirs stay open for longer than theirs do. */
const KEEP_ALIVE_MS = 5_000
const KEEP_ALIVE_BEHIND_PROXY_MS = 75_000
/** HTTP/1.0 requires no Host header, and HAProxy's checks of /readyz send none. Nothing depends on the host of a request. */
const HOST_OF_OLD_CLIENTS = 'localhost'

const TOO_MANY_REQUESTS = JSON.stringify({
  defined: false,
  code: 'TOO_MANY_REQUESTS',
  status: 429,
  message: 'Too many requests at once. Please try again in a moment.',
})

export type HttpLimits = Partial<Limits>

type Options = {
  fetch: Parameters<typeof getRequestListener>[0]
  trustedProxies: number
  log: Logger
  limits?: HttpLimits | undefined
}

/** The server's socket for HTTP. Answers the requests of a connection one after the other, so that a connection holds one answer in memory. */
export function createHttpServer({ fetch, trustedProxies, log, limits }: Options) {
  const limit = { ...LIMITS, ...limits }
  const connections = new Map<Socket, Connection>()
  const stop = createStop(connections, limit)
  const countClient = createClientCounter(limit.maxConnectionsPerClient)
  const refuse = (socket: Socket, reason: string) => {
    log.warn({ event: 'connection_refused', reason, ip: socket.remoteAddress }, 'a connection was refused')
    socket.destroy()
  }
  const answer = createAnswering({
    listener: getRequestListener(fetch, { hostname: HOST_OF_OLD_CLIENTS }),
    trustedProxies,
    countClient,
    stop,
  })

  const server = createServer(
    {
      headersTimeout: limit.headersMs,
      requestTimeout: 0,
      connectionsCheckingInterval: limit.checkIntervalMs,
      keepAliveTimeout: trustedProxies > 0 ? KEEP_ALIVE_BEHIND_PROXY_MS : KEEP_ALIVE_MS,
    },
    (request, response) => {
      const connection = connections.get(request.socket)
      if (!connection || request.socket.destroyed) return
      connection.receiving = { request, response, since: performance.now(), first: request.socket.bytesRead }
      if (!connection.current) answer(connection, request, response)
      else if (connection.waiting.length < limit.maxPipelined) connection.waiting.push([request, response])
      else refuse(request.socket, 'too_many_pipelined_requests')
    },
  )
  server.timeout = limit.stalledMs
  server.maxConnections = limit.maxConnections
  server.on('connection', (socket) => {
    const connection: Connection = { socket, current: undefined, waiting: [], receiving: undefined }
    connections.set(socket, connection)
    socket.once('close', () => void connections.delete(socket))
    if (trustedProxies === 0 && !countClient(socket.remoteAddress ?? 'unknown', socket))
      refuse(socket, 'too_many_connections_of_client')
    else stop.onIdle(connection)
  })
  server.on('timeout', (socket) => closeUnlessWorking(connections.get(socket), socket, log))
  server.on('drop', (connection) =>
    log.warn(
      { event: 'connection_refused', reason: 'too_many_connections', ip: connection?.remoteAddress },
      'a connection was refused',
    ),
  )
  const checkingBodies = setInterval(() => endSlowBodies(connections, limit, log), limit.checkIntervalMs).unref()

  return {
    /** Returns the port, which the system chooses for port 0. Rejects with the system's error when the port cannot be used. */
    async listen(port: number, host: string) {
      await listen(server, port, host)
      server.on('error', (error) => log.error({ event: 'connection_failed', err: error }, 'a connection could not be accepted'))
      const address = server.address()
      return typeof address === 'object' && address ? address.port : port
    },
    /** Refuses new connections. Returns when all are closed, each after its last answer. */
    async close() {
      await stop.close(server)
      clearInterval(checkingBodies)
    },
  }
}

type Answering = {
  listener: ReturnType<typeof getRequestListener>
  trustedProxies: number
  countClient: ReturnType<typeof createClientCounter>
  stop: Stop
}

/** Answers a request, and then those that wait on its connection. */
function createAnswering({ listener, trustedProxies, countClient, stop }: Answering) {
  return function answer(connection: Connection, request: IncomingMessage, response: ServerResponse) {
    connection.current = response
    stop.onAnswer(connection)
    response.once('close', () => {
      connection.current = undefined
      if (connection.socket.destroyed || connection.socket.writableEnded) return
      const next = connection.waiting.shift()
      if (next) answer(connection, ...next)
      else stop.onIdle(connection)
    })
    if (trustedProxies === 0 || countClient(findClientIp(request, trustedProxies), response)) void listener(request, response)
    else response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '1' }).end(TOO_MANY_REQUESTS)
  }
}

/** Counts the connections of each client, or its requests behind a proxy. */
function createClientCounter(max: number) {
  const openOfClient = new Map<string, number>()
  /** Counts the client until `counted` closes; false when it has too many open already. */
  return (clientIp: string, counted: Socket | ServerResponse) => {
    const client = findClientNetwork(clientIp)
    const count = (openOfClient.get(client) ?? 0) + 1
    openOfClient.set(client, count)
    counted.once('close', () => {
      const left = (openOfClient.get(client) ?? 1) - 1
      if (left > 0) openOfClient.set(client, left)
      else openOfClient.delete(client)
    })
    return count <= max
  }
}

/** Node's timer starts again with every byte that is received or sent. */
function closeUnlessWorking(connection: Connection | undefined, socket: Socket, log: Logger) {
  const isAnswering = connection?.current !== undefined
  if (isAnswering && socket.writableLength === 0) return
  if (!isAnswering) return void socket.destroy()
  log.warn({ event: 'connection_stalled', ip: socket.remoteAddress }, 'a client did not read its answer')
  cut(socket)
}

export async function listen(server: Server, port: number, host: string) {
  server.listen(port, host)
  await once(server, 'listening')
}
