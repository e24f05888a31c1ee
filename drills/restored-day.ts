import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../db/embedded/free-port.ts'
import { createTillShop, findLosses, startRetryingTill } from '../server/testing/retrying-till.ts'
import { type DrillContext, defineDrill } from './lib/drill.ts'
import { startKeepingTill } from './lib/keeping-till.ts'
import { runWinkel } from './lib/run-winkel.ts'
import { createDataDir, createFolder, startServerProcess } from './lib/server-process.ts'
import { connectOwner, signUpShop } from './lib/shop.ts'

const TILLS = 4
const BATCH = 5

export default defineDrill({
  description: 'a day of sales, a backup at noon, and the machine lost in the evening: the tills bring the afternoon back',
  options: { sales: 10_000 },
  tiny: { sales: 100 },
  async run(context) {
    const { options, figure, promise, progress } = context
    const [port, folder, dataDir] = [await findFreePort(), await createFolder(context), await createDataDir(context)]
    let server = await startServerProcess(context, { dataDir, port, environment: { BACKUPS: 'off' } })
    await server.waitUntilReady()
    const { owner } = await signUpShop(server)
    const client = await connectOwner(dataDir)
    const { keys } = await createTillShop(client, TILLS + 1, owner).finally(() => client.end())
    const tills = await Promise.all(
      keys
        .slice(0, TILLS)
        .map((key, till) => startKeepingTill(server.url, key, { till, batch: BATCH, file: join(folder, `${till}.jsonl`) })),
    )
    const forgetful = startRetryingTill(server.url, keys[TILLS] ?? '', { till: TILLS, batch: BATCH })
    const readAnswered = () => new Set(tills.flatMap(({ answered }) => [...answered]))
    const sellUntil = async (count: number) => {
      progress(`${count} sales`)
      while (readAnswered().size < count) await Promise.race([delay(50), ...tills.map(({ failed }) => failed)])
    }

    await sellUntil(options.sales / 2)
    const backup = join(folder, 'noon.winkel-backup')
    await run(context, dataDir, ['backup', backup])
    const atNoon = readAnswered().size
    await sellUntil(options.sales)
    await server.stop()
    const inEvening = readAnswered().size
    const forgotten = new Set(forgetful.answered.keys())
    forgetful.giveUp()
    await rm(dataDir, { recursive: true })
    await run(context, dataDir, ['restore', backup])
    server = await startServerProcess(context, { dataDir, port, environment: { BACKUPS: 'off' } })
    await server.waitUntilReady()
    await sellUntil(inEvening + options.sales / 10)
    await Promise.all(tills.map((till) => till.stop()))

    const answered = readAnswered()
    const after = await connectOwner(dataDir)
    const { rows } = await after.query<{ reference: string }>('select reference from sales where businessid = $1', [
      owner.businessid,
    ])
    const { partial, storedTwice, mismatches } = await findLosses(after, owner.businessid, new Map())
    await after.end()
    const stored = new Set(rows.map(({ reference }) => reference))
    const lost = [...answered].filter((reference) => !stored.has(reference))
    const again = tills.flatMap((till) => till.sentAgain)
    const count = (status: string) => again.filter((found) => found === status).length
    figure('sales answered until the backup was made', atNoon)
    figure('sales answered until the machine was lost', inEvening)
    figure('sales answered in all', answered.size)
    figure('sales sent again', `${again.length}: ${count('created')} were missing, ${count('duplicate')} were there`)
    figure('sales lost', lost.length)
    figure('sales stored twice', storedTwice)
    promise('the restored database lacked sales', count('created') > 0)
    promise('no answered sale is lost', lost.length === 0, lost.slice(0, 5))
    promise('no sale is stored twice or in part', storedTwice === 0 && partial.length === 0, partial.slice(0, 5))
    promise('stock and roll-ups equal the sales', Object.keys(mismatches).length === 0, mismatches)
    promise(
      'a till that keeps nothing brings nothing back',
      [...forgotten].some((reference) => !stored.has(reference)),
    )
    const { restored } = await owner.api.dashboard.figuresCheck()
    promise(
      'the dashboard names the one till that has not sent again',
      restored?.tills === TILLS + 1 && restored.waiting.length === 1,
      restored,
    )
  },
})

async function run(context: Omit<DrillContext, 'options'>, dataDir: string, args: string[]) {
  context.progress(`winkel ${args[0]}`)
  const { code, stdout, stderr, seconds } = await runWinkel(context, args, { DATA_DIR: dataDir, BACKUPS: 'off' })
  if (code !== 0) throw new Error(`winkel ${args[0]} ended with ${code}: ${stderr}${stdout}`)
  context.figure(args[0] ?? '', `${seconds} s`)
}
