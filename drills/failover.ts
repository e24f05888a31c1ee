import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { parseDatabaseUrl } from '../db/connection/external.ts'
import { findFreePort } from '../db/embedded/free-port.ts'
import { createClient, createOwner, type Owner } from '../server/testing/clients.ts'
import { createTillShop, findLosses } from '../server/testing/retrying-till.ts'
import { type DrillContext, defineDrill } from './lib/drill.ts'
import { startLoad } from './lib/failover-load.ts'
import { formatCounts } from './lib/format-counts.ts'
import { findClusterObstacle, type Node, startPatroniCluster } from './lib/patroni-cluster.ts'
import { findLinuxObstacle } from './lib/postgres-processes.ts'
import { fillTemplate, getProgram, startProgram, waitFor } from './lib/programs.ts'
import { createFolder, startServerProcess } from './lib/server-process.ts'
import { toClientServer } from './lib/shop.ts'

const TILLS = 4
const MAX_GAP_MS = 15_000
const LIVE_TIMEOUT_MS = 5_000
const HOST = '127.0.0.1'

type Context = Omit<DrillContext, 'options'>

export default defineDrill({
  description:
    'Patroni, three PostgreSQL, HAProxy and two servers: the leader is killed, frozen or replaced while tills sell, and nothing answered is lost',
  options: { killed: 10, frozen: 10, stuck: 10, switched: 10, servers: 10, haproxy: 10 },
  tiny: { killed: 1, frozen: 0, stuck: 0, switched: 0, servers: 0, haproxy: 0 },
  findObstacle: () => findLinuxObstacle() ?? findClusterObstacle(),
  async run(context) {
    const { options, figure, promise, limit, progress } = context
    const stack = await startStack(context)
    const { cluster, connect, shop } = stack
    const load = startLoad(context, shop)
    await load.waitForSales()

    const replace = async (act: (leader: Node) => unknown) => {
      const leader = await cluster.waitUntilHealthy()
      await act(leader)
      await cluster.waitForSuccessor(leader)
      return leader
    }
    /** At once, before its successor has sold anything, or later, in turn. */
    const thaw = async (leader: Node, round: number) => {
      if (round % 2 === 1) await load.waitForSales()
      await leader.thaw()
    }
    const kinds: { name: string; rounds: number; act(round: number): Promise<void> }[] = [
      {
        name: 'leader killed',
        rounds: options.killed,
        act: async (round) => {
          const leader = await replace((leader) => leader.kill())
          if (round % 2 === 1) await load.waitForSales()
          await leader.start()
        },
      },
      {
        name: 'leader frozen',
        rounds: options.frozen,
        act: async (round) => thaw(await replace((leader) => leader.freeze()), round),
      },
      {
        name: 'Patroni of the leader frozen',
        rounds: options.stuck,
        act: async (round) => thaw(await replace((leader) => leader.freezePatroni()), round),
      },
      {
        name: 'switch-over',
        rounds: options.switched,
        act: async () => void (await replace(cluster.switchOver)),
      },
      { name: 'server killed', rounds: options.servers, act: stack.killServer },
      { name: 'HAProxy restarted', rounds: options.haproxy, act: stack.restartHaproxy },
    ]
    const gaps = new Map<string, number>()
    for (const { name, rounds, act } of kinds) {
      for (let round = 0; round < rounds; round++) {
        load.takeLongestGap()
        await act(round)
        await cluster.waitUntilHealthy()
        await load.waitForSales()
        await stack.waitForLiveUpdates()
        const gap = load.takeLongestGap()
        gaps.set(name, Math.max(gap, gaps.get(name) ?? 0))
        progress(`${name} ${round + 1} of ${rounds}: ${load.countSales()} sales answered, no sale for ${formatSeconds(gap)} s`)
      }
    }

    const answered = await load.stop()
    const client = await connect()
    const { missing, unanswered, storedTwice, partial, mismatches } = await findLosses(client, shop.owner.businessid, answered)
    await client.end()
    for (const { name, rounds } of kinds) figure(`rounds: ${name}`, rounds)
    figure('sales answered', answered.size)
    figure('sales lost', missing.length)
    figure('sales stored twice', storedTwice)
    figure('sales stored in part', partial.length)
    for (const [name, gap] of gaps) figure(`longest time without sales of a till: ${name}`, `${formatSeconds(gap)} s`)
    figure('answers to tills', formatCounts(load.tillAnswers))
    figure('answers to the owner', formatCounts(load.ownerAnswers))
    const all = [...load.tillAnswers, ...load.ownerAnswers]
    promise('no answered sale is lost', missing.length === 0, missing.slice(0, 5))
    promise('no sale is stored twice or without an answer', storedTwice + unanswered.length === 0, unanswered.slice(0, 5))
    promise('no sale is stored in part', partial.length === 0, partial.slice(0, 5))
    promise('stock and roll-ups equal the sales', Object.keys(mismatches).length === 0, mismatches)
    promise(
      'a call is answered with 200, or may be repeated: 502, 503, or no answer',
      all.every((status) => ['200', '502', '503', 'none'].includes(status)),
      formatCounts(all),
    )
    promise('each 503 says when to try again', load.countUnhelpful() === 0, load.countUnhelpful())
    promise('no server has ended', stack.isRunning())
    for (const [name, gap] of gaps) limit(`tills sell again within 15 s: ${name}`, gap <= MAX_GAP_MS, gap)
  },
})

const formatSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)

/** The database, HAProxy, two servers and a business, as docs/operating.md says. */
async function startStack(context: Context) {
  const cluster = await startPatroniCluster(context)
  await cluster.waitUntilHealthy()
  const [databasePort, port, ...serverPorts] = await findFreePorts(4)
  const database = `${HOST}:${databasePort}`
  const url = `http://${HOST}:${port}`
  const folder = await createFolder(context)
  const values = {
    database_address: database,
    ...Object.fromEntries(
      cluster.nodes.flatMap(({ name, postgresPort, restPort }) => {
        const nth = name.slice('node-'.length)
        return [
          [`postgres_address_${nth}`, `${HOST}:${postgresPort}`],
          [`rest_port_${nth}`, String(restPort)],
        ]
      }),
    ),
    winkel_address: `${HOST}:${port}`,
    winkel_server_1: `${HOST}:${serverPorts[0]}`,
    winkel_server_2: `${HOST}:${serverPorts[1]}`,
  }
  const files = ['database.cfg', 'winkel.cfg']
  for (const file of files) await writeFile(join(folder, file), await fillTemplate(`haproxy/${file}`, values))
  const program = getProgram('haproxy')
  const startHaproxy = () => startProgram(context, program, ['-db', ...files.flatMap((file) => ['-f', join(folder, file)])])
  let haproxy = await startHaproxy()

  const { password } = cluster
  // HAProxy sends connections to every server until its first check.
  const admin = await waitFor('the leader through HAProxy', async () => {
    const client = await connectTo(`postgres://postgres:${password}@${database}/postgres`)
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby')
    if (!rows[0].is_standby) return client
    await client.end()
    return undefined
  })
  await admin.query(`create role winkel_owner login createrole password '${password}'`)
  await admin.query(`create database winkel owner winkel_owner encoding 'UTF8' template template0`)
  await admin.end()
  const ownerUrl = `postgres://winkel_owner:${password}@${database}/winkel`
  const environment = {
    DATABASE_URL: `postgres://winkel:${password}@${database}/winkel`,
    DATABASE_OWNER_URL: ownerUrl,
    AUTH_SECRET: 'the secret of the servers of this drill',
    PUBLIC_URL: url,
    TRUSTED_PROXIES: '1',
    BACKUPS: 'off',
  }
  const startServer = async (nth: number, dataDir: string) => {
    const server = await startServerProcess(context, { dataDir, port: serverPorts[nth] ?? 0, environment })
    await server.waitUntilReady()
    return server
  }
  const servers = [await startServer(0, await createFolder(context)), await startServer(1, await createFolder(context))]

  const connect = () => connectTo(ownerUrl)
  await waitFor('Winkel through HAProxy', async () => (await fetch(`${url}/readyz`)).ok || undefined)
  const client = await connect()
  const owner = await createOwner({ ...toClientServer({ url }), store: { ownerPool: client } })
  const { keys } = await createTillShop(client, TILLS, owner)
  await client.end()
  // Windows of the owner, each at one server.
  const windows = servers.map((server) => createClient({ ...toClientServer({ url }), url: server.url }))
  for (const { api } of windows) await api.session.signIn(owner.credentials)
  return {
    cluster,
    connect,
    shop: { url, owner, keys },
    killServer: async (round: number) => {
      const nth = round % servers.length
      const server = servers[nth]
      if (!server) return
      server.signal('SIGKILL')
      await server.exit
      servers[nth] = await startServer(nth, server.dataDir)
    },
    restartHaproxy: async () => {
      await haproxy.end('SIGTERM')
      haproxy = await startHaproxy()
    },
    waitForLiveUpdates: async () => {
      for (const { api } of windows)
        await waitFor('a live update of each server', async () => (await hearsSale(api)) || undefined)
    },
    isRunning: () => servers.every((server) => server.isRunning()),
  }
}

/** Whether a window learns of a sale. The first event says only that its stream is open. */
async function hearsSale({ live }: Pick<Owner['api'], 'live'>) {
  let heard = 0
  for await (const { changed } of await live.changes(undefined, { signal: AbortSignal.timeout(LIVE_TIMEOUT_MS) }))
    if (changed === 'sales' && ++heard > 1) return true
  return false
}

async function connectTo(url: string) {
  const client = new Client(parseDatabaseUrl(url))
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function findFreePorts(count: number) {
  const ports: number[] = []
  while (ports.length < count) ports.push(await findFreePort())
  return ports
}
