import { resolve } from 'node:path'
import { pino } from 'pino'
import { DEFAULT_TIMEZONE } from '../contract/shared/constants.ts'
import { CannotStart, messageOf } from '../db/errors.ts'
import type { Config } from '../server/config.ts'
import { runServer } from '../server/run.ts'
import { localTime, plusDays } from './demo/calendar.ts'
import { openFolder, type Story, saveStory } from './demo/folder.ts'
import { createDemoBusiness, type Demo } from './demo/founding.ts'
import { analyze, writeNotices } from './demo/notices.ts'
import { OWNER } from './demo/people.ts'
import { deliver, sell } from './demo/trade.ts'

// A start on a folder of its own, with a business to look at. The first one fills it, later ones add what the shops have sold
// since; and while it runs, their tills go on sending.

const TWO_YEARS = 731
const TILLS_SEND_MS = 20_000

const folder = resolve(process.env['DEMO_DATA_DIR'] || 'data-demo')
const now = () => localTime(new Date(), DEFAULT_TIMEZONE)

try {
  const days = daysOfHistory()
  const { story, goesOn } = await openFolder(folder)
  await runServer({
    // Never on a PostgreSQL of somebody's own, whatever the environment says: the demo's people and sales stay in its folder.
    environment: { ...process.env, DATA_DIR: folder, DATABASE_URL: '', DATABASE_OWNER_URL: '' },
    log: pino({ level: 'warn' }),
    onListening: async (config) => {
      const demo = { url: addressOf(config), config }
      if (!story) await trade(demo, await begin(demo, days))
      else if (goesOn) await trade(demo, story)
      else console.log(`This demo was made by another version of Winkel and stays as it is: for a new one, delete ${folder}.`)
      console.log(`\nThe demo is ready at ${config.publicUrl}\n\n  email     ${OWNER.email}\n  password  ${OWNER.password}\n`)
    },
  })
} catch (error) {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exit(1)
}

/** How many days of sales a new demo has, today among them: two years, or DEMO_DAYS. */
function daysOfHistory() {
  const days = Number(process.env['DEMO_DAYS'] || TWO_YEARS)
  if (!Number.isInteger(days) || days < 1 || days > TWO_YEARS)
    throw new CannotStart(`DEMO_DAYS must be a whole number from 1 to ${TWO_YEARS}.`)
  return days
}

/** Where this process reaches its own server. */
function addressOf({ host, port }: Config) {
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

async function begin(demo: Demo, days: number): Promise<Story> {
  console.log(`Filling the demo with ${days} days of sales, this once …`)
  const upTo = now()
  const story = await createDemoBusiness(demo, plusDays(upTo.slice(0, 10), 1 - days), upTo)
  await analyze(folder)
  await send(demo, story, upTo)
  await analyze(folder)
  return settle(story, upTo)
}

/** Brings the shops up to date, and keeps them so. */
async function trade(demo: Demo, begun: Story) {
  let story = begun
  const catchUp = async () => {
    const upTo = now()
    if (upTo <= story.upTo) return
    await send(demo, story, upTo)
    await deliver(demo, story, upTo)
    story = await settle(story, upTo)
  }
  const stop = (error: unknown) => {
    clearInterval(sending)
    console.warn(`The demo's tills have stopped: ${messageOf(error)}.`)
  }
  const sending = setInterval(() => void catchUp().catch(stop), TILLS_SEND_MS)
  await catchUp().catch(stop)
}

async function send(demo: Demo, story: Story, upTo: string) {
  const refused = await sell(demo, story, upTo)
  if (refused.length > 0) console.warn(`${refused.length} of the demo's sales were refused: ${refused[0]}`)
}

async function settle(story: Story, upTo: string) {
  await writeNotices(folder, story.businessid, upTo.slice(0, 10))
  const settled = { ...story, upTo }
  await saveStory(folder, settled)
  return settled
}
