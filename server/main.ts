import { pino } from 'pino'
import { runServer } from './run.ts'

const log = pino({ base: undefined, timestamp: pino.stdTimeFunctions.isoTime, level: process.stdout.isTTY ? 'warn' : 'info' })

await runServer({
  environment: process.env,
  log,
  onListening: ({ publicUrl }) => {
    if (process.stdout.isTTY) console.log(`Winkel is ready at ${publicUrl}`)
    else log.info({ url: publicUrl }, 'ready')
  },
})
