import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import type { Logger } from 'pino'
import { CannotStart, codeOf, messageOf } from '../db/errors.ts'
import { openStore } from '../db/open-store.ts'
import { type ComposedServer, composeServer } from './compose.ts'
import { type Config, readConfig } from './config.ts'

const IN_FLIGHT_MS = 10_000

/** Ctrl-C reaches the server twice, from the terminal and passed on by npm: only a later one is somebody's impatience. */
const SAME_SIGNAL_MS = 1_000
const WEB = join(import.meta.dirname, '..', 'dist')

type Run = {
  environment: NodeJS.ProcessEnv
  log: Logger
  /** What is still to be done before the server counts as started; a stop meanwhile cuts it short. */
  onListening(config: Config): void | Promise<void>
}

/** Runs the server in this process, until a signal ends both. What keeps it from starting is one sentence on stderr. */
export async function runServer({ environment, log, onListening }: Run) {
  let stop: (() => Promise<void>) | undefined
  let firstSignal = 0

  const stopAndExit = async (stop: () => Promise<void>) => {
    await stop()
    log.info('stopped')
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
    if (stop && firstSignal) return // being stopped, it failed at what it was still doing
    await stop?.()
    if (!(error instanceof CannotStart)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** Opens everything, in the order in which each needs the one before; `stop` closes it again, in the other order. */
async function start(environment: NodeJS.ProcessEnv, log: Logger) {
  if (!existsSync(join(WEB, 'index.html'))) throw new CannotStart('The screens are not built yet: run `npm run build` first.')
  const config = await readConfig(environment)
  const store = await openStore({ ...config, log })
  const app = composeServer({ store, config, log, webFolder: WEB })
  const closers: (() => Promise<void>)[] = []

  const stop = async () => {
    app.setStopping()
    const closed = closers.map((close) => close())
    await app.close() // ends the live streams, or their connections would stay busy for ever
    await Promise.all(closed)
    await store.close()
  }
  try {
    closers.push(await listen(serverOf(app.fetch), config.host, config.port, 'PORT'))
    if (config.metricsPort !== undefined) {
      closers.push(await listen(metricsServer(app.metrics), config.host, config.metricsPort, 'METRICS_PORT'))
    }
  } catch (error) {
    await stop()
    throw error
  }
  return { config, stop }
}

/** The server's socket; what it answers closes it again. */
function listen(server: Server, host: string, port: number, variable: string) {
  const close = closing(server)
  return new Promise<typeof close>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, port, variable)))
    server.listen(port, host, () => resolve(close))
  })
}

function serverOf(fetch: ComposedServer['fetch']) {
  return createAdaptorServer({ fetch, createServer, serverOptions: { requestTimeout: 30_000, headersTimeout: 10_000 } }) as Server
}

function metricsServer({ text, contentType }: ComposedServer['metrics']) {
  return createServer(async (_request, response) => {
    response.setHeader('content-type', contentType).end(await text())
  })
}

function cannotListen(error: Error, port: number, variable: string) {
  if (codeOf(error) === 'EADDRINUSE') return new CannotStart(`Port ${port} is in use: choose another with ${variable}.`)
  if (codeOf(error) === 'EACCES')
    return new CannotStart(`Port ${port} needs rights this user lacks: choose another with ${variable}.`)
  return new CannotStart(`Winkel cannot listen on port ${port}: ${messageOf(error)}.`)
}

/** No new connection; those under way get their time, and go as soon as they have their answer. */
function closing(server: Server) {
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
      // Browsers open connections ahead of what they ask; Node does not count one that has said nothing yet as idle.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    })
}
