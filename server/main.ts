import { setFlagsFromString } from 'node:v8'
import { pino } from 'pino'
import { runServer } from './run.ts'

// Left to itself V8 collects when several times as much is garbage as is in use: a long export would take 100 MB, and keep them.
setFlagsFromString('--heap-growing-percent=100')

const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime, level: process.stdout.isTTY ? 'warn' : 'info' })

await runServer({
  environment: process.env,
  log,
  onListening: ({ publicUrl }) => {
    if (process.stdout.isTTY) console.log(`Winkel is ready at ${publicUrl}`)
    else log.info({ url: publicUrl }, 'ready')
  },
})
