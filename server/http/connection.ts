import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** What a client may do with its connections. Tests set other values. */
export const LIMITS = {
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

export type Limits = typeof LIMITS

export type Connection = {
  socket: Socket
  /** The answer that is being made or sent. */
  current: ServerResponse | undefined
  waiting: [IncomingMessage, ServerResponse][]
  receiving: Receiving | undefined
}

export type Connections = ReadonlyMap<Socket, Connection>

/** The request whose body comes in, and since when and which byte of the connection its period counts. */
export type Receiving = { request: IncomingMessage; response: ServerResponse; since: number; first: number }

/** Ends a connection whose answer is not complete. A proxy that asks by HTTP/1.0 would take an end that is no error for that of the answer. */
export const cut = (socket: Socket) => socket.resetAndDestroy()
