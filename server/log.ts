import { type Logger, pino } from 'pino'

/** More lines than this wait in memory for a reader of stdout that has stopped; further ones are dropped. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024
/** A reader of stdout that has stopped keeps the process for this time. */
const FLUSH_TIMEOUT_MS = 3_000

/** Writes JSON lines to stdout without blocking the event loop: a slow reader of the log does not slow the server down. */
export function createLog() {
  // With `minLength`, the callback of `flush` waits for the lines that are being written.
  const destination = pino.destination({ dest: 1, sync: false, minLength: 1, maxLength: MAX_WAITING_BYTES })
  const level = process.stdout.isTTY ? 'warn' : 'info'
  return pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime, level }, destination)
}

/** Logs an error that nothing has caught, and ends the process. */
export function exitOnCrash(log: Logger) {
  process.on('uncaughtException', (error) => {
    console.error(error)
    log.fatal({ event: 'server_crashed', err: error }, 'the server crashed')
    flushAndExit(log, 1)
  })
}

/** Writes the lines that wait, and ends the process. */
export function flushAndExit(log: Logger, code: number) {
  const exit = () => process.exit(code)
  setTimeout(exit, FLUSH_TIMEOUT_MS)
  log.flush(exit)
}
