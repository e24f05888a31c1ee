import { rmSync } from 'node:fs'
import { PASSWORD_COST } from '../../db/testing/create-business.ts'
import { createLog, exitOnCrash } from '../log.ts'
import { runServer } from '../run.ts'

// The server of the journeys in e2e/: that of `npm start`, on a folder that goes when it does. Passwords have a low cost, because most journeys sign in or up.
process.on('exit', () => rmSync(process.env['DATA_DIR'] ?? '', { recursive: true, force: true }))
const log = createLog()
exitOnCrash(log)
await runServer({ environment: process.env, log, passwordCost: PASSWORD_COST, onListening: () => undefined })
