import { randomBytes, randomInt } from 'node:crypto'
import { Client } from 'pg'
import { startEmbedded } from '../db/embedded/start-embedded.ts'
import { silentLog } from '../db/log.ts'
import { createNumberedSale, createTillShop, findLosses, sendUntilAnswered } from '../server/testing/retrying-till.ts'
import { defineDrill } from './lib/drill.ts'
import { createFolder, type DrillPlace, type ServerProcess, startServerProcess } from './lib/server-process.ts'

const TILLS = 4
const SENDERS = 20
const BATCH = 10
const MAX_TIMES = 5
const SERVERS = 2

export default defineDrill({
  description:
    'sales are sent one to five times each, twenty requests at once, to two servers that are killed: each is stored once',
  options: { sales: 10_000, kills: 20 },
  tiny: { sales: 120, kills: 1 },
  async run(context) {
    const { options, figure, promise, progress } = context
    const { environment, owner } = await startDatabase(context)
    const servers: ServerProcess[] = []
    for (let nth = 0; nth < SERVERS; nth++) {
      const server = await startServerProcess(context, { environment })
      await server.waitUntilReady()
      servers.push(server)
    }
    const client = new Client(owner)
    await client.connect()
    const { businessid, keys } = await createTillShop(client, TILLS)

    const sends = shuffle(
      Array.from({ length: options.sales }, (_, count) => {
        const till = count % TILLS
        return Array.from({ length: randomInt(1, MAX_TIMES + 1) }, () => ({ till, sale: createNumberedSale(till, count) }))
      }).flat(),
    )
    const total = sends.length
    const ids = new Map<string, Set<number>>()
    let created = 0
    let done = 0
    let kills = 0

    const send = async () => {
      for (let batch = sends.splice(0, BATCH); batch.length > 0; batch = sends.splice(0, BATCH)) {
        for (let till = 0; till < TILLS; till++) {
          const sales = batch.filter((entry) => entry.till === till).map(({ sale }) => sale)
          if (sales.length === 0) continue
          const chooseUrl = () => servers[randomInt(SERVERS)]?.url ?? ''
          for (const { reference, status, saleid } of await sendUntilAnswered(chooseUrl, keys[till] ?? '', sales)) {
            if (status === 'created') created++
            ids.set(reference, (ids.get(reference) ?? new Set()).add(saleid))
          }
        }
        done += batch.length
      }
    }
    /** Kills the servers in turn, evenly over the run. The other one goes on. */
    const kill = async () => {
      while (done < total && kills < options.kills) {
        const threshold = (total / (options.kills + 1)) * (kills + 1)
        while (done < threshold && sends.length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
        if (sends.length === 0) return
        const index = kills % SERVERS
        const server = servers[index]
        if (!server) return
        server.signal('SIGKILL')
        await server.exit
        kills++
        const next = await startServerProcess(context, { environment, dataDir: server.dataDir, port: server.port })
        servers[index] = next
        await next.waitUntilReady()
        progress(`${kills} kills, ${done} of ${total} sends answered`)
      }
    }
    await Promise.all([kill(), ...Array.from({ length: SENDERS }, send)])

    const answered = new Map([...ids].map(([reference, [id = 0]]) => [reference, id]))
    const losses = await findLosses(client, businessid, answered)
    const { rows } = await client.query('select count(*)::integer as stored from sales where businessid = $1', [businessid])
    await client.end()
    figure('sales', options.sales)
    figure('sends', total)
    figure('kills', kills)
    figure('answers created', created)
    figure('sales stored', rows[0].stored)
    const several = [...ids].filter(([, each]) => each.size > 1)
    promise('every sale is stored once', rows[0].stored === options.sales && losses.storedTwice === 0)
    promise('no sale is created twice', created <= options.sales)
    promise('all answers to a sale have the same id', several.length === 0, several.slice(0, 10))
    promise('every answer is right', losses.missing.length + losses.unanswered.length + losses.partial.length === 0, losses)
    promise('stock and roll-ups agree with the sales', Object.keys(losses.mismatches).length === 0, losses.mismatches)
  },
})

/** A PostgreSQL that several servers share. */
async function startDatabase(context: DrillPlace) {
  const starting = startEmbedded({ dataDir: await createFolder(context), log: silentLog, loopback: true })
  context.onFinished(async () => (await starting).stop())
  const { owner } = await starting
  const at = `${owner.host}:${owner.port}/${owner.database}`
  const environment = {
    DATABASE_URL: `postgres://winkel:${randomBytes(16).toString('hex')}@${at}`,
    DATABASE_OWNER_URL: `postgres://${owner.user}:${owner.password}@${at}`,
    AUTH_SECRET: randomBytes(32).toString('base64url'),
  }
  return { environment, owner }
}

/** In a random order. */
const shuffle = <Item>(items: Item[]) =>
  items
    .map((item) => ({ item, place: randomInt(2 ** 40) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
