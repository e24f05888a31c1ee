import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { parseDatabaseUrl } from '../db/connection/external.ts'
import { createDataFolder } from '../db/embedded/create-data-folder.ts'
import { CannotStart, getErrorCode, getErrorMessage } from '../db/errors.ts'
import { openStore } from '../db/open-store.ts'
import { createBackupBeforeMigration } from './backup/back-up-before-migration.ts'
import { scheduleNightlyBackups } from './backup/nightly-backup.ts'
import { type ComposedServer, composeServer } from './compose.ts'
import { type Config, findUnknownVariables, readConfig } from './config.ts'
import { checkAtStart, checkIdentity } from './doctor/check-at-start.ts'
import { addBackupGauges } from './gauges.ts'
import { createHttpServer, listen } from './http/http-server.ts'
import { flushAndExit } from './log.ts'

/** Ctrl-C reaches the server twice, from the terminal and from npm: only a later signal is a second one. */
const SAME_SIGNAL_MS = 1_000
const NOT_BUILT =
  'The screens are not built: run `npm ci` without --omit=dev and `npm run build`, copy dist/ from another machine, or install the archive, which has them.'
const WEB = join(import.meta.dirname, '..', 'dist')

/** `isWaiting`: first for the time that the configuration names, in which all is answered on and only /readyz says that the server stops. */
type Stop = (options?: { isWaiting: boolean }) => Promise<void>

type Run = {
  environment: NodeJS.ProcessEnv
  log: Logger
  /** See `Config`. */
  passwordCost?: Config['passwordCost']
  /** Work after the server listens and before it counts as started. A signal interrupts it. */
  onListening(config: Config): void | Promise<void>
}

/** Runs the server in this process until a signal ends both. A reason not to start is printed as one sentence on stderr. */
export async function runServer({ environment, log, passwordCost, onListening }: Run) {
  let stop: Stop | undefined
  let firstSignal = 0

  const stopAndExit = async (stop: Stop, isWaiting = false) => {
    await stop({ isWaiting })
    log.info({ event: 'server_stopped' }, 'stopped')
    flushAndExit(log, 0)
  }
  const onSignal = (signal: NodeJS.Signals) => {
    if (!firstSignal) {
      firstSignal = Date.now()
      // A person who pressed Ctrl-C waits for the end, and a proxy does not.
      if (stop) void stopAndExit(stop, signal === 'SIGTERM')
    } else if (Date.now() - firstSignal > SAME_SIGNAL_MS) flushAndExit(log, 1)
  }
  // Registered before anything is opened: a signal that comes early would leave PostgreSQL running without its server.
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)

  try {
    const started = await start({ environment, log, passwordCost })
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
async function start({ environment, log, passwordCost }: Omit<Run, 'onListening'>) {
  if (!existsSync(join(WEB, 'index.html'))) throw new CannotStart(NOT_BUILT)
  const config = { ...(await readConfig(environment)), passwordCost }
  // With a mode of its own: what is written below it first would create it for all to read.
  await createDataFolder(config.dataDir)
  for (const variable of findUnknownVariables(environment))
    log.warn({ event: 'variable_unknown', variable }, `${variable} is not a variable of Winkel, and is not read`)
  const beforeUpgrade = createBackupBeforeMigration(config, (location, files) => {
    log.info({ event: 'backup_made', location }, 'a backup was made before the migration')
    if (files.length > 0) log.warn({ event: 'backup_incomplete', location, files }, 'pictures are missing in the backup')
  })
  await checkIdentity(config)
  const store = await openStore({ ...config, log, beforeUpgrade })
  const app = composeServer({ store, config, log, webFolder: WEB })
  const { background } = app
  const { backupDatabaseUrl } = config
  const backups = scheduleNightlyBackups({
    config,
    database: backupDatabaseUrl ? parseDatabaseUrl(backupDatabaseUrl) : store.owner,
    background,
    log,
  })
  const http = createHttpServer({ fetch: app.fetch, trustedProxies: config.trustedProxies, log })
  addBackupGauges(app.metrics, backups)
  const metrics = createMetricsServer(app.metrics)

  const stop: Stop = async ({ isWaiting } = { isWaiting: false }) => {
    app.setStopping()
    if (isWaiting && config.stopWaitSeconds > 0) {
      log.info({ event: 'server_stopping', waitSeconds: config.stopWaitSeconds }, 'no longer ready; stops after the wait')
      await delay(config.stopWaitSeconds * 1000)
    }
    app.endStreams()
    metrics.close().closeAllConnections()
    await http.close()
    await app.close()
    await store.close()
  }
  try {
    await http.listen(config.port, config.host).catch(throwListenError(config.port, 'PORT'))
    if (config.metricsPort !== undefined)
      await listen(metrics, config.metricsPort, config.metricsHost).catch(throwListenError(config.metricsPort, 'METRICS_PORT'))
  } catch (error) {
    await stop()
    throw error
  }
  background
    .run(() => checkAtStart(config, log))
    .catch((err) => log.error({ event: 'background_work_failed', err }, 'the checks of the start failed'))
  return { config, stop }
}

function createMetricsServer({ text, contentType }: ComposedServer['metrics']) {
  return createServer(async (_request, response) => {
    response.setHeader('content-type', contentType).end(await text())
  })
}

const throwListenError = (port: number, variable: string) => (error: unknown) => {
  if (getErrorCode(error) === 'EADDRINUSE') throw new CannotStart(`Port ${port} is in use: choose another with ${variable}.`)
  if (getErrorCode(error) === 'EACCES')
    throw new CannotStart(`Port ${port} needs rights this user lacks: choose another with ${variable}.`)
  throw new CannotStart(`Winkel cannot listen on port ${port}: ${getErrorMessage(error)}.`)
}
