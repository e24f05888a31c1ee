import { resolve } from 'node:path'
import { pino } from 'pino'
import { DEFAULT_TIMEZONE } from '../../contract/shared/constants.ts'
import { CannotStart, getErrorMessage } from '../../db/errors.ts'
import type { Config } from '../../server/config.ts'
import { runServer } from '../../server/run.ts'
import { addDays } from '../../server/shared/buckets.ts'
import type { DemoServer } from './api-client.ts'
import { OWNER, TILL_PINS } from './business.ts'
import { insertCashUps } from './cash-ups.ts'
import { createDemoBusiness } from './create-business.ts'
import { type DemoState, openDemoFolder, saveDemoState } from './demo-folder.ts'
import { analyzeTables, insertAnnouncementsAndTickets } from './owner-sql.ts'
import { sendSales } from './send-sales.ts'
import { restock } from './stock.ts'
import { createStockDocuments } from './stock-documents.ts'

const TWO_YEARS_DAYS = 731
const SEND_INTERVAL_MS = 20_000

type Run = DemoServer & { folder: string }

/**
 * Starts the server with a demo business in a folder of its own. The first start fills the folder, later ones add the sales since
 * the last one. While the server runs, the demo's tills keep sending sales.
 */
export async function runDemo() {
  const folder = resolve(process.env['DEMO_DATA_DIR'] || 'data-demo')
  const days = readHistoryDays()
  const { state, isCurrent } = await openDemoFolder(folder)
  await runServer({
    // Always the embedded PostgreSQL: the demo's data must not get into a database that the environment names.
    environment: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', DATABASE_OWNER_URL: '' },
    log: pino({ level: 'warn' }),
    onListening: async (config) => {
      const run = { url: getLocalUrl(config), config, folder }
      if (!state) await keepSelling(run, await fillFolder(run, days))
      else if (isCurrent) await keepSelling(run, state)
      else console.log(`Another version of Winkel made this demo, so it gets no new sales. For a new demo, delete ${folder}.`)
      console.log(
        `\nThe demo is ready at ${config.publicUrl}\n\n  email     ${OWNER.email}\n  password  ${OWNER.password}\n  till PINs ${TILL_PINS.seller} (sellers), ${TILL_PINS.manager} (managers)\n`,
      )
    },
  })
}

/** The local time of the business, 'YYYY-MM-DDTHH:MM:SS'. */
const now = () =>
  new Date().toLocaleString('sv-SE', { timeZone: DEFAULT_TIMEZONE, dateStyle: 'short', timeStyle: 'medium' }).replace(' ', 'T')

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

async function fillFolder(run: Run, days: number): Promise<DemoState> {
  console.log(`Filling the demo with ${days} days of sales. This happens once …`)
  const upTo = now()
  const state = await createDemoBusiness(run, addDays(upTo.slice(0, 10), 1 - days), upTo)
  await analyzeTables(run.folder)
  await sendAndReport(run, state, upTo)
  await analyzeTables(run.folder)
  // After the sales, which lower the stock.
  await createStockDocuments(run, upTo.slice(0, 10))
  return finishRun(run, state, upTo)
}

/** Sends the sales since the last run, and then new ones at intervals. */
async function keepSelling(run: Run, initialState: DemoState) {
  let state = initialState
  const catchUp = async () => {
    const upTo = now()
    if (upTo <= state.upTo) return
    await sendAndReport(run, state, upTo)
    await restock(run, state, upTo)
    state = await finishRun(run, state, upTo)
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

async function finishRun({ folder }: Run, state: DemoState, upTo: string) {
  const today = upTo.slice(0, 10)
  await insertAnnouncementsAndTickets(folder, state.businessid, today)
  await insertCashUps(folder, state.businessid, state.upTo.slice(0, 10), today)
  const newState = { ...state, upTo }
  await saveDemoState(folder, newState)
  return newState
}
