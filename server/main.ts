import { setFlagsFromString } from 'node:v8'
import { createLog, exitOnCrash } from './log.ts'
import { runServer } from './run.ts'

// By default V8 lets the heap grow several times over before it collects: a long export would take 100 MB and keep it.
setFlagsFromString('--heap-growing-percent=100')

const log = createLog()
exitOnCrash(log)

await runServer({
  environment: process.env,
  log,
  onListening: ({ publicUrl }) => {
    if (process.stdout.isTTY) console.log(`Winkel is ready at ${publicUrl}`)
    else log.info({ event: 'server_ready', url: publicUrl }, 'ready')
  },
})
