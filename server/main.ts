import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { pino } from 'pino'
import { CannotStart, codeOf, messageOf, type Say } from '../db/errors.ts'
import { openStore } from '../db/open.ts'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'

const IN_FLIGHT_MS = 10_000

/** Ctrl-C reaches the server twice, from the terminal and passed on by npm: only a later one is somebody's impatience. */
const SAME_SIGNAL_MS = 1_000
const WEB = join(import.meta.dirname, '..', 'dist')

const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime, level: process.stdout.isTTY ? 'warn' : 'info' })
const say: Say = (level, message, error) => log[level]({ err: error }, message)

// Registered before anything is opened: a signal that comes early would leave PostgreSQL running without its server.
let stop: (() => Promise<void>) | undefined
let firstSignal = 0
process.on('SIGTERM', onSignal)
process.on('SIGINT', onSignal)

try {
  stop = await start()
  if (firstSignal) await stopAndExit(stop)
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exit(1)
}

function onSignal() {
  if (!firstSignal) {
    firstSignal = Date.now()
    if (stop) void stopAndExit(stop)
  } else if (Date.now() - firstSignal > SAME_SIGNAL_MS) process.exit(1)
}

async function stopAndExit(stop: () => Promise<void>) {
  await stop()
  log.info('stopped')
  process.exit(0)
}

/** Opens everything, in the order in which each needs the one before; what it returns closes it again, in the other order. */
async function start() {
  if (!existsSync(join(WEB, 'index.html'))) throw new CannotStart('The screens are not built yet: run `npm run build` first.')
  const config = await readConfig(process.env)
  const store = await openStore({ ...config, say })
  const app = createApp({ store, config, log, webFolder: WEB })
  const servers: Server[] = []

  const stop = async () => {
    app.setStopping()
    const closed = servers.map(closeServer)
    await app.close() // ends the live streams, or their connections would stay busy for ever
    await Promise.all(closed)
    await store.close()
  }
  try {
    servers.push(await listen(app.fetch, config))
    if (config.metricsPort !== undefined) servers.push(await listenForMetrics(app.metrics, config.metricsPort, config.host))
  } catch (error) {
    await stop()
    throw error
  }
  if (process.stdout.isTTY) console.log(`Winkel is ready at ${config.publicUrl}`)
  else log.info({ url: config.publicUrl }, 'ready')
  return stop
}

function listen(fetch: Parameters<typeof serve>[0]['fetch'], { port, host }: Config) {
  return new Promise<Server>((resolve, reject) => {
    const server = serve(
      { fetch, port, hostname: host, createServer, serverOptions: { requestTimeout: 30_000, headersTimeout: 10_000 } },
      () => resolve(server as Server),
    )
    server.once('error', (error) => reject(cannotListen(error, port, 'PORT')))
  })
}

function listenForMetrics(metrics: { text(): Promise<string>; contentType: string }, port: number, host: string) {
  const server = createServer(async (_request, response) => {
    response.setHeader('content-type', metrics.contentType).end(await metrics.text())
  })
  return new Promise<Server>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(error, port, 'METRICS_PORT')))
    server.listen(port, host, () => resolve(server))
  })
}

function cannotListen(error: Error, port: number, variable: string) {
  if (codeOf(error) === 'EADDRINUSE') return new CannotStart(`Port ${port} is in use: choose another with ${variable}.`)
  if (codeOf(error) === 'EACCES')
    return new CannotStart(`Port ${port} needs rights this user lacks: choose another with ${variable}.`)
  return new CannotStart(`Winkel cannot listen on port ${port}: ${messageOf(error)}.`)
}

/** No new connection; those under way get their time, and go as soon as they have their answer. */
function closeServer(server: Server) {
  return new Promise<void>((resolve) => {
    const idle = setInterval(() => server.closeIdleConnections(), 100)
    const cut = setTimeout(() => server.closeAllConnections(), IN_FLIGHT_MS)
    server.close(() => {
      clearInterval(idle)
      clearTimeout(cut)
      resolve()
    })
  })
}
