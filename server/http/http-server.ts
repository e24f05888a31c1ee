import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { findClientNetwork } from '../shared/client-network.ts'
import { findClientIp } from './client-ip.ts'

/** What a client may do with its connections. Tests set other values. */
const LIMITS = {
  headersMs: 10_000,
  /** A body may take as long as bytes keep coming: in each period of this length, so many a second. */
  bodyPeriodMs: 30_000,
  minBodyBytesPerSecond: 8 * 1024,
  /** How often the limits above are checked. */
  checkIntervalMs: 1_000,
  /** A connection whose client takes nothing of an answer for this time is closed. */
  stalledMs: 30_000,
  maxConnections: 10_000,
  /** Of one address. Behind a proxy, whose connections are those of many clients, the requests of one client IP are counted instead. */
  maxConnectionsPerClient: 1_000,
  /** Requests that wait on a connection for the answer to an earlier one. Browsers and proxies send none ahead. */
  maxPipelined: 16,
  /** While the server stops, a connection without a request stays open for this time: a request may be on its way. */
  idleGraceMs: 1_000,
  /** While the server stops, requests have this time to be answered. */
  inFlightMs: 10_000,
}

/** A client that knows when its connection ends sends nothing on it afterwards. Proxies do not ask: theirs stay open for longer than theirs do. */
const KEEP_ALIVE_MS = 5_000
const KEEP_ALIVE_BEHIND_PROXY_MS = 75_000

const TOO_MANY_REQUESTS = JSON.stringify({
  defined: false,
  code: 'TOO_MANY_REQUESTS',
  status: 429,
  message: 'Too many requests at once. Please try again in a moment.',
})

export type HttpLimits = Partial<typeof LIMITS>

type Options = {
  fetch: Parameters<typeof getRequestListener>[0]
  trustedProxies: number
  log: Logger
  limits?: HttpLimits | undefined
}

type Connection = {
  socket: Socket
  /** The answer that is being made or sent. */
  current: ServerResponse | undefined
  waiting: [IncomingMessage, ServerResponse][]
  receiving: Receiving | undefined
}

type Connections = ReadonlyMap<Socket, Connection>

/** The request whose body comes in, and since when and which byte of the connection its period counts. */
type Receiving = { request: IncomingMessage; response: ServerResponse; since: number; first: number }

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
  const answer = createAnswering({ listener: getRequestListener(fetch), trustedProxies, countClient, stop })

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
  const checkingBodies = setInterval(() => checkBodies(connections, limit, log), limit.checkIntervalMs).unref()

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

/** Node's own limit is for a whole request: a phone on a slow network would need a long one, and a sender of single bytes a short one. */
function checkBodies(connections: Connections, { bodyPeriodMs, minBodyBytesPerSecond }: typeof LIMITS, log: Logger) {
  const now = performance.now()
  const minBodyBytes = (minBodyBytesPerSecond * bodyPeriodMs) / 1000
  for (const connection of connections.values()) {
    const { receiving, socket } = connection
    if (!receiving) continue
    const { request, response } = receiving
    if (request.complete) connection.receiving = undefined
    else {
      // Nobody needs the rest of a body that is answered.
      const isAnswered = response.writableFinished
      const waitsForServer = !isAnswered && request.readableLength >= request.readableHighWaterMark
      const isOver = now - receiving.since >= bodyPeriodMs
      if (isOver && !waitsForServer && (isAnswered || socket.bytesRead - receiving.first < minBodyBytes))
        endSlowBody(receiving, log)
      else if (isOver || waitsForServer) Object.assign(receiving, { since: now, first: socket.bytesRead })
    }
  }
}

function endSlowBody({ request: { socket }, response }: Receiving, log: Logger) {
  log.warn({ event: 'body_too_slow', ip: socket.remoteAddress }, 'a body came too slowly')
  if (response.headersSent) socket.destroy()
  else socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n', () => socket.destroy())
}

/** Node's timer starts again with every byte that is received or sent. */
function closeUnlessWorking(connection: Connection | undefined, socket: Socket, log: Logger) {
  const isAnswering = connection?.current !== undefined
  if (isAnswering && socket.writableLength === 0) return
  if (!isAnswering) return void socket.destroy()
  log.warn({ event: 'connection_stalled', ip: socket.remoteAddress }, 'a client did not read its answer')
  cut(socket)
}

type Stop = ReturnType<typeof createStop>

/** How the server stops: each connection is closed after its last answer. */
function createStop(connections: Connections, { idleGraceMs, inFlightMs }: typeof LIMITS) {
  let isStopping = false

  /** Sends `Connection: close` with the last answer that the connection waits for. */
  function announceClose({ current, waiting }: Connection) {
    if (current && !current.headersSent && waiting.length === 0) current.shouldKeepAlive = false
  }

  /** Closes the connection when no byte of a request has come for a while. */
  function closeWhenIdle(connection: Connection) {
    const { socket } = connection
    const { bytesRead } = socket
    setTimeout(() => {
      // Node reads what has arrived on all connections between a timer and an immediate.
      setImmediate(() => {
        if (connection.current || socket.destroyed) return
        if (socket.bytesRead > bytesRead) closeWhenIdle(connection)
        else socket.destroy()
      })
    }, idleGraceMs)
  }

  return {
    /** The connection begins an answer. */
    onAnswer: (connection: Connection) => isStopping && announceClose(connection),
    /** The connection has no request. */
    onIdle: (connection: Connection) => isStopping && closeWhenIdle(connection),
    async close(server: Server) {
      isStopping = true
      for (const connection of connections.values()) {
        if (connection.current) announceClose(connection)
        else closeWhenIdle(connection)
      }
      const cutting = setTimeout(() => {
        for (const { socket } of connections.values()) cut(socket)
      }, inFlightMs)
      // After the connections that the system has established already are accepted.
      await new Promise(setImmediate)
      // http.Server's own close() also closes idle connections at once.
      await new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
      clearTimeout(cutting)
    },
  }
}

/** Ends a connection whose answer is not complete. A proxy that asks by HTTP/1.0 would take an end that is no error for that of the answer. */
export const cut = (socket: Socket) => socket.resetAndDestroy()

export async function listen(server: Server, port: number, host: string) {
  server.listen(port, host)
  await once(server, 'listening')
}
