import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import type { Logger } from 'pino'
import { CannotStart, getErrorCode, getErrorMessage } from '../db/errors.ts'
import { openStore } from '../db/open-store.ts'
import { type ComposedServer, composeServer } from './compose.ts'
import { type Config, readConfig } from './config.ts'

const IN_FLIGHT_MS = 10_000

/** Ctrl-C reaches the server twice, from the terminal and from npm: only a later signal is a second one. */
const SAME_SIGNAL_MS = 1_000
const WEB = join(import.meta.dirname, '..', 'dist')

type Run = {
  environment: NodeJS.ProcessEnv
  log: Logger
  /** Work after the server listens and before it counts as started. A signal interrupts it. */
  onListening(config: Config): void | Promise<void>
}

/** Runs the server in this process until a signal ends both. A reason not to start is printed as one sentence on stderr. */
export async function runServer({ environment, log, onListening }: Run) {
  let stop: (() => Promise<void>) | undefined
  let firstSignal = 0

  const stopAndExit = async (stop: () => Promise<void>) => {
    await stop()
    log.info({ event: 'server_stopped' }, 'stopped')
    process.exit(0)
  }
  const onSignal = () => {
    if (!firstSignal) {
      firstSignal = Date.now()
      if (stop) void stopAndExit(stop)
    } else if (Date.now() - firstSignal > SAME_SIGNAL_MS) process.exit(1)
  }
  // Registered before anything is opened: a signal that comes early would leave PostgreSQL running without its server.
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)

  try {
    const started = await start(environment, log)
    stop = started.stop
    if (firstSignal) return await stopAndExit(stop)
    await onListening(started.config)
  } catch (error) {
    if (stop && firstSignal) return // the signal interrupted onListening
    await stop?.()
    if (!(error instanceof CannotStart)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Opens the store, then the server; `stop` closes them in reverse order. */
async function start(environment: NodeJS.ProcessEnv, log: Logger) {
  if (!existsSync(join(WEB, 'index.html'))) throw new CannotStart('The screens are not built yet: run `npm run build` first.')
  const config = await readConfig(environment)
  const store = await openStore({ ...config, log })
  const app = composeServer({ store, config, log, webFolder: WEB })
  const closers: (() => Promise<void>)[] = []

  const stop = async () => {
    app.setStopping()
    const closed = closers.map((close) => close())
    await app.close() // ends the live streams, which would keep their connections busy
    await Promise.all(closed)
    await store.close()
  }
  try {
    closers.push(await listen(createHttpServer(app.fetch), config.host, config.port, 'PORT'))
    if (config.metricsPort !== undefined) {
      closers.push(await listen(createMetricsServer(app.metrics), config.host, config.metricsPort, 'METRICS_PORT'))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { config, stop }
}

/** Listens on the port; returns how to close it. */
function listen(server: Server, host: string, port: number, variable: string) {
  const close = createCloser(server)
  return new Promise<typeof close>((resolve, reject) => {
    server.once('error', (error) => reject(toListenError(error, port, variable)))
    server.listen(port, host, () => resolve(close))
  })
}

function createHttpServer(fetch: ComposedServer['fetch']) {
  return createAdaptorServer({ fetch, createServer, serverOptions: { requestTimeout: 30_000, headersTimeout: 10_000 } }) as Server
}

function createMetricsServer({ text, contentType }: ComposedServer['metrics']) {
  return createServer(async (_request, response) => {
    response.setHeader('content-type', contentType).end(await text())
  })
}

function toListenError(error: Error, port: number, variable: string) {
  if (getErrorCode(error) === 'EADDRINUSE') return new CannotStart(`Port ${port} is in use: choose another with ${variable}.`)
  if (getErrorCode(error) === 'EACCES')
    return new CannotStart(`Port ${port} needs rights this user lacks: choose another with ${variable}.`)
  return new CannotStart(`Winkel cannot listen on port ${port}: ${getErrorMessage(error)}.`)
}

/** Refuses new connections and closes each open one after its answer, or after IN_FLIGHT_MS. */
function createCloser(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () =>
    new Promise<void>((resolve) => {
      const idle = setInterval(() => server.closeIdleConnections(), 100)
      const cut = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS)
      server.close(() => {
        clearInterval(idle)
        clearTimeout(cut)
        resolve()
      })
      // Browsers open connections in advance; Node does not count one without a request as idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
}
