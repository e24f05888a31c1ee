import { resolve } from 'node:path'
import { pino } from 'pino'
import { DEFAULT_TIMEZONE } from '../contract/shared/constants.ts'
import { CannotStart, getErrorMessage } from '../db/errors.ts'
import type { Config } from '../server/config.ts'
import { runServer } from '../server/run.ts'
import type { DemoServer } from './demo/api-client.ts'
import { OWNER } from './demo/business.ts'
import { addDays, formatLocalTime } from './demo/calendar.ts'
import { createDemoBusiness } from './demo/create-business.ts'
import { type DemoState, openDemoFolder, saveDemoState } from './demo/demo-folder.ts'
import { analyzeTables, insertAnnouncementsAndTickets } from './demo/owner-sql.ts'
import { restock } from './demo/restock.ts'
import { sendSales } from './demo/send-sales.ts'

// Starts the server with a demo business in a folder of its own. The first start fills the folder, later ones add the sales since
// the last one. While the server runs, the demo's tills keep sending sales.

const TWO_YEARS_DAYS = 731
const SEND_INTERVAL_MS = 20_000

const folder = resolve(process.env['DEMO_DATA_DIR'] || 'data-demo')
const now = () => formatLocalTime(new Date(), DEFAULT_TIMEZONE)

try {
  const days = readHistoryDays()
  const { state, isCurrent } = await openDemoFolder(folder)
  await runServer({
    // Always the embedded PostgreSQL: the demo's data must not get into a database that the environment names.
    environment: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', DATABASE_OWNER_URL: '' },
    log: pino({ level: 'warn' }),
    onListening: async (config) => {
      const server = { url: getLocalUrl(config), config }
      if (!state) await keepSelling(server, await fillFolder(server, days))
      else if (isCurrent) await keepSelling(server, state)
      else console.log(`Another version of Winkel made this demo, so it gets no new sales. For a new demo, delete ${folder}.`)
      console.log(`\nThe demo is ready at ${config.publicUrl}\n\n  email     ${OWNER.email}\n  password  ${OWNER.password}\n`)
    },
  })
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exit(1)
}

/** The days of sales in a new demo, including today: two years, or DEMO_DAYS. */
function readHistoryDays() {
  const days = Number(process.env['DEMO_DAYS'] || TWO_YEARS_DAYS)
  if (!Number.isInteger(days) || days < 1 || days > TWO_YEARS_DAYS)
    throw new CannotStart(`DEMO_DAYS must be a whole number from 1 to ${TWO_YEARS_DAYS}.`)
  return days
}

/** The URL at which this process reaches its own server. */
function getLocalUrl({ host, port }: Config) {
  const hostname = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`
}

async function fillFolder(server: DemoServer, days: number): Promise<DemoState> {
  console.log(`Filling the demo with ${days} days of sales. This happens once …`)
  const upTo = now()
  const state = await createDemoBusiness(server, addDays(upTo.slice(0, 10), 1 - days), upTo)
  await analyzeTables(folder)
  await sendAndReport(server, state, upTo)
  await analyzeTables(folder)
  return finishRun(state, upTo)
}

/** Sends the sales since the last run, and then new ones at intervals. */
async function keepSelling(server: DemoServer, initialState: DemoState) {
  let state = initialState
  const catchUp = async () => {
    const upTo = now()
    if (upTo <= state.upTo) return
    await sendAndReport(server, state, upTo)
    await restock(server, state, upTo)
    state = await finishRun(state, upTo)
  }
  const stop = (error: unknown) => {
    clearInterval(timer)
    console.warn(`The demo's tills have stopped: ${getErrorMessage(error)}.`)
  }
  const timer = setInterval(() => void catchUp().catch(stop), SEND_INTERVAL_MS)
  await catchUp().catch(stop)
}

async function sendAndReport(server: DemoServer, state: DemoState, upTo: string) {
  const reasons = await sendSales(server, state, upTo)
  if (reasons.length > 0) console.warn(`${reasons.length} of the demo's sales were rejected: ${reasons[0]}`)
}

async function finishRun(state: DemoState, upTo: string) {
  await insertAnnouncementsAndTickets(folder, state.businessid, upTo.slice(0, 10))
  const newState = { ...state, upTo }
  await saveDemoState(folder, newState)
  return newState
}
