import { rmSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PASSWORD_COST } from '../../db/testing/create-business.ts'
import { createLog, exitOnCrash } from '../log.ts'
import { runServer } from '../run.ts'
import { createSmtpServer, type ReceivedMail } from './smtp-server.ts'

// The server of the journeys in e2e/: that of `npm start`, on a folder that goes when it does. Passwords have a low cost, because most journeys sign in or up.
const dataDir = process.env['DATA_DIR'] ?? ''
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const log = createLog()
exitOnCrash(log)

/** What the mail server gets becomes files, as e2e/mails.ts reads them. */
const outbox = join(dataDir, 'outbox')
await mkdir(outbox, { recursive: true })
let mails = 0
async function keep({ to, headers, text }: ReceivedMail) {
  const file = join(outbox, `${String(++mails).padStart(6, '0')}.txt`)
  const lines = [...headers].filter(([name]) => name !== 'to').map(([name, value]) => `${name}: ${value}`)
  await writeFile(`${file}.part`, `\nTo: ${to}\n${lines.join('\n')}\n\n${text}\n`)
  await rename(`${file}.part`, file)
}
const smtp = await createSmtpServer(keep)
const environment = { ...process.env, SMTP_URL: smtp.url }
await runServer({ environment, log, passwordCost: PASSWORD_COST, onListening: () => undefined })
