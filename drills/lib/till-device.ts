import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import { CHROMIUM_ARGS, chromiumPath } from '../../tools/find-chromium.ts'
import { readPageDatabase } from '../../tools/read-page-database.ts'
import { createNetwork, type Network } from '../../tools/unreliable-network.ts'
import { createFolder, type DrillPlace } from './server-process.ts'
import { installRobot, type Receipt } from './till-robot.ts'

const PIN = '2580'
/** In the middle of a sale, which takes about this long. */
const LONGEST_SALE_MS = 200
const LONGEST_STATE_MS = 1500
const OTHER_WINDOW = 'The till is open in another window'

export const setTillPin = (employeeid: number) => ({ employeeid, pin: PIN })

type Options = { url: string; pairing: { key: string; tillid: number; name: string }; barcodes: string[] }

export type TillDevice = Awaited<ReturnType<typeof createTillDevice>>

/** A browser with a profile of its own that is a till, behind a network of its own. Its seller is a robot. */
export async function createTillDevice(place: DrillPlace, { url, pairing, barcodes }: Options) {
  const network = await createNetwork(url)
  place.onFinished(network.close)
  const profile = await createFolder(place)
  /** What the customers were given. */
  const receipts: Receipt[] = []
  let { context, page } = await launch(profile)

  const open = async () => {
    await page.goto(`${network.url}/till`)
    await signIn()
  }
  const signIn = () => page.evaluate((pin) => window.robot.signIn(pin), PIN)
  const sell = async (count = randomInt(1, 4)) => {
    const chosen = Array.from({ length: count }, () => barcodes[randomInt(barcodes.length)] ?? '')
    receipts.push(await page.evaluate((scanned) => window.robot.sell(scanned), chosen))
  }
  /** Begins a sale, and does something before it ends. The sale may end or not. */
  const duringSale = async (interrupt: () => Promise<unknown>) => {
    const selling = sell().catch(() => undefined)
    await delay(randomInt(LONGEST_SALE_MS))
    await interrupt()
    await selling
  }
  const kill = async () => {
    for (const id of await findProcesses(profile)) process.kill(id, 'SIGKILL')
    await context.close().catch(() => undefined)
  }
  const setClock = (hours: number) =>
    page.evaluate((ms) => {
      window.clockAheadMs = ms
    }, hours * 3_600_000)
  const payOut = () => page.evaluate(() => window.robot.payOut())
  const openSecond = async () => {
    const second = await context.newPage()
    await second.goto(`${network.url}/till`)
    await second.getByRole('heading', { name: OTHER_WINDOW }).waitFor()
    return second
  }

  place.onFinished(kill)
  await page.goto(`${network.url}/healthz`)
  await page.evaluate((text) => localStorage.setItem('winkel-till-pairing', text), JSON.stringify(pairing))
  await open()
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))

  return {
    tillid: pairing.tillid,
    network,
    receipts,
    sell,
    giveBack: async () => {
      const sold = receipts.filter(({ total }) => !isNegative(total))
      const { reference } = sold[randomInt(sold.length)] ?? { reference: '' }
      receipts.push(await page.evaluate((number) => window.robot.giveBack(number), reference))
    },
    payOut,
    sendAll: () => page.evaluate(() => window.robot.sendAll()),
    closeDrawer: () => page.evaluate(() => window.robot.closeDrawer()),
    read: <Row>(table: string) => readPageDatabase<Row>(page, 'winkel-till', table),
    setClock,
    faults: {
      'reload in a sale': async () => {
        await duringSale(() => page.reload())
        await signIn()
      },
      'browser killed in a sale': async () => {
        await duringSale(kill)
        ;({ context, page } = await launch(profile))
        await open()
      },
      'second window': async () => {
        const second = await openSecond()
        await sell()
        await second.close()
      },
      'second window takes over in a sale': async () => {
        const second = await openSecond()
        const first = page
        await duringSale(() => first.close())
        page = second
        await signIn()
      },
      'clock three days ahead': async () => {
        await setClock(72)
        await payOut()
      },
      'clock two hours behind': () => setClock(-2),
      'clock right again': () => setClock(0),
    },
  }
}

/** Of an amount on a receipt. */
export const isNegative = (amount: string) => /^\D*[-−]/.test(amount)

async function launch(profile: string) {
  const context = await chromium.launchPersistentContext(profile, { executablePath: chromiumPath() ?? '', args: CHROMIUM_ARGS })
  await context.addInitScript(installRobot)
  return { context, page: await context.newPage() }
}

/** Changes the state of a network at random until `hasEnded`, and leaves it as it should be. */
export async function flap(network: Network, hasEnded: () => boolean) {
  while (!hasEnded()) {
    network.mode = (['up', 'up', 'down', 'loses answers'] as const)[randomInt(4)] ?? 'up'
    await delay(randomInt(LONGEST_STATE_MS))
  }
  network.mode = 'up'
}

/** The ids of the processes with a text in their command, from Linux's /proc. */
async function findProcesses(text: string) {
  const ids = (await readdir('/proc')).map(Number).filter(Number.isInteger)
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
  return ids.filter((id, index) => id !== process.pid && commands[index]?.includes(text))
}
