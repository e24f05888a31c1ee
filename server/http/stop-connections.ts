import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { type Connection, type Connections, cut, type Limits } from './connection.ts'

export type Stop = ReturnType<typeof createStop>

/** How the server stops: each connection is closed after its last answer. */
export function createStop(connections: Connections, { idleGraceMs, inFlightMs }: Limits) {
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
