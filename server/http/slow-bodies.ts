import type { Logger } from 'pino'
import type { Connections, Limits, Receiving } from './connection.ts'

/** Node's own limit is for a whole request: a phone on a slow network would need a long one, and a sender of single bytes a short one. */
export function endSlowBodies(connections: Connections, { bodyPeriodMs, minBodyBytesPerSecond }: Limits, log: Logger) {
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
